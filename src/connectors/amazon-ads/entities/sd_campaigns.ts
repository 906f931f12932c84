import { action, listAction } from "../../../core/contract/action.ts";
import { campaignBudgetRecommendations, campaignBudgetUsage } from "../resources/budget-actions.ts";
import {
  displayState,
  id,
  ids,
  items,
  lowerStates,
  money,
  newDisplayState,
  percentParams,
  profile,
  yyyymmdd,
} from "../params.ts";
import { changeByPercentOf } from "../resources/change-by-percent.ts";
import { DisplayCampaign } from "../records/sponsored-display.ts";
import {
  archiveByUpdateOf,
  createOf,
  sponsoredDisplay,
  getOf,
  listOf,
  resource,
  updateOf,
} from "../resources/resource-actions.ts";

const campaigns = resource({
  entity: "sd_campaigns",
  kind: "campaign",
  operations: "sd.campaigns",
  record: DisplayCampaign,
  itemsParam: "campaigns",
  idField: "campaignId",
  idsParam: "campaignIds",
  clearable: ["portfolioId"],
  ...sponsoredDisplay,
});

export const list = listAction({
  description: "List Sponsored Display campaigns. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: ids(z, 100).optional(),
    portfolioIds: ids(z, 100).optional().meta({ rare: true }),
    name: z.string().min(1).max(128).optional().meta({ rare: true }),
    ...lowerStates(z),
  }),
  example: { states: ["enabled"], limit: 50 },
  ...listOf(campaigns),
});

export const get = action({
  description: "Get one Sponsored Display campaign.",
  params: (z) => ({ campaignId: id(z), ...profile(z) }),
  example: { campaignId: "144373194309380061" },
  ...getOf(campaigns),
});

export const create = action({
  description: "Create Sponsored Display campaigns. They are paused unless `state` is enabled.",
  params: (z) => ({
    campaigns: items(z, 100, {
      name: z.string().min(1).max(128),
      tactic: z.enum(["T00020", "T00030"]).describe("T00020: products and context; T00030: audiences"),
      budget: money(z),
      budgetType: z.enum(["daily"]).default("daily"),
      costType: z.enum(["cpc", "vcpm"]).optional(),
      state: newDisplayState(z),
      startDate: yyyymmdd(z),
      endDate: yyyymmdd(z).optional(),
      portfolioId: id(z).optional(),
    }),
    ...profile(z),
  }),
  example: { campaigns: [{ name: "Spring", tactic: "T00020", budget: 20, startDate: "20260401" }] },
  ...createOf(campaigns),
});

export const update = action({
  description:
    "Change Sponsored Display campaigns: name, state, budget, dates, portfolio. To remove portfolioId, pass null. A higher budget or an enabled campaign can raise costs.",
  params: (z) => ({
    campaigns: items(z, 100, {
      campaignId: id(z),
      name: z.string().min(1).max(128).optional(),
      state: displayState(z).optional(),
      budget: money(z).optional(),
      startDate: yyyymmdd(z).optional(),
      endDate: yyyymmdd(z).optional(),
      portfolioId: id(z).nullable().optional(),
    }),
    ...profile(z),
  }),
  example: { campaigns: [{ campaignId: "144373194309380061", budget: 25 }] },
  ...updateOf(campaigns),
});

export const change_by_percent = action({
  description:
    "Raise or lower daily budgets of Sponsored Display campaigns by percent, as one call. A raise costs money.",
  params: (z) => ({
    campaignIds: ids(z, 100),
    states: z.array(displayState(z)).min(1).optional().meta({ rare: true }),
    ...percentParams(z),
    ...profile(z),
  }),
  example: { campaignIds: ["144373194309380061"], percent: -10 },
  ...changeByPercentOf(campaigns, "budget"),
});

export const archive = action({
  description: "Permanently archive Sponsored Display campaigns.",
  params: (z) => ({ campaignIds: ids(z, 100), ...profile(z) }),
  example: { campaignIds: ["144373194309380061"] },
  ...archiveByUpdateOf(campaigns),
});

export const budget_usage = campaignBudgetUsage(campaigns.operations);

export const budget_recommendations = campaignBudgetRecommendations(
  campaigns.operations,
  "Get suggested daily budgets and missed opportunities of campaigns.",
);
