import { type Dict, at, isDict } from "../../../../core/ground/json.ts";
import { idOf, numberAt } from "../ground/record-fields.ts";
import { type RuleSchedule, widensSchedule } from "./rule-schedule.ts";

/** A budget rule raises the daily budgets of its campaigns by a percentage. */
export interface BudgetRule extends RuleSchedule {
  name?: string | undefined;
  increasePercent?: number | undefined;
  /** The metric of the rule's condition, such as ROAS. The rule applies only on days that fulfil the condition. */
  metric?: string | undefined;
  comparison?: string | undefined;
  threshold?: number | undefined;
  state?: string | undefined;
}

export function readBudgetRule(record: Dict): BudgetRule {
  const details = isDict(record.ruleDetails) ? record.ruleDetails : {};
  const [window] = list(at(details, "recurrence.intraDaySchedule"));
  const days = list(at(details, "recurrence.daysOfWeek"));
  // If a rule is for an event, Amazon's response contains the days of the event.
  const range =
    at(details, "duration.dateRangeTypeRuleDuration") ?? at(details, "duration.eventTypeRuleDuration");
  return {
    name: textAt(details, "name"),
    increasePercent: numberAt(details, "budgetIncreaseBy.value"),
    startDate: isDict(range) ? dashed(range.startDate) : undefined,
    endDate: isDict(range) ? dashed(range.endDate) : undefined,
    eventId: textAt(details, "duration.eventTypeRuleDuration.eventId"),
    daysOfWeek: days.length > 0 ? days.map(String) : undefined,
    startTime: isDict(window) ? minutes(window.startTime) : undefined,
    endTime: isDict(window) ? minutes(window.endTime) : undefined,
    metric: textAt(details, "performanceMeasureCondition.metricName"),
    comparison: textAt(details, "performanceMeasureCondition.comparisonOperator"),
    threshold: numberAt(details, "performanceMeasureCondition.threshold"),
    state: textAt(record, "ruleState"),
  };
}

/** Converts a rule to the `ruleDetails` of a request. */
export function budgetRuleDetails(rule: BudgetRule): Dict {
  const { startDate, endDate, eventId, daysOfWeek, startTime, endTime, metric } = rule;
  const range = { startDate: undashed(startDate), endDate: undashed(endDate) };
  return {
    name: rule.name,
    ruleType: metric === undefined ? "SCHEDULE" : "PERFORMANCE",
    duration:
      eventId === undefined ? { dateRangeTypeRuleDuration: range } : { eventTypeRuleDuration: { eventId } },
    recurrence: {
      type: daysOfWeek === undefined ? "DAILY" : "WEEKLY",
      daysOfWeek,
      intraDaySchedule:
        startTime === undefined && endTime === undefined
          ? undefined
          : [{ startTime: `${startTime ?? "00:00"}:00`, endTime: `${endTime ?? "23:59"}:00` }],
    },
    budgetIncreaseBy: { type: "PERCENT", value: rule.increasePercent },
    performanceMeasureCondition:
      metric === undefined
        ? undefined
        : { metricName: metric, comparisonOperator: rule.comparison, threshold: rule.threshold },
  };
}

export const isActiveRule = ({ state }: BudgetRule): boolean => state !== "PAUSED";

/** Returns whether the rule `after` can raise budgets on more occasions than the rule `before`. */
export const widensRule = (after: BudgetRule, before: BudgetRule): boolean =>
  !isActiveRule(before) || widensSchedule(after, before) || widensCondition(after, before);

/** Returns whether a changed rule can raise budgets more, or on more occasions, than before. */
export function raisesBudgets(after: BudgetRule, before: BudgetRule): boolean {
  if (!isActiveRule(after)) return false;
  return widensRule(after, before) || (after.increasePercent ?? Infinity) > (before.increasePercent ?? 0);
}

/** Returns whether the condition of `after` can hold when the condition of `before` does not. */
export function widensCondition(after: BudgetRule, before: BudgetRule): boolean {
  if (before.metric === undefined) return false;
  if (after.metric !== before.metric || after.comparison !== before.comparison) return true;
  const [to, from] = [after.threshold ?? NaN, before.threshold ?? NaN];
  const { comparison = "" } = after;
  if (comparison.startsWith("GREATER")) return !(to >= from);
  return comparison.startsWith("LESS") ? !(to <= from) : to !== from;
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textAt = (record: Dict, path: string) => idOf(at(record, path));
const minutes = (time: unknown) => (typeof time === "string" ? time.slice(0, 5) : undefined);
const dashed = (date: unknown) => idOf(date)?.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
const undashed = (date: string | undefined) => date?.replaceAll("-", "");
