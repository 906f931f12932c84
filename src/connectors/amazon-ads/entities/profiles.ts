import { action } from "../../../core/contract/action.ts";
import { id, profile } from "../params.ts";
import { Profile } from "../records/profiles-and-portfolios.ts";
import { bodyAsData } from "../resources/body-as-data.ts";

const accountType = ["seller", "vendor", "agency"] as const;

// Amazon returns all profiles (at most 5,000) in one response, so this action has no pages.
export const list = action({
  description:
    "List the profiles (advertising accounts, one per country) that the login can use in this region.",
  params: (z) => ({
    profileTypeFilter: z.array(z.enum(accountType)).optional().meta({ rare: true }),
    apiProgram: z
      .enum(["billing", "campaign", "paymentMethod", "store", "report", "account", "posts"])
      .optional()
      .meta({ rare: true }),
    accessLevel: z.enum(["edit", "view"]).optional().meta({ rare: true }),
    validPaymentMethodFilter: z.boolean().optional().meta({ rare: true }),
  }),
  result: (z) => z.array(Profile(z)),
  effect: "read",
  calls: "profiles.list",
  example: {},
  run: (params, context) => bodyAsData(context, "profiles.list", params),
});

export const get = action({
  description: "Get one profile.",
  params: (z) => ({ profileId: id(z) }),
  result: Profile,
  effect: "read",
  calls: "profiles.get",
  example: { profileId: "3301829348571624" },
  run: ({ profileId }, context) => bodyAsData(context, "profiles.get", { id: profileId }),
});

export const budget_settings = action({
  description:
    "Get whether the campaigns of a profile can spend 100 percent (`false`) or only 25 percent (`true`) more than their daily budget on one day.",
  params: (z) => profile(z),
  result: (z) =>
    z.object({ featureFlags: z.object({ isOptedOutForAverageDailyBudgetIncrease: z.boolean().nullish() }) }),
  effect: "read",
  calls: "profiles.budget_settings",
  example: {},
  run: (params, context) => bodyAsData(context, "profiles.budget_settings", params),
});
