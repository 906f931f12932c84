import { itemError } from "../sponsored-products/item-errors.ts";
import { isRecord } from "../http/wire-json.ts";
import type { Fields } from "../types.ts";

type Family = "sp" | "sb" | "sd";

const DAYS = new Set(["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"]);
const METRICS: Readonly<Record<Family, readonly string[]>> = {
  sp: ["ACOS", "CTR", "CVR", "ROAS"],
  sb: ["IS", "NTB", "ROAS"],
  sd: ["ACOS", "CTR", "CVR", "ROAS"],
};
const OPERATORS = new Set(["GREATER_THAN", "LESS_THAN", "LESS_THAN_OR_EQUAL_TO", "GREATER_THAN_OR_EQUAL_TO"]);

const wrong = (message: string): Error => itemError("malformedValueError", "INVALID_ARGUMENT", message);

/**
 * Throws if Amazon's rules do not allow the details of a budget rule.
 * https://advertising.amazon.com/API/docs/en-us/guides/rules/budget-rules/overview
 */
export function checkBudgetRule(family: Family, details: Fields, day: string, isNew: boolean): void {
  const { name, ruleType, budgetIncreaseBy, duration, recurrence, performanceMeasureCondition } = details;
  if (typeof name !== "string" || name === "" || name.length > 355) throw wrong("name is required");
  if (ruleType !== "SCHEDULE" && ruleType !== "PERFORMANCE") throw wrong("Invalid ruleType");
  const increase = isRecord(budgetIncreaseBy) ? budgetIncreaseBy : {};
  if (increase["type"] !== "PERCENT" || !(Number(increase["value"]) > 0))
    throw wrong("budgetIncreaseBy must have the type PERCENT and a positive value");
  checkDuration(isRecord(duration) ? duration : {}, day, isNew);
  checkRecurrence(isRecord(recurrence) ? recurrence : {});
  if ((ruleType === "PERFORMANCE") !== isRecord(performanceMeasureCondition))
    throw wrong("A rule has a performanceMeasureCondition if its ruleType is PERFORMANCE");
  if (!isRecord(performanceMeasureCondition)) return;
  const { metricName, comparisonOperator, threshold } = performanceMeasureCondition;
  if (!METRICS[family].includes(String(metricName))) throw wrong("Invalid metricName");
  if (!OPERATORS.has(String(comparisonOperator)) && !(family === "sp" && comparisonOperator === "EQUAL_TO"))
    throw wrong("Invalid comparisonOperator");
  if (typeof threshold !== "number") throw wrong("threshold is required");
}

function checkDuration(duration: Fields, day: string, isNew: boolean): void {
  const { dateRangeTypeRuleDuration: range, eventTypeRuleDuration: event } = duration;
  if (isRecord(event) && typeof event["eventId"] === "string") return;
  if (!isRecord(range)) throw wrong("duration is required");
  const { startDate, endDate } = range;
  const isDate = (value: unknown) => typeof value === "string" && /^\d{8}$/.test(value);
  if (!isDate(startDate)) throw wrong("startDate must be a date (YYYYMMDD)");
  if (endDate !== undefined && endDate !== null && (!isDate(endDate) || String(endDate) < String(startDate)))
    throw wrong("endDate must not be before startDate");
  if (isNew && String(startDate) < day.replaceAll("-", "")) throw wrong("startDate must not be in the past");
}

function checkRecurrence({ type, daysOfWeek, intraDaySchedule }: Fields): void {
  if (type !== "DAILY" && type !== "WEEKLY") throw wrong("recurrence.type must be DAILY or WEEKLY");
  const days = Array.isArray(daysOfWeek) ? daysOfWeek : [];
  if (!days.every((one) => DAYS.has(String(one)))) throw wrong("Invalid daysOfWeek");
  if (type === "WEEKLY" && days.length === 0) throw wrong("daysOfWeek is required for WEEKLY");
  const windows = Array.isArray(intraDaySchedule) ? intraDaySchedule.filter(isRecord) : [];
  if (windows.length > 1) throw wrong("intraDaySchedule has at most one window");
  for (const { startTime, endTime } of windows)
    if (
      ![startTime, endTime].every((time) => /^\d\d:\d\d:\d\d$/.test(String(time))) ||
      String(endTime) <= String(startTime)
    )
      // prettier-ignore
      throw wrong("endTime must be greater than startTime, as hh:mm:ss");
}
