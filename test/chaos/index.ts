import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { ChaosTest } from "./chaos-test.ts";
import { tests } from "./tests.ts";

// Tests the promises of the package under random faults, such as kills, aborts, races and failing stores.

const names = tests.map(({ name }) => name);
/** The names of the defences. The judgements of fields are too many for the usage text. */
const defences = [
  ...new Set(
    tests.flatMap(({ defences }) =>
      defences.map((name) => (name.startsWith("judgement:") ? "judgement:ENTITY/KIND" : name)),
    ),
  ),
];
const usage = `npm run chaos -- [NAME...] [--quick] [--seed N] [--tries N] [--without DEFENCE] [--json FILE]

NAME               the start of a test's name: ${names.join(", ")}
--quick            fewer tries, under a minute for all tests
--seed N           repeat the random choices of an earlier run
--tries N          another number of tries
--without DEFENCE  turn a defence off and run the tests that guard it, which must fail: ${defences.join(", ")}
--json FILE        write the results to a file`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    seed: { type: "string" },
    tries: { type: "string" },
    without: { type: "string" },
    json: { type: "string" },
  },
});
const { quick, without } = values;
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
const selected = tests.filter(
  (test) =>
    (positionals.length === 0 || positionals.some((start) => test.name.startsWith(start))) &&
    (without === undefined || test.defences.includes(without)),
);
const isCount = (text: string | undefined) => text === undefined || /^[1-9]\d{0,9}$/.test(text);
if (selected.length === 0 || !isCount(values.tries) || !/^\d{1,10}$/.test(String(seed))) {
  console.error(usage);
  process.exit(2);
}

interface Line {
  name: string;
  tries: number;
  seed: number;
  without: string | undefined;
  verdict: "pass" | "fail" | "skip";
  counts: Readonly<Record<string, number>>;
  failures: readonly string[];
  seconds: number;
}

async function lineOf(test: ChaosTest): Promise<Line> {
  const tries = Number(values.tries ?? (quick ? test.tries.quick : test.tries.full));
  const about = { name: test.name, tries, seed, without };
  if (test.unavailable !== undefined)
    return { ...about, verdict: "skip", counts: {}, failures: [test.unavailable], seconds: 0 };
  const started = performance.now();
  const { counts, failures } = await test.run({ tries, seed, without });
  const seconds = (performance.now() - started) / 1000;
  return { ...about, verdict: failures.length === 0 ? "pass" : "fail", counts, failures, seconds };
}

console.log(`seed ${seed}${without === undefined ? "" : `, without ${without}`}`);
const lines: Line[] = [];
for (const test of selected) {
  const line = await lineOf(test);
  lines.push(line);
  const counts = Object.entries(line.counts).map(([name, count]) => `${name} ${count}`);
  console.log(
    [
      line.verdict.toUpperCase(),
      line.name.padEnd(Math.max(...names.map(({ length }) => length))),
      `${line.tries} tries`.padStart(12),
      `${line.seconds.toFixed(1)} s`.padStart(8),
      counts.join(", "),
    ].join("  "),
  );
  for (const failure of line.failures.slice(0, 10)) console.log(`      ${failure}`);
  if (line.failures.length > 10) console.log(`      and ${line.failures.length - 10} more`);
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(lines, null, 2)}\n`);
process.exitCode = lines.some(({ verdict }) => verdict === "fail") ? 1 : 0;
