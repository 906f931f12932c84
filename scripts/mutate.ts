import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { changeOf, readAccepted, rowOf } from "./mutate/accepted.ts";
import { operators } from "./mutate/mutants.ts";
import { roomOf } from "./mutate/room.ts";
import { type Judged, judge, mutate, root } from "./mutate/run.ts";

// Mutation testing of one room: a folder of the sources with its tests. Makes one small change to the code at a time,
// runs the tests of the room, and shows the changes that no test notices. A changed program is a mutant.

const usage = `npm run mutate -- <room> [--only FILE] [--list] [--rows] [--json FILE]

<room>       core/policy, amazon-ads/money, service/credentials, ... or one source file
--only FILE  run only the mutants of this file of the room
--list       show the mutants and run nothing
--rows       show the survivors as rows for docs/testing.md
--json FILE  write every mutant and its verdict`;

/** For each operator (a kind of change), the tests must notice at least this share of the mutants. */
const least = 0.85;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    list: { type: "boolean" },
    rows: { type: "boolean" },
    json: { type: "string" },
    tests: { type: "string" },
    accepted: { type: "string", default: "docs/testing.md" },
  },
});
const [name] = positionals;
if (name === undefined || positionals.length > 1) {
  console.error(usage);
  process.exit(2);
}

const room = values.tests === undefined ? roomOf(name) : { name, files: [name], tests: [values.tests] };
const files = room.files.filter((file) => values.only === undefined || file.endsWith(values.only));
if (files.length === 0) throw new Error(`${room.name} has no file ${values.only}.`);

const show = (mutant: Judged) =>
  `${mutant.file}:${mutant.line}:${mutant.column} ${mutant.operator} in ${mutant.within}: ${changeOf(mutant)}`;

if (values.list) {
  for (const mutant of mutate(files).mutants) console.log(show(mutant));
} else {
  const judged = await judge(files, room.tests, showProgress);
  process.exitCode = report(judged) ? 0 : 1;
}

function report(judged: readonly Judged[]): boolean {
  const { accepts, unused } = readAccepted(readFileSync(resolve(root, values.accepted), "utf8"));
  const verdicts = judged.map((mutant) => ({
    ...mutant,
    verdict: mutant.by !== undefined ? "noticed" : accepts(mutant) ? "accepted" : "survived",
  }));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(verdicts, null, 2)}\n`);
  const survivors = verdicts.filter(({ verdict }) => verdict === "survived");
  for (const mutant of survivors)
    console.log(
      values.rows ? rowOf(mutant) : `${show(mutant)}${mutant.covered ? "" : " (no test runs this code)"}`,
    );

  console.log(`\n${room.name}: ${files.length} files, ${judged.length} mutants`);
  let enough = true;
  for (const operator of operators) {
    const of = verdicts.filter((mutant) => mutant.operator === operator);
    const count = (wanted: string) => of.filter(({ verdict }) => verdict === wanted).length;
    const [noticed, accepted] = [count("noticed"), count("accepted")];
    const passes = noticed >= least * (of.length - accepted);
    enough &&= passes;
    const percent = of.length === 0 ? "" : ` ${((100 * noticed) / of.length).toFixed(1)} %`;
    console.log(
      `${operator.padEnd(12)} ${`${noticed}/${of.length}`.padStart(9)}${percent.padStart(9)}` +
        `${accepted > 0 ? `, ${accepted} accepted` : ""}${passes ? "" : `  below ${least * 100} %`}`,
    );
  }
  const stale = unused().filter((row) => files.some((file) => row.startsWith(`${file} |`)));
  for (const row of stale) console.log(`${values.accepted} accepts a mutant that is noticed or gone: ${row}`);
  return enough && stale.length === 0;
}

function showProgress(judgedSoFar: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${judgedSoFar} of ${all}\r`);
}
