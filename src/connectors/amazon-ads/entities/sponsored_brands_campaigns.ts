import { action, listAction } from "../../../core/contract/action.ts";
import { campaignBudgetRecommendations, campaignBudgetUsage } from "../resources/budget-actions.ts";
import { brandsParams, date, id, ids, items, money, nameParams, profile, state } from "../params.ts";
import { BrandsCampaign } from "../records/sponsored-brands.ts";
import { archiveOf, sponsoredBrands, listOf, resource, updateOf } from "../resources/resource-actions.ts";

const campaigns = resource({
  entity: "sponsored_brands_campaigns",
  kind: "campaign",
  operations: "sb.campaigns",
  record: BrandsCampaign,
  itemsParam: "campaigns",
  idField: "campaignId",
  idsParam: "campaignIds",
  ...sponsoredBrands,
});

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

export const update = action({
  description:
    "Change Sponsored Brands campaigns: name, state, budget, dates, portfolio. It costs money to raise the budget or enable a campaign.",
  params: (z) => ({
    campaigns: items(z, 10, {
      campaignId: id(z),
      name: z.string().min(1).max(128).optional(),
      state: state(z).optional(),
      budget: money(z).optional(),
      startDate: date(z).optional(),
      endDate: date(z).optional(),
      portfolioId: id(z).optional(),
    }),
    ...profile(z),
  }),
  example: { campaigns: [{ campaignId: "144373194309380061", budget: 25 }] },
  ...updateOf(campaigns),
});

export const archive = action({
  description: "Permanently archive Sponsored Brands campaigns.",
  params: (z) => ({ campaignIds: ids(z, 10), ...profile(z) }),
  example: { campaignIds: ["144373194309380061"] },
  ...archiveOf(campaigns),
});

export const budget_usage = campaignBudgetUsage(campaigns.operations);

export const budget_recommendations = campaignBudgetRecommendations(
  campaigns.operations,
  "Get suggested budgets and missed opportunities of campaigns.",
);
