import type { Zod } from "../../../core/contract/action.ts";
import { number, text } from "./common-fields.ts";

export const BudgetRuleRecord = (z: Zod) =>
  z.object({
    ruleId: z.string(),
    ruleState: text(z),
    ruleStatus: text(z),
    ruleStatusDetails: z.object({ status: text(z), reasonCode: text(z) }).nullish(),
    ruleDetails: z.record(z.string(), z.unknown()).nullish(),
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
    recurrence: z.record(z.string(), z.unknown()).nullish(),
    action: z.record(z.string(), z.unknown()).nullish(),
  });
