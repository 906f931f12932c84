import type { Z } from "../../../core/contract/action.ts";
import { number, text } from "./common-fields.ts";

export const BudgetUsage = (z: Z) =>
  z.array(
    z.object({
      campaignId: text(z),
      portfolioId: text(z),
      budget: number(z),
      budgetUsagePercent: number(z),
      usageUpdatedTimestamp: text(z),
      index: number(z),
    }),
  );

export const BudgetRecommendation = (z: Z) =>
  z.object({
    budgetRecommendationsSuccessResults: z.array(z.record(z.string(), z.unknown())).nullish(),
    budgetRecommendationsErrorResults: z.array(z.record(z.string(), z.unknown())).nullish(),
    success: z.array(z.record(z.string(), z.unknown())).nullish(),
    error: z.array(z.record(z.string(), z.unknown())).nullish(),
  });
