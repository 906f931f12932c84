import type { Undo } from "../../../core/contract/result.ts";
import type { RunResult } from "../../../core/contract/run.ts";
import type { Dict } from "../../../core/ground/json.ts";
import type { Shaped } from "./shape-rows.ts";

// What is answered of a job, a report or an export, when it is asked for its rows.

/** Not yet: the call that gets them later. */
export const running = (what: string, ids: Dict, resume: Undo): RunResult => ({
  data: {
    status: "running",
    ...ids,
    next_poll_seconds: 30,
    resume: {
      ...resume,
      params: Object.fromEntries(Object.entries(resume.params).filter(([, value]) => value !== undefined)),
    },
  },
  meta: { warnings: [`The ${what} is still running; call resume later. It is not lost.`] },
});

export function completed(
  ids: Dict,
  { rows, counts, next, dropped }: Shaped,
  { more = {}, warnings = [] }: { more?: Dict; warnings?: string[] } = {},
): RunResult {
  const all = [
    ...warnings,
    ...(dropped.length > 0 ? [`Not added up, since sums of them mean nothing: ${dropped.join(", ")}.`] : []),
  ];
  return {
    data: {
      status: "completed",
      ...ids,
      rows,
      rows_in_report: counts?.total,
      rows_matched: counts?.matched,
      rows_after_sum: counts?.groups,
      next_skip: next,
      ...more,
    },
    ...(all.length > 0 ? { meta: { warnings: all } } : {}),
  };
}
