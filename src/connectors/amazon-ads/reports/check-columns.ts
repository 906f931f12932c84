import { ConnectorError, type Issue } from "../../../core/ground/errors.ts";
import { nearest } from "../../../core/ground/similar-names.ts";
import type { ReportGroups, ReportParams, ReportType } from "./report-definition.ts";
import type { Shape } from "./shape-rows.ts";

// The columns of a report: which it is ordered with, and which its rows may be sorted and added up by.

/** What is asked for when nobody says: who it is, and what it cost and brought. */
const usual = [
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

/** Rows are told apart by these; they come along where the report has them. */
const identity = ["campaignId", "adGroupId", "keywordId", "adId"];

const cost = ["cost", "spend"];

const sales = ["sales14d", "sales"];

/** What is no column of most reports, and what it is made of: of each the first name that the report has. */
const madeOf = new Map([
  ["acos", [cost, sales]],
  ["roas", [cost, sales]],
  ["costPerClick", [cost, ["clicks"]]],
  ["clickThroughRate", [["clicks"], ["impressions"]]],
]);

/** The columns to ask for. */
export function checkColumns(
  { columns, timeUnit }: ReportParams,
  type: ReportType,
  groups: ReportGroups,
  issues: Issue[],
): string[] {
  const known = new Set([...type.columns, ...groups.flatMap(([, group]) => group.columns)]);
  const asked = columns ?? usual.filter((name) => known.has(name));
  for (const [index, name] of asked.entries()) {
    const path = `columns[${index}]`;
    const parts = (madeOf.get(name) ?? []).flatMap((names) => names.find((one) => known.has(one)) ?? []);
    if (!known.has(name) && parts.length > 0) {
      issues.push({
        path,
        message: `${name} is made of ${parts.join(" and ")} where rows are added up; ask for those, and sumBy`,
      });
    } else if (!known.has(name)) {
      const near = nearest(name, [...known]);
      issues.push({
        path,
        message: `no column "${name.slice(0, 60)}" here${near ? `, did you mean ${near}?` : ""}`,
      });
    } else if (timeUnit === "DAILY" && (name === "startDate" || name === "endDate"))
      issues.push({ path, message: `${name} goes with timeUnit SUMMARY; DAILY has date` });
    else if (timeUnit === "SUMMARY" && name === "date")
      issues.push({ path, message: "date goes with timeUnit DAILY" });
  }
  const own = identity.filter((name) => known.has(name));
  const dated = timeUnit === "DAILY" && known.has("date") ? ["date"] : [];
  return [...new Set([...dated, ...own, ...asked])];
}

/** What rows have though nobody asked for it: what comes along, and what is made of sums. */
const always = new Set(["acos", "roas", "costPerClick", "clickThroughRate", "date", ...identity]);

/** A misspelt column would sort by nothing, an hour later. @throws ConnectorError `invalid_params` */
export function checkShape({
  columns,
  sumBy,
  sortBy,
  where,
}: { columns?: readonly string[] | undefined } & Partial<Shape>): void {
  if (!columns) return;
  const named = [
    ...(sumBy ?? []).map((name, index) => [`sumBy[${index}]`, name] as const),
    ...(sortBy === undefined ? [] : [["sortBy", sortBy] as const]),
    ...(where ?? []).map(({ column }, index) => [`where[${index}].column`, column] as const),
  ];
  for (const [path, name] of named)
    if (!columns.includes(name) && !always.has(name))
      throw new ConnectorError(
        "invalid_params",
        `reports.run: ${path} names ${name}, which is not among columns.`,
        {
          path: `params.${path}`,
          hint: "Add it to columns.",
        },
      );
}
