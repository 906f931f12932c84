import type { Undo } from "../../../../core/contract/result.ts";
import type { RunResult } from "../../../../core/contract/run-context.ts";
import type { Dict } from "../../../../core/ground/json.ts";
import type { ShapedRows } from "../rows/shape-rows.ts";

// A job is a report or an export that Amazon prepares in the background.

export const downloadCall = (entity: string, params: Dict): Undo => ({
  entity,
  action: "download",
  params: Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)),
});

export function completedResult(
  ids: Dict,
  { rows, counts, nextSkip, refused }: ShapedRows,
  { more = {}, warnings = [] }: { more?: Dict; warnings?: string[] } = {},
): RunResult {
  const all = [
    ...warnings,
    ...refused.map(
      ({ column, reason }) =>
        `${column} is left out, because it ${reason}. To get it, read each report alone, without sumBy.`,
    ),
  ];
  return {
    data: {
      ...ids,
      rows,
      rows_in_report: counts?.total,
      rows_matched: counts?.matched,
      rows_after_sum: counts?.summed,
      next_skip: nextSkip,
      ...more,
    },
    ...(all.length > 0 ? { meta: { warnings: all } } : {}),
  };
}
