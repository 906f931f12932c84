import type { Collection, SeedEntity } from "../types.ts";

/** Rules that raise no budget and no bid today. */
export const ruleEntities = (): Partial<Record<Collection, SeedEntity[]>> => ({
  "sp/budgetRules": [
    {
      ruleId: "f1eded08-af77-454a-b307-7783802657e2",
      ruleDetails: {
        name: "Mother's Day",
        ruleType: "SCHEDULE",
        budgetIncreaseBy: { type: "PERCENT", value: 20 },
        duration: {
          dateRangeTypeRuleDuration: null,
          eventTypeRuleDuration: { eventId: "1b943597-d48e-5147-abd1-7ed20fcb693c" },
        },
        recurrence: { type: "DAILY", daysOfWeek: null, intraDaySchedule: null },
        performanceMeasureCondition: null,
      },
      campaignIds: ["144373194309380061"],
    },
  ],
  "sp/optimizationRules": [
    {
      optimizationRuleId: "amzn1.ads-rule.m.abc",
      state: "PAUSED",
      ruleName: "Evenings",
      ruleCategory: "BID",
      ruleSubCategory: "SCHEDULE",
      recurrence: {
        type: "DAILY",
        timesOfDay: [{ startTime: "18:00", endTime: "22:00" }],
        duration: { startTime: "2026-01-01T00:00:00Z" },
      },
      action: {
        actionType: "ADOPT",
        actionDetails: { actionOperator: "INCREMENT", value: 15, actionUnit: "PERCENT" },
      },
      campaignIds: ["144373194309380061"],
    },
  ],
});
