import type { Zod } from "../../../core/contract/action.ts";
import { number, text, texts } from "./common-fields.ts";

const hours = (z: Zod) => z.object({ startTime: text(z), endTime: text(z) });

export const BudgetRuleRecord = (z: Zod) =>
  z.object({
    ruleId: z.string(),
    ruleState: text(z),
    ruleStatus: text(z),
    ruleStatusDetails: z.object({ status: text(z), reasonCode: text(z) }).nullish(),
    ruleDetails: z
      .object({
        name: text(z),
        ruleType: text(z),
        budgetIncreaseBy: z.object({ type: text(z), value: number(z) }).nullish(),
        duration: z
          .object({
            dateRangeTypeRuleDuration: z.object({ startDate: text(z), endDate: text(z) }).nullish(),
            eventTypeRuleDuration: z
              .object({ eventId: text(z), eventName: text(z), startDate: text(z), endDate: text(z) })
              .nullish(),
          })
          .nullish(),
        recurrence: z
          .object({
            type: text(z),
            daysOfWeek: texts(z),
            intraDaySchedule: z.array(hours(z)).nullish(),
          })
          .nullish(),
        performanceMeasureCondition: z
          .object({ metricName: text(z), comparisonOperator: text(z), threshold: number(z) })
          .nullish(),
      })
      .nullish(),
    createdDate: number(z),
    lastUpdatedDate: number(z),
  });

export const RuleCampaign = (z: Zod) =>
  z.object({ campaignId: z.string(), campaignName: text(z), ruleStatus: text(z) });

export const RuleEvent = (z: Zod) =>
  z.object({
    eventId: z.string(),
    eventName: text(z),
    startDate: text(z),
    endDate: text(z),
    suggestedBudgetIncreasePercent: number(z),
  });

export const BidRuleRecord = (z: Zod) =>
  z.object({
    ruleId: z.string(),
    ruleName: text(z),
    status: text(z),
    recurrence: z
      .object({
        type: text(z),
        daysOfWeek: texts(z),
        duration: hours(z)
          .extend({ eventId: text(z), eventName: text(z) })
          .nullish(),
        timesOfDay: z.array(hours(z)).nullish(),
      })
      .nullish(),
    action: z
      .object({
        actionType: text(z),
        actionDetails: z.object({ actionOperator: text(z), actionUnit: text(z), value: number(z) }).nullish(),
      })
      .nullish(),
  });
