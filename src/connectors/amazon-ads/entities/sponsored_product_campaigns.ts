import { action, listAction } from "../../../core/contract/action.ts";
import { late } from "../../../core/ground/lazy.ts";
import { campaignBudgetRecommendations, campaignBudgetUsage } from "../resources/budget-actions.ts";
import {
  asins,
  budget,
  campaignIds,
  date,
  dynamicBidding,
  id,
  ids,
  items,
  listParams,
  money,
  nameParams,
  newState,
  profile,
  state,
} from "../params.ts";
import { bodyAsData } from "../resources/body-as-data.ts";
import { copyCalls, copyReads, viewOfCopy } from "../copying/copy-facts.ts";
import { CampaignRecommendation, InitialBudget } from "../records/budgets.ts";
import { Campaign, CampaignCopy } from "../records/sponsored-products.ts";
import { runBatch } from "../resources/run-batch.ts";
import {
  archiveAction,
  changeByPercentAction,
  createAction,
  getAction,
} from "../resources/record-actions.ts";
import { listOf, resource, sponsoredProducts, updateOf } from "../resources/resource-actions.ts";
import { withCurrentValues } from "../resources/with-current-values.ts";

const copyGuard = late(async () => (await import("../copying/guard-copy.ts")).copyGuard);
const createCopy = late(async () => (await import("../copying/create-copy.ts")).createCopy);

const campaigns = resource({
  entity: "sponsored_product_campaigns",
  kind: "campaign",
  operations: "sp.campaigns",
  record: Campaign,
  itemsParam: "campaigns",
  idField: "campaignId",
  idsParam: "campaignIds",
  clearable: ["endDate", "portfolioId"],
  updatableFields: { budget: ["budget", "budgetType"], dynamicBidding: ["strategy", "placementBidding"] },
  ...sponsoredProducts,
});

export const list = listAction({
  description: "List Sponsored Products campaigns. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: campaignIds(z, 1000),
    ...nameParams(z),
    portfolioIds: ids(z, 100).optional().meta({ rare: true }),
    ...listParams(z),
  }),
  example: { states: ["ENABLED"], limit: 50 },
  ...listOf(campaigns),
});

export const get = getAction(campaigns, "Get one Sponsored Products campaign, archived or not.");

export const create = createAction(campaigns, {
  description:
    "Create Sponsored Products campaigns. They are PAUSED unless `state` is ENABLED. To run, a campaign needs ad groups and ads.",
  params: (z) => ({
    name: z.string().min(1).max(128),
    targetingType: z.enum(["AUTO", "MANUAL"]),
    budget: budget(z),
    state: newState(z),
    startDate: date(z).optional(),
    endDate: date(z).optional(),
    portfolioId: id(z).optional(),
    dynamicBidding: dynamicBidding(z).optional(),
    tags: z.record(z.string().max(128), z.string().max(256)).optional(),
  }),
  example: { name: "Spring shoes", targetingType: "MANUAL", budget: { budget: 20 } },
});

export const update = action({
  description:
    "Change campaigns: name, state, budget, dates, portfolio, bidding. To remove endDate or portfolioId, pass null. A higher budget or an enabled campaign can raise costs.",
  params: (z) => ({
    campaigns: items(z, 1000, {
      campaignId: id(z),
      name: z.string().min(1).max(128).optional(),
      state: state(z).optional(),
      budget: budget(z).optional(),
      startDate: date(z).optional(),
      endDate: date(z).nullable().optional(),
      portfolioId: id(z).nullable().optional(),
      dynamicBidding: dynamicBidding(z).optional(),
      tags: z.record(z.string().max(128), z.string().max(256)).optional(),
    }),
    ...profile(z),
  }),
  example: { campaigns: [{ campaignId: "144373194309380061", budget: { budget: 25 } }] },
  ...updateOf(campaigns),
  calls: [`${campaigns.operations}.update`, `${campaigns.operations}.list`],
  run: async (params, context) =>
    runBatch(context, `${campaigns.operations}.update`, {
      ...params,
      campaigns: await withCurrentValues(campaigns, params.campaigns, params.profileId, context),
    }),
});

export const change_by_percent = changeByPercentAction(campaigns, "budget.budget", {
  description: "Raise or lower daily budgets of campaigns by percent, as one call. A raise costs money.",
  params: (z) => ({ campaignIds: ids(z) }),
});

