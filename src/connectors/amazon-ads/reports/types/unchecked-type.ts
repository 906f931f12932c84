import { ConnectorError } from "../../../../core/ground/errors.ts";
import { sameName } from "../../../../core/ground/similar-names.ts";
import type { ReportDefinition, ReportType } from "./report-definition.ts";
import { reportTypeIds } from "./report-types.ts";

/** The advertising products, by the prefix of their report types. */
const products: readonly [prefix: string, adProduct: string][] = [
  ["sp", "SPONSORED_PRODUCTS"],
  ["sb", "SPONSORED_BRANDS"],
  ["sd", "SPONSORED_DISPLAY"],
  ["st", "SPONSORED_TELEVISION"],
  ["dsp", "DEMAND_SIDE_PLATFORM"],
];

/**
 * Returns a report type for an id that the connector does not know. Returns undefined for a known id.
 * @throws ConnectorError `invalid_params` if the call has no `groupBy` or no `columns`
 */
export function uncheckedType({
  reportTypeId,
  groupBy,
  columns,
}: ReportDefinition): [id: string, type: ReportType] | undefined {
  if (sameName(reportTypeId, reportTypeIds) !== undefined) return undefined;
  const missing = groupBy === undefined ? "groupBy" : columns === undefined ? "columns" : undefined;
  if (missing !== undefined)
    throw new ConnectorError(
      "invalid_params",
      `reports: ${missing} is missing for the unknown report type.`,
      {
        path: `params.${missing}`,
        hint: "For a report type that the connector does not know, pass groupBy and columns.",
      },
    );
  const adProduct = products.find(([prefix]) => reportTypeId.startsWith(prefix))?.[1] ?? "ALL";
  return [
    reportTypeId,
    {
      adProduct,
      timeUnits: ["SUMMARY", "DAILY"],
      daysPerReport: 31,
      columns: [],
      unconfirmed: [],
      groups: {},
    },
  ];
}
