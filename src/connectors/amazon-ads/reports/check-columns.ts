import { ConnectorError, type Issue } from "../../../core/ground/errors.ts";
import { nearest } from "../../../core/ground/similar-names.ts";
import type { NamedGroup, ReportDefinition, ReportType } from "./report-definition.ts";
import type { RowOptions } from "./shape-rows.ts";

/**
 * The columns to request if the call has no param `columns`. These columns show which record a row describes, and how
 * high the cost and the sales of this record are.
 */
const defaultColumns = [
  "campaignId",
  "campaignName",
  "adGroupId",
  "adGroupName",
  "adId",
  "keywordId",
  "keyword",
  "targeting",
  "targetingId",
  "matchType",
  "searchTerm",
  "advertisedAsin",
  "promotedAsin",
  "purchasedAsin",
  "asin",
  "placementClassification",
  "impressions",
  "impressionsViews",
  "clicks",
  "cost",
  "purchases14d",
  "purchases",
  "sales14d",
  "sales",
  "unitsSoldClicks14d",
  "unitsSold",
];

/** The columns that are always requested if the report has them. Without an id, two rows can look the same. */
const idColumns = ["campaignId", "adGroupId", "keywordId", "adId"];

const cost = ["cost", "spend"];
const sales = ["sales14d", "sales"];

/**
 * The ratios that most reports lack, with two lists of columns for each ratio. A report has one column of each list,
 * and the ratio is computed from these two columns.
 */
const ratioColumns = new Map([
  ["acos", [cost, sales]],
  ["roas", [cost, sales]],
  ["costPerClick", [cost, ["clicks"]]],
  ["clickThroughRate", [["clicks"], ["impressions"]]],
]);

/** Returns the columns to request. Adds an issue to `issues` for each column that the report does not have. */
export function checkColumns(
  { columns, timeUnit }: ReportDefinition,
  type: ReportType,
  groups: readonly NamedGroup[],
  issues: Issue[],
): string[] {
  const known = new Set([...type.columns, ...groups.flatMap(([, group]) => group.columns)]);
  const requested = columns ?? defaultColumns.filter((name) => known.has(name));
  for (const [index, name] of requested.entries()) {
    const message = known.has(name) ? wrongTimeUnit(name, timeUnit) : unknownColumn(name, known);
    if (message !== undefined) issues.push({ path: `columns[${index}]`, message });
  }
  const ids = idColumns.filter((name) => known.has(name));
  const date = timeUnit === "DAILY" && known.has("date") ? ["date"] : [];
  return [...new Set([...date, ...ids, ...requested])];
}

function unknownColumn(name: string, known: ReadonlySet<string>): string {
  const parts = (ratioColumns.get(name) ?? []).flatMap((names) => names.find((one) => known.has(one)) ?? []);
  if (parts.length > 0)
    return `${name} is computed from ${parts.join(" and ")} when rows are added up; request these and pass sumBy`;
  const near = nearest(name, [...known]);
  return `this report has no column "${name.slice(0, 60)}"${near ? `, did you mean ${near}?` : ""}`;
}

function wrongTimeUnit(name: string, timeUnit: ReportDefinition["timeUnit"]): string | undefined {
  if (timeUnit === "DAILY" && (name === "startDate" || name === "endDate"))
    return `${name} requires timeUnit SUMMARY; DAILY has date`;
  if (timeUnit === "SUMMARY" && name === "date") return "date requires timeUnit DAILY";
  return undefined;
}

/** The columns that a row can have although the call does not request them. */
const columnsOfEveryRow = new Set([...ratioColumns.keys(), "date", ...idColumns]);

/**
 * Checks the column names in `where`, `sumBy` and `sortBy` before the report is requested. Without this check, a
 * misspelt name would have no effect, and nobody would notice.
 * @throws ConnectorError `invalid_params`
 */
export function checkRowColumns({
  columns,
  sumBy = [],
  sortBy,
  where = [],
}: { columns?: readonly string[] | undefined } & Partial<RowOptions>): void {
  if (!columns) return;
  const used = [
    ...sumBy.map((name, index) => ({ path: `sumBy[${index}]`, name })),
    ...(sortBy === undefined ? [] : [{ path: "sortBy", name: sortBy }]),
    ...where.map(({ column }, index) => ({ path: `where[${index}].column`, name: column })),
  ];
  const missing = used.find(({ name }) => !columns.includes(name) && !columnsOfEveryRow.has(name));
  if (missing)
    throw new ConnectorError(
      "invalid_params",
      `reports.run: ${missing.path} is ${missing.name}, which is not among columns.`,
      { path: `params.${missing.path}`, hint: "Add it to columns." },
    );
}
