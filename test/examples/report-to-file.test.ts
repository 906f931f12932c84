import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runNode } from "../run-node.ts";

test("the program of docs/amazon-ads-reports.md writes every row of its report to a file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "report-to-file-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "report.csv");
  const { code, stderr } = await runNode(["examples/report-to-file.ts", file]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  const [head, ...rows] = readFileSync(file, "utf8").trimEnd().split("\r\n");
  expect(head).toMatch(/^date,campaignId,.*searchTerm,.*cost/);
  expect(rows.at(0)).toMatch(/^2026-02-01,\d+,/);
  expect(rows.at(-1)).toMatch(/^2026-03-10,\d+,/);
  expect(rows.every((row) => row.split(",").length === head!.split(",").length)).toBe(true);
});
