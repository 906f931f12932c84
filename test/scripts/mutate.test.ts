import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, expect, test } from "vitest";
import { readAccepted } from "../../scripts/mutate/accepted.ts";
import { instrument } from "../../scripts/mutate/instrument.ts";
import { type Operator, mutantsOf } from "../../scripts/mutate/mutants.ts";

const folder = mkdtempSync(join(tmpdir(), "mutate-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const changes = (source: string, operator: Operator) =>
  mutantsOf(source)
    .mutants.filter((mutant) => mutant.operator === operator)
    .map(({ before, after }) => `${before} -> ${after}`);

test.for<[Operator, string, string[]]>([
  ["boundary", "a >= b", ["a >= b -> a > b"]],
  ["boundary", "x = 5", ["5 -> 5 + 1", "5 -> 5 - 1"]],
  ["conditional", "if (a && b) c()", ["a && b -> true", "a && b -> false", "a -> true", "b -> true"]],
  ["conditional", "a ? b : c", ["a -> true", "a -> false"]],
  ["conditional", "while (a) b()", ["a -> false"]],
  ["conditional", "x = a === b", ["a === b -> true", "a === b -> false"]],
  ["logical", "x = a || b", ["a || b -> (a) && (b)"]],
  ["logical", "x = a ?? b", ["a ?? b -> (a) && (b)"]],
  ["logical", "x = !a", ["!a -> a"]],
  ["literal", "x = 'a'", ["'a' -> \"\""]],
  ["literal", "x = true", ["true -> false"]],
  ["literal", "x = [1n]", ["[1n] -> []", "1n -> 1n * 2n + 10n"]],
  ["literal", "x = /^a$/i", ["/^a$/i -> /(?!)/i", "/^a$/i -> /(?:)/i", "/^a$/i -> /a$/i", "/^a$/i -> /^a/i"]],
  ["literal", "type T = 'a'; import 'b'; x = { 'c': y } as { d: 'e' }", ["{ 'c': y } -> {}"]],
  ["removal", "a();", ["a(); -> "]],
  ["removal", "await a.b(c);", ["await a.b(c); -> "]],
  ["removal", "x = a.b(c)", ["x = a.b(c) -> ", "a.b(c) -> a"]],
  ["removal", "y(Object.freeze(c), d?.e(f).g())", ["y(Object.freeze(c), d?.e(f).g()) -> ", "Object.freeze(c) -> c", "d?.e(f).g() -> d?.e(f)"]], // prettier-ignore
  ["removal", "function f() { return x; }", ["x -> undefined"]],
  ["removal", "for (const a of b) { continue; }", ["for (const a of b) { continue; } -> ", "continue; -> "]],
])("%s in %s", ([operator, source, expected]) => expect(changes(source, operator)).toEqual(expected));

test("a source with all its mutants does the same as before, until a mutant is turned on", () => {
  const source = "let n = 0; for (const x of [1, 2]) n += x > 1 ? x : 0; n";
  const found = mutantsOf(source);
  const run = (on: number) =>
    runInNewContext(instrument(source, found, 1), {
      __mutate: (mutant: number) => mutant === on,
      __mutateLoop: () => {},
    }) as unknown;
  expect(run(0)).toBe(2);
  const number = 1 + found.mutants.findIndex(({ after }) => after === "x >= 1");
  expect(run(number)).toBe(3);
});

test("an accepted mutant that is noticed or gone is listed as unused", () => {
  const row = "| `src/a.ts` | `f` | `logical` | `a \\|\\| b -> (a) && (b)` | It makes no difference. |";
  const { accepts, unused } = readAccepted(`${row}\n| \`src/b.ts\` | \`f\` | \`logical\` | \`!a -> a\` |  |`);
  expect(unused()).toEqual(["src/a.ts | f | logical | a || b -> (a) && (b)"]);
  const mutant = mutantsOf("const f = () => { x = a || b }").mutants.find(
    ({ operator }) => operator === "logical",
  );
  expect(accepts({ ...mutant!, file: "src/a.ts" })).toBe(true);
  expect(unused()).toEqual([]);
});

test("for a room, shows which mutants are noticed, survive, or are accepted with a reason", async () => {
  const page = join(folder, "accepted.md");
  const json = join(folder, "verdicts.json");
  const run = (accepted: string) => {
    writeFileSync(page, accepted);
    const script = ["scripts/mutate.ts", "test/fixtures/mutate/room.ts", "--rows", "--json", json];
    const options = ["--tests", "test/fixtures/mutate/room.check.ts", "--accepted", page];
    return new Promise<{ code: unknown; out: string }>((done) =>
      execFile(process.execPath, [...script, ...options], (error, out) =>
        done({ code: error?.code ?? 0, out }),
      ),
    );
  };
  const first = await run("");
  expect(first.code).toBe(1);
  expect(first.out).toMatch(/boundary +5\/5 +100\.0 %\n/);
  expect(first.out).toMatch(/literal +3\/4 +75\.0 % +below 85 %\n/);
  const text = '| `test/fixtures/mutate/room.ts` | `sizeOf` | `literal` | `"large" -> ""` |';
  const pause =
    "| `test/fixtures/mutate/room.ts` | `countDown` | `removal` | `await new Promise<void>((done) => { setImmediate(done); }); -> (removed)` |";
  expect(first.out.split("\n").filter((line) => line.startsWith("|"))).toEqual([`${text}  |`, `${pause}  |`]);
  const verdicts = JSON.parse(readFileSync(json, "utf8")) as unknown[];
  const noticed = (before: string) => expect.objectContaining({ before, verdict: "noticed" }) as unknown;
  for (const before of ["count > 3", "left--;", "setImmediate(done);"])
    expect(verdicts).toContainEqual(noticed(before));

  const reasons = `${text} Nobody reads it. |\n${pause} The pause is not seen. |\n`;
  expect(await run(reasons)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/literal +3\/4 +75\.0 %, 1 accepted\n/),
  });
});

test("every accepted survivor is a change of today's code", () => {
  const page = readFileSync(new URL("../../docs/testing.md", import.meta.url), "utf8");
  const { accepts, unused } = readAccepted(page);
  const files = new Set(unused().map((row) => row.split(" | ")[0]!));
  for (const file of files) {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    for (const mutant of mutantsOf(source).mutants) accepts({ ...mutant, file });
  }
  expect(unused()).toEqual([]);
});
