import { action, listAction } from "../../core/action.ts";
import { BatchResult, runBatch } from "./batch.ts";
import { runBudgetUsage } from "./budget-usage.ts";
import { getOne } from "./get.ts";
import { createGuard, undoUpdate, updateEffect, updateGuard, type Money } from "./money.ts";
import { date, id, ids, money as amount, nameParams, profile } from "./params.ts";
import { laterEnd } from "./raises.ts";
import { BudgetUsage, Portfolio } from "./records.ts";
import type { Z } from "../../core/action.ts";
import { at } from "../../core/json.ts";

const money: Money = {
  entity: "portfolios",
  key: "portfolios",
  id: "portfolioId",
  filter: "portfolioIds",
  // All portfolios are ENABLED, so the list takes no states.
  states: [],
  amounts: [{ path: "budget.amount", cap: "max_portfolio_budget" }],
  raises: (item, before) => [
    ...(laterEnd(at(item, "budget.endDate"), at(before, "budget.endDate")) ? ["budget.endDate"] : []),
    // Without a cap there is no end to what the campaigns may spend.
    ...(at(item, "budget.policy") === "NO_CAP" && at(before, "budget.policy") !== "NO_CAP"
      ? ["budget.policy"]
      : []),
  ],
};

const budget = (z: Z) =>
  z.strictObject({
    amount: amount(z).optional(),
    currencyCode: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .describe("currency of the profile, such as USD")
      .optional(),
    policy: z.enum(["DATE_RANGE", "MONTHLY_RECURRING", "NO_CAP"]),
    startDate: date(z).optional(),
    endDate: date(z).optional(),
  });

export const list = listAction({
  description: "List portfolios.",
  params: (z) => ({
    portfolioIds: ids(z).optional(),
    ...nameParams(z),
    states: z
      .array(z.enum(["ENABLED"]))
      .max(1)
      .optional()
      .meta({ rare: true }),
    extended: z.boolean().optional().meta({ rare: true }),
    ...profile(z),
  }),
  result: Portfolio,
  calls: "portfolios.list",
  pick: "portfolios",
  example: { names: ["Spring"] },
});

export const get = action({
  description: "Get one portfolio.",
  params: (z) => ({ portfolioId: id(z), ...profile(z) }),
  result: Portfolio,
  effect: "read",
  calls: "portfolios.list",
  example: { portfolioId: "144373194309380061" },
  run: ({ portfolioId, profileId }, context) =>
    getOne(context, "portfolios.list", { profileId, portfolioIds: [portfolioId] }, "portfolios"),
});

export const create = action({
  description: "Create portfolios. They cannot be deleted.",
  params: (z) => ({
    portfolios: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(128),
          state: z.enum(["ENABLED"]).default("ENABLED").meta({ rare: true }),
          budget: budget(z).optional(),
        }),
      )
      .min(1)
      .max(100),
    ...profile(z),
  }),
  result: BatchResult(Portfolio),
  // An empty one spends nothing; a cap on its amount holds where one is set.
  effect: "write",
  calls: "portfolios.create",
  example: { portfolios: [{ name: "Spring" }] },
  guard: createGuard({ ...money, on: "" }),
  run: (params, context) => runBatch(context, "portfolios.create", params, params.portfolios),
});

export const update = action({
  description: "Change portfolios: name, budget cap. Raising the cap spends.",
  params: (z) => ({
    portfolios: z
      .array(
        z.strictObject({
          portfolioId: id(z),
          name: z.string().min(1).max(128).optional(),
          budget: budget(z).optional(),
        }),
      )
      .min(1)
      .max(100),
    ...profile(z),
  }),
  result: BatchResult(Portfolio),
  effect: updateEffect,
  calls: "portfolios.update",
  example: { portfolios: [{ portfolioId: "144373194309380061", name: "Spring sale" }] },
  guard: updateGuard(money),
  undo: undoUpdate(money),
  run: (params, context) => runBatch(context, "portfolios.update", params, params.portfolios),
});

export const budget_usage = action({
  description: "How much of their budget portfolios have used, in percent.",
  params: (z) => ({ portfolioIds: ids(z, 100), ...profile(z) }),
  result: BudgetUsage,
  effect: "read",
  calls: "portfolios.budget_usage",
  example: { portfolioIds: ["144373194309380061"] },
  run: (params, context) => runBudgetUsage(context, "portfolios.budget_usage", params),
});
