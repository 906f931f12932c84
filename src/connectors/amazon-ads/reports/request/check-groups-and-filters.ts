import type { Issue } from "../../../../core/ground/errors.ts";
import type { NamedGroup, ReportDefinition, ReportType } from "../types/report-definition.ts";

/** Returns the groups of `groupBy`, or the first group by default. Adds an issue for each unknown group. */
export function checkGroups(
  { groupBy }: ReportDefinition,
  { groups }: ReportType,
  { issues, unchecked }: { issues: Issue[]; unchecked: boolean },
): NamedGroup[] {
  const names = Object.keys(groups);
  return (groupBy ?? names.slice(0, 1)).flatMap((name, index): NamedGroup[] => {
    if (Object.hasOwn(groups, name)) return [[name, groups[name]!]];
    if (unchecked) return [[name, { rowKey: [], columns: [], filters: {} }]];
    issues.push({ path: `groupBy[${index}]`, message: `this report is grouped by ${names.join(", ")}` });
    return [];
  });
}

/** Adds an issue for each unknown filter, and for each unknown value of a filter. */
export function checkFilters(
  { filters = [] }: ReportDefinition,
  groups: readonly NamedGroup[],
  issues: Issue[],
): void {
  // Amazon accepts a filter only if all requested groups have this filter.
  const known = new Map(
    groups
      .flatMap(([, group]) => Object.entries(group.filters))
      .filter(([field]) => groups.every(([, group]) => Object.hasOwn(group.filters, field))),
  );
  for (const [index, { field, values }] of filters.entries()) {
    const allowed = known.get(field);
    if (!allowed)
      issues.push({
        path: `filters[${index}].field`,
        message: `Amazon filters this report by ${[...known.keys()].join(", ") || "nothing"}; to filter rows by other columns, pass where`,
      });
    else if (allowed.length > 0 && values.some((value) => !allowed.includes(value)))
      issues.push({ path: `filters[${index}].values`, message: `allowed: ${allowed.join(", ")}` });
  }
}
