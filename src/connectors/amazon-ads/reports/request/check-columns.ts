import type { Issue } from "../../../../core/ground/errors.ts";
import { nearest } from "../../../../core/ground/similar-names.ts";
import { isMoney, kindOf } from "../types/column-kinds.ts";
import { isComputed, ratioOf } from "../rows/ratios.ts";
import type { NamedGroup, ReportDefinition, ReportType } from "../types/report-definition.ts";
import { namesInRowOptions } from "./check-row-options.ts";
import type { RowOptions } from "../rows/shape-rows.ts";

/** The default columns: what a row describes, such as a campaign or a keyword, and its most important metrics. */
const defaultColumns = [
  "campaignName",
  "adGroupName",
  "keyword",
  "targeting",
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
  "totalCost",
  "purchases14d",
  "purchases",
  "sales14d",
  "sales",
  "unitsSoldClicks14d",
  "unitsSold",
];

/** The id columns, which are requested for each report that has them. */
const idColumns = ["campaignId", "adGroupId", "keywordId", "targetingId", "adId"];

/** `computed`: the requested columns that the connector computes from other columns. */
export interface CheckedColumns {
  columns: string[];
  computed: string[];
}

/**
 * Returns the columns to request. Adds an issue for each column that the report does not have with this time unit. `adds`: true if rows
 * will be added up, so that the columns for computing ratios are needed too.
 */
export function checkColumns(
  definition: ReportDefinition & Partial<RowOptions>,
  type: ReportType,
  groups: readonly NamedGroup[],
  { issues, unchecked, adds }: { issues: Issue[]; unchecked: boolean; adds: boolean },
): CheckedColumns {
  const { columns, timeUnit } = definition;
  const documented = new Set([...type.columns, ...groups.flatMap(([, group]) => group.columns)]);
  const known = new Set([...documented, ...type.unconfirmed]);
  const asked = [
    ...(columns ?? defaultsOf(documented)).map((name, index) => ({ name, path: `columns[${index}]` })),
    ...namesInRowOptions(definition),
  ];
  const requested: string[] = [];
  const computed: string[] = [];
  for (const { name, path } of asked) {
    const ratio = known.has(name) || !isComputed(name) ? undefined : ratioOf(name, known);
    if (ratio) {
      computed.push(name);
      requested.push(ratio.over!, ratio.under);
    } else if (!known.has(name) && unchecked) requested.push(name);
    else {
      const message = known.has(name) ? wrongTimeUnit(name, timeUnit) : unknownColumn(name, known);
      if (message === undefined) requested.push(name);
      else issues.push({ path, message });
    }
  }
  const parts = requested.flatMap((name) => {
    const ratio = adds && kindOf(name) === "ratio" ? ratioOf(name, known) : undefined;
    return ratio ? [ratio.over, ratio.under].filter((one) => one !== undefined) : [];
  });
  const keys = [...groups.flatMap(([, { rowKey }]) => rowKey), ...idColumns];
  const currencies = requested.some(isMoney) ? [...known].filter((name) => kindOf(name) === "currency") : [];
  const always = ["date", ...keys, ...currencies].filter(
    (name) => documented.has(name) && wrongTimeUnit(name, timeUnit) === undefined,
  );
  return { columns: [...new Set([...always, ...requested, ...parts])], computed: [...new Set(computed)] };
}

/** Returns the default columns of a report. If none of them is a metric, returns all columns except dates. */
function defaultsOf(documented: ReadonlySet<string>): string[] {
  const usual = defaultColumns.filter((name) => documented.has(name));
  return usual.some((name) => kindOf(name) === "metric")
    ? usual
    : [...documented].filter((name) => kindOf(name) !== "time");
}

function unknownColumn(name: string, known: ReadonlySet<string>): string {
  const windows = ["1d", "7d", "14d", "30d", "Clicks"].map((window) => `${name}${window}`);
  const computable = windows.filter((one) => isComputed(one) && ratioOf(one, known));
  if (computable.length > 0)
    return `this report has no ${name.slice(0, 60)} without an attribution window, use ${computable.join(", ")}`;
  const shown = name.slice(0, 60);
  const counted = ["1d", "7d", "14d", "30d"]
    .map((window) => `${name}${window}`)
    .filter((one) => known.has(one));
  if (counted.length > 0)
    return `this report has no column "${shown}" without an attribution window, use ${counted.join(", ")}. For example, ${counted[0]} counts what shoppers bought within ${windowOf(counted[0]!)} of a click on the ad`;
  const near = nearest(name, [...known]);
  return `this report has no column "${shown}"${near ? `, did you mean ${near}` : ""}`;
}

const windowOf = (column: string): string => {
  const [days] = /\d+(?=d$)/.exec(column)!;
  return days === "1" ? "1 day" : `${days} days`;
};

function wrongTimeUnit(name: string, timeUnit: ReportDefinition["timeUnit"]): string | undefined {
  if (timeUnit !== "SUMMARY" && (name === "startDate" || name === "endDate"))
    return `${name} requires timeUnit SUMMARY; with ${timeUnit}, use the column date`;
  if (timeUnit === "SUMMARY" && name === "date") return "date requires timeUnit DAILY";
  return undefined;
}
