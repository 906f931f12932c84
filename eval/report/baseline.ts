import type { Outcome } from "../run/run-task.ts";
import { summarize, type Summary } from "./summary.ts";
import { table } from "./tables.ts";

const measures = ["calls", "toolTokens", "callTokens", "resultTokens"] as const;
const kept = ["id", "group", "solved", "everyday", ...measures] as const;

/** The measured values of an earlier version, one entry per task. */
export interface Baseline {
  interface: string;
  solver: string;
  tasks: Pick<Outcome, (typeof kept)[number]>[];
}

export const baselineOf = (
  outcomes: readonly Outcome[],
  options: Pick<Baseline, "interface" | "solver">,
): Baseline => ({
  interface: options.interface,
  solver: options.solver,
  tasks: outcomes.map(
    (outcome) => Object.fromEntries(kept.map((name) => [name, outcome[name]])) as Baseline["tasks"][number],
  ),
});

/** Compares the tasks that are in both. A ratio below 1 means that this version costs less. */
export function compare(outcomes: readonly Outcome[], baseline: Baseline): string {
  const earlier = new Map(baseline.tasks.map((task) => [task.id, task]));
  const both = outcomes.filter(({ id }) => earlier.has(id));
  const before = both.map((one) => ({ ...one, ...earlier.get(one.id)! }));
  const groups = new Map(summarize(before).map((one) => [one.group, one]));
  const row = (name: string, now: Measured, old: Measured) => [
    name,
    ...measures.map((measure) => ratio(now[measure], old[measure])),
    `${old.resultTokens} -> ${now.resultTokens}`,
  ];
  const rows = [
    ...both.map((one) => row(one.id, one, earlier.get(one.id)!)),
    ...summarize(both).flatMap((one) => {
      const old = groups.get(one.group);
      return old && old.tasks > 0 && old.tasks === one.tasks ? [row(one.group.toUpperCase(), one, old)] : [];
    }),
  ];
  const missing = outcomes.length - both.length;
  return [
    table(["task", "calls", "tool", "arguments", "results", "result tokens"], rows),
    ...(missing > 0 ? [`${missing} tasks are not in the baseline.`] : []),
  ].join("\n");
}

type Measured = Pick<Summary, (typeof measures)[number]>;

const ratio = (now: number, old: number): string => (old === 0 ? "-" : `${(now / old).toFixed(2)}x`);
