import { type Dict, at, dicts } from "../../../../core/ground/json.ts";
import { idOf } from "../ground/record-fields.ts";
import { type RuleSchedule, widensSchedule } from "./rule-schedule.ts";

/** A schedule bid rule raises all bids of its campaigns by a percentage at certain times. */
export interface BidRule extends RuleSchedule {
  name?: string | undefined;
  increasePercent?: number | undefined;
  state?: string | undefined;
}

export function readBidRule(record: Dict): BidRule {
  const [window] = dicts(at(record, "recurrence.timesOfDay"));
  const days = at(record, "recurrence.daysOfWeek");
  const percent = Number(at(record, "action.actionDetails.value"));
  return {
    name: idOf(record.ruleName),
    increasePercent: Number.isNaN(percent) ? undefined : percent,
    startDate: idOf(at(record, "recurrence.duration.startTime"))?.slice(0, 10),
    endDate: idOf(at(record, "recurrence.duration.endTime"))?.slice(0, 10),
    daysOfWeek: Array.isArray(days) && days.length > 0 ? days.map(String) : undefined,
    startTime: idOf(window?.startTime),
    endTime: idOf(window?.endTime),
    // An enabled rule that begins later has the status SCHEDULED.
    state: record.status === "SCHEDULED" ? "ENABLED" : idOf(record.status),
  };
}

export const bidRuleItem = (rule: BidRule): Dict => {
  const { startDate, endDate, daysOfWeek, startTime, endTime } = rule;
  const midnight = (day: string | undefined) => (day === undefined ? undefined : `${day}T00:00:00Z`);
  return {
    ruleName: rule.name,
    ruleCategory: "BID",
    ruleSubCategory: "SCHEDULE",
    recurrence: {
      type: daysOfWeek === undefined ? "DAILY" : "WEEKLY",
      daysOfWeek,
      timesOfDay:
        startTime === undefined && endTime === undefined
          ? undefined
          : [{ startTime: startTime ?? "00:00", endTime: endTime ?? "23:59" }],
      duration: { startTime: midnight(startDate), endTime: midnight(endDate) },
    },
    action: {
      actionType: "ADOPT",
      actionDetails: { actionOperator: "INCREMENT", value: rule.increasePercent, actionUnit: "PERCENT" },
    },
    status: rule.state ?? "ENABLED",
  };
};

/** Returns true also for an ended rule, because the rule applies again if it gets a later end date. */
export const isEnabledRule = ({ state }: BidRule): boolean => state !== "PAUSED";

/** Returns whether a changed rule can raise bids more, or at more times, than before. */
export function raisesRuleBids(after: BidRule, before: BidRule): boolean {
  if (!isEnabledRule(after)) return false;
  const isHigher = (after.increasePercent ?? Infinity) > (before.increasePercent ?? 0);
  return !isEnabledRule(before) || isHigher || widensSchedule(after, before);
}
