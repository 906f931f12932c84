import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Entry } from "./behaviour.ts";
import type { Finding } from "./finding.ts";

/** Results are published, so no field has a token, an id or a person's text. */
export type Result = Finding & {
  id: string;
  /** The day of the check, such as `2026-11-22`. */
  date: string;
  against: "the platform" | "the sandbox";
  /** The kind of the account, such as `bot`. */
  account: string;
};

const linesFile = "results.jsonl";
const tableFile = "results.md";

/** Adds results to the file with all results, and writes the table again. Returns the paths of both files. */
export async function saveResults(
  folder: string,
  results: readonly Result[],
  checklist: readonly Entry[],
): Promise<string[]> {
  const [lines, table] = [join(folder, linesFile), join(folder, tableFile)];
  await mkdir(folder, { recursive: true });
  await appendFile(lines, results.map((result) => `${JSON.stringify(result)}\n`).join(""));
  await writeFile(table, `${resultsTable(readResults(await readFile(lines, "utf8")), checklist)}\n`);
  return [lines, table];
}

export const readResults = (lines: string): Result[] =>
  lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Result);

/** Escapes a text for a cell of a Markdown table. */
export const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** Returns a table with the newest result of each check and each kind of account. */
export function resultsTable(results: readonly Result[], checklist: readonly Entry[]): string {
  const rows = checklist.flatMap(({ id, assumed }) =>
    newestResults(results, id).map(
      (one) =>
        `| ${id} | ${cell(assumed)} | ${one.verdict} | ${cell(seenText(one))} | ${one.account}, ${one.against}, ${one.date} |`,
    ),
  );
  return ["| Behaviour | Assumed | Result | Seen | Account |", "|---|---|---|---|---|", ...rows].join("\n");
}

/** Returns the newest result of a check for each kind of account. A check that was not tried replaces no result. */
export function newestResults(results: readonly Result[], id: string): Result[] {
  const newest = new Map<string, Result>();
  for (const one of results.filter((result) => result.id === id)) {
    const account = `${one.against} ${one.account}`;
    if (one.verdict !== "not tried" || !newest.has(account)) newest.set(account, one);
  }
  return [...newest.values()];
}

/** Returns a text such as `status: 401, words: true`. */
export const seenText = (result: Result): string =>
  [
    ...("reason" in result ? [result.reason] : []),
    Object.entries(result.seen)
      .map(([name, value]) => `${name}: ${value}`)
      .join(", "),
  ]
    .filter(Boolean)
    .join(" ");
