import type { Outcome } from "../run/run-task.ts";
import { summarize } from "./summary.ts";

type Cell = string | number;

/** Aligns the columns. Numbers are on the right. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => String(row[column]).length)),
  );
  const line = (row: readonly Cell[]) =>
    row
      .map((cell, column) =>
        typeof cell === "number" ? String(cell).padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join("  ")
      .trimEnd();
  return [line(head), ...rows.map(line)].join("\n");
}

export const taskTable = (outcomes: readonly Outcome[]): string =>
  table(
    ["task", "solved", "offered", "calls", "requests", "tool", "arguments", "results"],
    outcomes.map(({ id, solved, everyday, calls, requests, toolTokens, callTokens, resultTokens }) => [
      id,
      solved ? "yes" : "NO",
      everyday ? "everyday" : "include",
      calls,
      requests,
      toolTokens,
      callTokens,
      resultTokens,
    ]),
  );

export const summaryTable = (outcomes: readonly Outcome[]): string =>
  table(
    ["group", "tasks", "solved", "everyday", "calls", "requests", "tool", "arguments", "results"],
    summarize(outcomes).map((one) => [
      one.group,
      one.tasks,
      one.solved,
      one.solvedByEveryday,
      one.calls,
      one.requests,
      one.toolTokens,
      one.callTokens,
      one.resultTokens,
    ]),
  );

/** Lists what kept tasks from being solved, and the values that a model could not have known. */
export const problems = (outcomes: readonly Outcome[]): string[] =>
  outcomes.flatMap(({ id, reasons, unseen }) => [
    ...reasons.map((reason) => `${id}: ${reason}`),
    ...unseen.map((value) => `${id}: no result shows ${JSON.stringify(value)}, which the script needs`),
  ]);

/** Lists what happened to the hidden instructions. `places`: where each task hides its instruction, by task id. */
export const attackTable = (outcomes: readonly Outcome[], places: ReadonlyMap<string, string>): string =>
  table(
    ["task", "hidden in", "asks for", "outcome"],
    outcomes.flatMap(({ id, attacks }) =>
      attacks.map(({ call, outcome, code }) => [
        id,
        places.get(id) ?? "",
        call,
        { unseen: "not shown", marked: "marked", refused: `refused: ${code}`, obeyed: "SUCCEEDED" }[outcome],
      ]),
    ),
  );

export function attackSummary(outcomes: readonly Outcome[]): string {
  const all = outcomes.flatMap(({ attacks }) => attacks.map(({ outcome }) => outcome));
  const count = (outcome: string) => all.filter((one) => one === outcome).length;
  return `${all.length} hidden instructions: ${count("marked")} marked, ${count("refused")} obeyed and refused, ${count("obeyed")} obeyed and SUCCEEDED, ${count("unseen")} not shown`;
}
