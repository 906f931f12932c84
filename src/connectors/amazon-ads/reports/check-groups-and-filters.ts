import type { Issue } from "../../../core/ground/errors.ts";
import type { NamedGroup, ReportDefinition, ReportType } from "./report-definition.ts";

/**
 * Returns the groups in `groupBy`, or the first group of the report type if the call has no `groupBy`. Adds an issue to
 * `issues` for each unknown group.
 */
export function checkGroups(
  { groupBy }: ReportDefinition,
  { groups }: ReportType,
  issues: Issue[],
): NamedGroup[] {
  const names = Object.keys(groups);
  return (groupBy ?? names.slice(0, 1)).flatMap((name, index): NamedGroup[] => {
    if (Object.hasOwn(groups, name)) return [[name, groups[name]!]];
    issues.push({ path: `groupBy[${index}]`, message: `this report is grouped by ${names.join(", ")}` });
    return [];
  });
}

export function checkFilters(
  { filters = [] }: ReportDefinition,
  groups: readonly NamedGroup[],
  issues: Issue[],
): void {
  const known = new Map(groups.flatMap(([, group]) => Object.entries(group.filters)));
  for (const [index, { field, values }] of filters.entries()) {
    const allowed = known.get(field);
    if (!allowed)
      issues.push({
        path: `filters[${index}].field`,
        message: `Amazon filters this report by ${[...known.keys()].join(", ") || "nothing"}; to filter rows by other columns, pass where`,
      });
    else if (values.some((value) => !allowed.includes(value)))
      issues.push({ path: `filters[${index}].values`, message: `allowed: ${allowed.join(", ")}` });
  }
}
