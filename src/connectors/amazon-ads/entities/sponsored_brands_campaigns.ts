import { type Zod, action, listAction } from "../../../core/contract/action.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { brandsBidding } from "../brands/params.ts";
import { campaignBudgetRecommendations, campaignBudgetUsage } from "../resources/budget-actions.ts";
import {
  brandsParams,
  date,
  id,
  ids,
  items,
  money,
  nameParams,
  newState,
  profile,
  state,
} from "../params.ts";
import { BrandsCampaign } from "../records/sponsored-brands.ts";
import { archiveAction, changeByPercentAction, createAction } from "../resources/record-actions.ts";
import { listOf, resource, sponsoredBrands, updateOf } from "../resources/resource-actions.ts";
import { runBatch } from "../resources/run-batch.ts";
import { withCurrentValues } from "../resources/with-current-values.ts";

const campaigns = resource({
  entity: "sponsored_brands_campaigns",
  kind: "campaign",
  operations: "sb.campaigns",
  record: BrandsCampaign,
  itemsParam: "campaigns",
  idField: "campaignId",
  idsParam: "campaignIds",
  updatableFields: {
    bidding: ["bidOptimization", "bidAdjustmentsByPlacement", "shopperCohortBidAdjustments"],
  },
  clearable: ["endDate", "portfolioId"],
  checkNew: (item, path) => campaignIssues(item).map((message) => ({ path, message })),
  ...sponsoredBrands,
});

const tags = (z: Zod) => z.record(z.string().max(128), z.string().max(256)).optional();

export const list = listAction({
  description: "List Sponsored Brands campaigns. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: ids(z, 10).optional(),
    portfolioIds: ids(z, 10).optional().meta({ rare: true }),
    ...nameParams(z),
    ...brandsParams(z),
  }),
  example: { states: ["ENABLED"], limit: 50 },
  ...listOf(campaigns),
});

export const create = createAction(campaigns, {
  description:
    "Create Sponsored Brands campaigns. They are PAUSED unless `state` is ENABLED. To run, a campaign needs an ad group with an ad, and keywords, targets or themes. With `goal`, Amazon adds a theme to every new ad group.",
  params: (z) => ({
    name: z.string().min(1).max(128),
    budget: money(z),
    budgetType: z.enum(["DAILY", "LIFETIME"]).default("DAILY"),
    state: newState(z),
    brandEntityId: z.string().min(1).max(100).describe("sellers: from sb_brands.list").optional(),
    startDate: date(z).optional(),
    endDate: date(z).optional(),
    portfolioId: id(z).optional(),
    bidding: brandsBidding(z).optional(),
    goal: z.enum(["PAGE_VISIT", "BRAND_IMPRESSION_SHARE"]).describe("needs costType").optional(),
    costType: z.enum(["CPC", "VCPM"]).optional(),
    smartDefault: z
      .array(z.enum(["TARGETING", "MANUAL"]))
      .length(1)
      .optional(),
    productLocation: z.enum(["SOLD_ON_AMAZON", "NOT_SOLD_ON_AMAZON", "SOLD_ON_DTC"]).optional(),
    siteRestrictions: z
      .array(z.enum(["AMAZON_BUSINESS"]))
      .length(1)
      .optional(),
    tags: tags(z),
  }),
  example: { name: "Spring collection", budget: 20, brandEntityId: "ENTITY1" },
});

function campaignIssues({ budgetType, startDate, endDate, goal, costType }: Dict): string[] {
  return [
    ...(budgetType === "LIFETIME" && endDate === undefined ? ["A LIFETIME budget needs endDate."] : []),
    ...(endDate !== undefined && startDate === undefined ? ["endDate needs startDate."] : []),
    ...((goal === undefined) === (costType === undefined) ? [] : ["Pass goal and costType together."]),
    ...(goal === "BRAND_IMPRESSION_SHARE" && costType === "CPC"
      ? ["The goal BRAND_IMPRESSION_SHARE needs costType VCPM."]
      : []),
  ];
}

export const update = action({
  description:
    "Change Sponsored Brands campaigns: name, state, budget, dates, portfolio, bidding. To remove endDate or portfolioId, pass null. A higher budget or an enabled campaign can raise costs.",
  params: (z) => ({
    campaigns: items(z, 10, {
      campaignId: id(z),
      name: z.string().min(1).max(128).optional(),
      state: state(z).optional(),
      budget: money(z).optional(),
      startDate: date(z).optional(),
      endDate: date(z).nullable().optional(),
      portfolioId: id(z).nullable().optional(),
      bidding: brandsBidding(z).optional(),
      tags: tags(z),
    }),
    ...profile(z),
  }),
  example: { campaigns: [{ campaignId: "144373194309380061", budget: 25 }] },
  ...updateOf(campaigns),
  calls: [`${campaigns.operations}.update`, `${campaigns.operations}.list`],
  run: async (params, context) =>
    runBatch(context, `${campaigns.operations}.update`, {
      ...params,
      campaigns: await withCurrentValues(campaigns, params.campaigns, params.profileId, context),
    }),
});

export const change_by_percent = changeByPercentAction(campaigns, "budget", {
  description:
    "Raise or lower budgets of Sponsored Brands campaigns by percent, as one call. A raise costs money.",
  params: (z) => ({ campaignIds: ids(z, 10) }),
});

export const archive = archiveAction(campaigns, "Permanently archive Sponsored Brands campaigns.");

export const budget_usage = campaignBudgetUsage(campaigns.operations);

export const budget_recommendations = campaignBudgetRecommendations(
  campaigns.operations,
  "Get suggested budgets and missed opportunities of campaigns.",
);
