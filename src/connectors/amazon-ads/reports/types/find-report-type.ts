import { ConnectorError } from "../../../../core/ground/errors.ts";
import { nearest, sameName } from "../../../../core/ground/similar-names.ts";
import type { ReportType } from "./report-definition.ts";
import { reportType, reportTypeIds } from "./report-types.ts";

/**
 * Finds a report type by its id. Case and separators do not matter.
 * @throws ConnectorError `invalid_params` if no report type has this id
 */
export function findReportType(asked: string): [id: string, type: ReportType] {
  const id = sameName(asked, reportTypeIds);
  if (id !== undefined) return [id, reportType(id)!];
  const near = nearest(asked, reportTypeIds);
  throw new ConnectorError(
    "invalid_params",
    `There is no report type "${asked.slice(0, 60)}"${near ? `, did you mean ${near}?` : "."}`,
    {
      path: "params.reportTypeId",
      hint: `Report types: ${reportTypeIds.join(", ")}.`,
    },
  );
}
