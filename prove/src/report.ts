import { faultEntries, type Defence } from "./faults.ts";
import type { Counts, Row } from "./run.ts";

export interface Report {
  rows: readonly Row[];
  /** The name and version of each framework, by the name that `--only` takes. */
  titles: Readonly<Record<string, string>>;
  without: Defence | undefined;
  seconds: number;
}

/** What can go wrong, with the width of its column. */
const columns = [
  ["twice", 6],
  ["unapproved", 11],
  ["lost", 5],
  ["leaked", 7],
] as const;
const headings = columns.map(([name, width]) => name.padStart(width)).join("");
const numbers = (counts: Counts): string =>
  columns.map(([name, width]) => shown(counts[name]).padStart(width)).join("");
const shown = (count: number | undefined): string => (count === undefined ? "-" : count ? `${count}` : "ok");

export const failuresOf = (counts: Counts): number =>
  columns.reduce((sum, [name]) => sum + (counts[name] ?? 0), 0);
const totalOf = (rows: readonly Row[]) => ({
  plain: rows.reduce((sum, { plain }) => sum + failuresOf(plain), 0),
  ours: rows.reduce((sum, { ours }) => sum + failuresOf(ours), 0),
});

/** Whether every fault has happened, and agent-connectors has withstood it. */
export const isProven = (rows: readonly Row[]): boolean =>
  rows.every(({ tries, ours }) => ours.tries === tries && failuresOf(ours) === 0);

const legend = `
twice       a message was posted more than once
unapproved  a message was posted to which no person had agreed
lost        the model was told the opposite of what had happened
leaked      the model got the token
A number is the number of tries in which this happened. "ok": in no try.
"-": nobody had to agree, or the fault did not happen.`;

const notTried = `Not tried: the real Slack, real models, several computers, the loss of a disk,
streamed answers, and a run that starts again from its first message, in which
the model makes a new call. Over MCP, a call without an approval has no id that
stays the same, so a client that sends it again posts again, with both tools.`;

/** The report for people. No line has more than 80 characters. */
export function printReport({ rows, titles, without, seconds }: Report): string {
  const lines = [
    "Agents post to Slack, and something goes wrong.",
    "",
    `${" ".repeat(20)}${"a plain tool".padStart(21)}${"agent-connectors".padStart(32)}`,
    `${" ".repeat(15)}tries${headings}  ${headings}`,
  ];
  for (const [name, title] of Object.entries(titles)) {
    lines.push(title);
    for (const { fault, tries, plain, ours } of rows.filter(({ framework }) => framework === name))
      lines.push(`  ${fault.padEnd(13)}${String(tries).padStart(5)}${numbers(plain)}  ${numbers(ours)}`);
  }
  lines.push(legend, "", "The faults, and the promises of agent-connectors that they test:");
  for (const [name, { says, promises }] of faultEntries) {
    lines.push(...wrap(`${name}: ${says}.`, ""));
    for (const { page, promise } of promises) lines.push(...wrap(`${page}: "${promise}"`, "  "));
  }
  const tries = rows.reduce((sum, row) => sum + row.tries, 0);
  const { plain, ours } = totalOf(rows);
  lines.push(
    "",
    ...(without ? [`agent-connectors ran without its defence "${without}".`] : []),
    `Failures: ${plain} with the plain tool, ${ours} with agent-connectors.`,
    ...wrap(
      `Tried: ${tries} times with each tool, in ${seconds} s, on this computer, with the sandbox of Slack and scripted models.`,
      "",
    ),
    notTried,
  );
  return lines.join("\n");
}

function wrap(text: string, indent: string): string[] {
  const lines = [indent];
  for (const word of text.split(" ")) {
    const last = lines.at(-1)!;
    if (last.trim() !== "" && last.length + word.length + 1 > 80) lines.push(`${indent}  ${word}`);
    else lines[lines.length - 1] = last.trim() === "" ? last + word : `${last} ${word}`;
  }
  return lines;
}

/** The report for programs. */
export const jsonReport = ({ rows, titles, without, seconds }: Report): object => ({
  frameworks: titles,
  without: without ?? null,
  seconds,
  failures: totalOf(rows),
  rows: rows.map((row) => ({
    ...row,
    promises: faultEntries.find(([name]) => name === row.fault)![1].promises,
  })),
});