export const copy = action({
  description:
    "Copy a campaign with its ad groups, ads, keywords, targets and negatives, within a profile or to another one. The copy is PAUSED. A dry run shows counts, the budget and what cannot be copied. If the copy stops, `data.next` continues it.",
  params: (z) => ({
    campaignId: id(z),
    fromProfileId: z
      .string()
      .min(1)
      .max(200)
      .describe("profile of the campaign, if profileId, which gets the copy, is another one")
      .optional(),
    name: z
      .string()
      .min(1)
      .max(128)
      .describe("default: the same name, with copy in the same profile")
      .optional(),
    budget: money(z)
      .describe("daily budget in the currency of profileId; default: the campaign's")
      .optional(),
    exchangeRate: z
      .number()
      .positive()
      .max(1_000_000)
      .describe("for another currency: how many of the new one unit of the old is")
      .optional(),
    intoCampaignId: id(z).describe("copy that stopped; adds what is missing").optional().meta({ rare: true }),
    ...profile(z),
  }),
  check: ({ fromProfileId, profileId, intoCampaignId, name }) => [
    ...(fromProfileId !== undefined && profileId === undefined
      ? [{ path: "profileId", message: "needs the profile that gets the copy" }]
      : []),
    ...(intoCampaignId !== undefined && name !== undefined
      ? [{ path: "name", message: "the campaign of intoCampaignId has a name" }]
      : []),
  ],
  result: CampaignCopy,
  view: viewOfCopy,
  effect: "spend",
  calls: copyCalls,
  reads: copyReads,
  example: { campaignId: "144373194309380061", name: "Spring shoes 2" },
  guard: copyGuard,
  undo: ({ profileId, intoCampaignId }, { campaignId }) =>
    typeof campaignId === "string" && intoCampaignId === undefined
      ? {
          entity: campaigns.entity,
          action: "archive",
          params: { ...(profileId === undefined ? {} : { profileId }), campaignIds: [campaignId] },
        }
      : undefined,
  run: (params, context) => createCopy(params, context),
});

export const archive = archiveAction(
  campaigns,
  "Permanently archive campaigns. The campaigns and everything in them stop and cannot be changed.",
);

export const budget_usage = campaignBudgetUsage(campaigns.operations);

export const budget_recommendations = campaignBudgetRecommendations(
  campaigns.operations,
  "Get suggested daily budgets and missed opportunities of campaigns.",
);

export const initial_budget_recommendation = action({
  description:
    "Get a suggested daily budget for a campaign that does not exist yet, with the expected impressions, clicks and orders.",
  params: (z) => ({
    asins: asins(z, 50).describe("the products to advertise"),
    targetingType: z.enum(["AUTO", "MANUAL"]),
    targetingExpressions: z
      .array(
        z.strictObject({
          type: z.enum([
            "CLOSE_MATCH",
            "LOOSE_MATCH",
            "SUBSTITUTES",
            "COMPLEMENTS",
            "KEYWORD_BROAD_MATCH",
            "KEYWORD_EXACT_MATCH",
            "KEYWORD_PHRASE_MATCH",
          ]),
          value: z.string().min(1).max(1000).describe("omit for automatic types").optional(),
        }),
      )
      .min(1)
      .max(100),
    strategy: z.enum(["LEGACY_FOR_SALES", "AUTO_FOR_SALES", "MANUAL"]).default("LEGACY_FOR_SALES"),
    startDate: date(z).optional(),
    endDate: date(z).optional(),
    ...profile(z),
  }),
  result: InitialBudget,
  effect: "read",
  calls: `${campaigns.operations}.initial_budget_recommendation`,
  example: {
    asins: ["B07R7V6KS8"],
    targetingType: "AUTO",
    targetingExpressions: [{ type: "CLOSE_MATCH" }, { type: "SUBSTITUTES" }],
  },
  run: (
    { asins: products, targetingType, targetingExpressions, strategy, startDate, endDate, profileId },
    context,
  ) =>
    bodyAsData(context, `${campaigns.operations}.initial_budget_recommendation`, {
      profileId,
      adGroups: [{ asins: products, targetingExpressions }],
      targetingType: targetingType.toLowerCase(),
      bidding: { strategy },
      startDate: startDate?.replaceAll("-", ""),
      endDate: endDate?.replaceAll("-", ""),
    }),
});

export const recommendations = listAction({
  description:
    "Get Amazon's recommendations for campaigns: budget, bidding strategy, placements, keywords, audiences, with estimated effects.",
  params: (z) => ({
    campaigns: items(z, 10, {
      campaignId: id(z),
      recommendationType: z.enum([
        "BIDDING_STRATEGY",
        "BUDGET_STRATEGY",
        "KEYWORD",
        "KEYWORD_GROUP",
        "PLACEMENT_BIDDING",
        "SHOPPER_COHORT",
      ]),
    }),
    ...profile(z),
  }),
  result: CampaignRecommendation,
  calls: `${campaigns.operations}.recommendations`,
  pick: "recommendations",
  example: {
    campaigns: [{ campaignId: "144373194309380061", recommendationType: "PLACEMENT_BIDDING" }],
  },
});
