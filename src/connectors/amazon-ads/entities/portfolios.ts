import { action, listAction, type Zod } from "../../../core/contract/action.ts";
import { runBudgetUsage } from "../resources/budget-actions.ts";
import { late } from "../../../core/ground/lazy.ts";
import { date, ids, items, money, nameParams, profile } from "../params.ts";
import { Portfolio } from "../records/profiles-and-portfolios.ts";
import { BudgetUsage } from "../records/budgets.ts";
import { getAction, updateAction } from "../resources/record-actions.ts";
import { createOf, listOf, resource } from "../resources/resource-actions.ts";

const portfolios = resource({
  entity: "portfolios",
  kind: "portfolio",
  operations: "portfolios",
  record: Portfolio,
  itemsParam: "portfolios",
  idField: "portfolioId",
  idsParam: "portfolioIds",
  state: (z) => z.enum(["ENABLED"]),
  maxItems: 100,
  // Every portfolio is ENABLED, so portfolios are read without the param `states`.
  changeableStates: [],
});

const policy = (z: Zod) => z.enum(["DATE_RANGE", "MONTHLY_RECURRING", "NO_CAP"]);

const currencyCode = (z: Zod) =>
  z
    .string()
    .regex(/^[A-Z]{3}$/)
    .describe("currency of the profile, such as USD")
    .optional();

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
  example: { names: ["Spring"] },
  ...listOf(portfolios),
});

export const get = getAction(portfolios, "Get one portfolio.");

export const create = action({
  description: "Create portfolios. Portfolios cannot be deleted.",
  params: (z) => ({
    portfolios: items(z, 100, {
      name: z.string().min(1).max(128),
      state: portfolios.state(z).default("ENABLED").meta({ rare: true }),
      budget: z
        .strictObject({
          amount: money(z).optional(),
          currencyCode: currencyCode(z),
          policy: policy(z),
          startDate: date(z).optional(),
          endDate: date(z).optional(),
        })
        .optional(),
    }),
    ...profile(z),
  }),
  example: { portfolios: [{ name: "Spring" }] },
  ...createOf(portfolios),
  // A new portfolio has no campaigns and spends nothing. The portfolio's budget must still be within the cap.
  effect: "write",
  guard: late(async () => (await import("../money/guards/guards.ts")).createGuard(portfolios)),
});

export const update = updateAction(portfolios, {
  description:
    "Change portfolios: name, budget cap. To remove the amount or a date of the cap, pass null. A higher cap can raise costs.",
  params: (z) => ({
    name: z.string().min(1).max(128).optional(),
    budget: z
      .strictObject({
        amount: money(z).nullable().optional(),
        currencyCode: currencyCode(z),
        policy: policy(z),
        startDate: date(z).nullable().optional(),
        endDate: date(z).nullable().optional(),
      })
      .optional(),
  }),
  example: { name: "Spring sale" },
});

export const budget_usage = action({
  description: "Get the percentage of the budget that each portfolio has used.",
  params: (z) => ({ portfolioIds: ids(z, 100), ...profile(z) }),
  result: BudgetUsage,
  effect: "read",
  enrich: true,
  calls: "portfolios.budget_usage",
  example: { portfolioIds: ["144373194309380061"] },
  run: (params, context) => runBudgetUsage(context, "portfolios.budget_usage", params),
});
