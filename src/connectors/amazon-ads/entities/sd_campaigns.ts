import { listAction } from "../../../core/contract/action.ts";
import { campaignBudgetRecommendations, campaignBudgetUsage } from "../resources/budget-actions.ts";
import { displayState, id, ids, lowerStates, money, newDisplayState, yyyymmdd } from "../params.ts";
import { DisplayCampaign } from "../records/sponsored-display.ts";
import {
  archiveAction,
  changeByPercentAction,
  createAction,
  getAction,
  updateAction,
} from "../resources/record-actions.ts";
import { listOf, resource, sponsoredDisplay } from "../resources/resource-actions.ts";

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

export const get = getAction(campaigns, "Get one Sponsored Display campaign.");

export const create = createAction(campaigns, {
  description: "Create Sponsored Display campaigns. They are paused unless `state` is enabled.",
  params: (z) => ({
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
  example: { name: "Spring", tactic: "T00020", budget: 20, startDate: "20260401" },
});

export const update = updateAction(campaigns, {
  description:
    "Change Sponsored Display campaigns: name, state, budget, dates, portfolio. To remove portfolioId, pass null. A higher budget or an enabled campaign can raise costs.",
  params: (z) => ({
    name: z.string().min(1).max(128).optional(),
    state: displayState(z).optional(),
    budget: money(z).optional(),
    startDate: yyyymmdd(z).optional(),
    endDate: yyyymmdd(z).optional(),
    portfolioId: id(z).nullable().optional(),
  }),
  example: { budget: 25 },
});

export const change_by_percent = changeByPercentAction(campaigns, "budget", {
  description:
    "Raise or lower daily budgets of Sponsored Display campaigns by percent, as one call. A raise costs money.",
  params: (z) => ({ campaignIds: ids(z, 100) }),
});

export const archive = archiveAction(campaigns, "Permanently archive Sponsored Display campaigns.");

export const budget_usage = campaignBudgetUsage(campaigns.operations);

export const budget_recommendations = campaignBudgetRecommendations(
  campaigns.operations,
  "Get suggested daily budgets and missed opportunities of campaigns.",
);
