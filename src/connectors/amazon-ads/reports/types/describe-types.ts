import type { RunResult } from "../../../../core/contract/run-context.ts";
import { kindOf } from "./column-kinds.ts";
import { findReportType } from "./find-report-type.ts";
import type { ReportType } from "./report-definition.ts";
import { reportType, reportTypeIds } from "./report-types.ts";

/** Returns a summary of all report types, or everything about one. */
export async function describeTypes({
  reportTypeId: asked,
}: {
  reportTypeId?: string | undefined;
}): Promise<RunResult> {
  if (asked === undefined) return { data: reportTypeIds.map((id) => summaryOf(id, reportType(id)!)) };
  const [id, type] = findReportType(asked);
  const { columns, groups, unconfirmed } = type;
  const all = [...columns, ...Object.values(groups).flatMap((group) => group.columns)];
  return {
    data: {
      ...summaryOf(id, type),
      columns,
      groups,
      unconfirmed,
      notAddable: [...new Set(all)].filter((name) => ["unique", "modelled"].includes(kindOf(name) ?? "")),
    },
  };
}

const summaryOf = (
  id: string,
  { adProduct, groups, timeUnits, daysPerReport, daysKept, note }: ReportType,
) => ({
  reportTypeId: id,
  adProduct,
  groupBy: Object.keys(groups),
  timeUnits,
  daysPerReport,
  daysKept,
  note,
});
