import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { faultEntries } from "../src/faults.ts";
import { isProven, jsonReport, printReport, type Report } from "../src/report.ts";
import type { Counts, Row } from "../src/run.ts";

const counts = (more: Partial<Counts> = {}): Counts => ({
  tries: 2,
  twice: 0,
  unapproved: 0,
  lost: 0,
  leaked: 0,
  ...more,
});
const row = (more: Partial<Row> = {}): Row => ({
  framework: "mcp",
  fault: "crash",
  tries: 2,
  plain: counts({ twice: 2 }),
  ours: counts(),
  ...more,
});
const report = (...rows: Row[]): Report => ({
  rows,
  titles: { mcp: "MCP 2.4.0" },
  without: undefined,
  seconds: 20,
});

test("the table has a line for each fault, with the failures of both tools", () => {
  const unasked = row({
    fault: "lost answer",
    plain: counts({ lost: 1, unapproved: undefined }),
    ours: counts({ tries: 0, twice: undefined, unapproved: undefined, lost: undefined, leaked: undefined }),
  });
  const lines = printReport(report(row(), unasked)).split("\n");
  const words = lines.map((line) => line.trim().split(/\s+/).join(" "));
  expect(words).toContain("MCP 2.4.0");
  expect(words).toContain("crash 2 2 ok ok ok ok ok ok ok");
  expect(words).toContain("lost answer 2 ok - 1 ok - - - -");
  expect(words).toContain("Failures: 3 with the plain tool, 0 with agent-connectors.");
});

test("no line is wider than 80 columns, and every promise is named", () => {
  const text = printReport({ ...report(row()), without: "recovery" });
  expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
  expect(text).toContain('agent-connectors ran without its defence "recovery".');
  const joined = text.replaceAll(/\s+/g, " ");
  for (const [, { promises }] of faultEntries)
    for (const { page, promise } of promises) expect(joined).toContain(`${page}: "${promise}"`);
});

test("is proven only if every fault has happened and agent-connectors has no failure", () => {
  expect(isProven([row()])).toBe(true);
  for (const ours of [{ tries: 1 }, { twice: 1 }, { unapproved: 1 }, { lost: 1 }, { leaked: 1 }])
    expect(isProven([row(), row({ ours: counts(ours) })]), JSON.stringify(ours)).toBe(false);
});

test("the JSON has the failures, and the promises of each row", () => {
  expect(jsonReport(report(row({ ours: counts({ lost: 1 }) })))).toMatchObject({
    failures: { plain: 2, ours: 1 },
    rows: [{ fault: "crash", plain: { twice: 2 }, promises: [{ page: "docs/approvals.md" }] }],
  });
});

test("every promise stands in the list of promises", () => {
  const list = readFileSync(join(import.meta.dirname, "../../docs/promises.md"), "utf8");
  for (const [, { promises }] of faultEntries)
    for (const { page, promise } of promises) {
      const link = page.replace(/^docs\//, "");
      const rows = list.split("\n").filter((line) => line.startsWith(`| ${promise} | [`));
      expect(rows).toEqual([expect.stringContaining(`](${link}) |`)]);
    }
});
