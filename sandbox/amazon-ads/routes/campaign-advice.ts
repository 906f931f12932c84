import { ok, refuse } from "../http/responses.ts";
import { bodyOf, type Call, type Operations } from "../operation.ts";
import { pageOf } from "../http/paging.ts";
import type { Entity, Fields } from "../types.ts";
import { idText, isRecord } from "../http/wire-json.ts";
import { chance, entitiesOf } from "../world.ts";
import { textsOf } from "./request-values.ts";
import { budgetOf } from "./budgets.ts";

const initial = ["application/vnd.spinitialbudgetrecommendation.v3.4+json"];
const MAX_CAMPAIGNS = 10;
const MAX_RESULTS = 5;

export const campaignAdvice: Operations = {
  "POST /sp/campaigns/initialBudgetRecommendation": {
    style: "message",
    consumes: initial,
    produces: initial,
    run: (call) => {
      const { adGroups, bidding, targetingType } = bodyOf(call);
      const [group, ...others] = Array.isArray(adGroups) ? (adGroups as unknown[]) : [];
      if (!isRecord(group) || others.length > 0) throw refuse(422, "adGroups must have one item");
      const products = textsOf(group["asins"], "asins", 50);
      if (!Array.isArray(group["targetingExpressions"]) || group["targetingExpressions"].length === 0)
        throw refuse(422, "targetingExpressions must have 1 to 100 values");
      if (!isRecord(bidding) || typeof bidding["strategy"] !== "string")
        throw refuse(422, "bidding.strategy is required");
      if (targetingType !== "auto" && targetingType !== "manual")
        throw refuse(422, "targetingType must be auto or manual");
      const daily = 15 + products.length * 10;
      const range = (low: number) => ({ lower: Math.round(daily * low), upper: Math.round(daily * low * 2) });
      return ok({
        recommendationId: call.world.newUuid(),
        dailyBudget: daily,
        specialEvents: [],
        benchmark: {
          benchmarkStatus: "Success",
          values: { impressions: range(80), clicks: range(1), conversions: range(0.1) },
        },
      });
    },
  },

  "POST /sp/campaign/recommendations": {
    style: "details",
    consumes: ["application/vnd.spgetcampaignrecommendationsrequest.v2+json"],
    produces: ["application/vnd.spgetcampaignrecommendationsresponse.v2+json"],
    run: (call) => {
      const body = bodyOf(call);
      const asked = body["campaigns"];
      if (!Array.isArray(asked) || asked.length === 0 || asked.length > MAX_CAMPAIGNS)
        throw refuse(400, `campaigns must have 1 to ${MAX_CAMPAIGNS} items`);
      const found = asked.flatMap((one: unknown): Fields[] => {
        const { campaignId, recommendationType } = isRecord(one) ? one : {};
        const campaign = entitiesOf(call.account, "sp/campaigns").get(idText(campaignId));
        const recommendationDetails = campaign && advise(call, campaign, String(recommendationType));
        return recommendationDetails
          ? [{ campaignId: campaign.id, recommendationType, recommendationDetails, forecastEstimates: estimates(campaign) }] // prettier-ignore
          : [];
      });
      const { items, nextToken } = pageOf(
        found,
        { ...body, maxResults: body["maxResults"] ?? 1 },
        MAX_RESULTS,
      );
      return ok({ recommendations: items, nextToken: nextToken ?? null });
    },
  },
};

function advise(call: Call, campaign: Entity, type: string): Fields | undefined {
  const share = chance(`${type} ${campaign.id}`);
  switch (type) {
    case "BUDGET_STRATEGY":
      return {
        budgetRecommendation: {
          action: "INCREASE",
          suggestedBudget: Math.round((budgetOf(campaign) ?? 0) * (1.1 + share)),
        },
      };
    case "BIDDING_STRATEGY":
      return {
        biddingStrategyRecommendation: { action: "UPDATE", suggestedBiddingStrategy: "AUTO_FOR_SALES" },
      };
    case "PLACEMENT_BIDDING":
      return {
        placementBiddingRecommendations: [
          { action: "ADD", placementType: "PLACEMENT_TOP", suggestedBidAdjustment: Math.round(share * 50) },
        ],
      };
    case "KEYWORD": {
      const adGroup = [...entitiesOf(call.account, "sp/adGroups").values()].find(
        ({ fields }) => fields["campaignId"] === campaign.id,
      );
      return {
        keywordTargetingRecommendations: [
          { action: "ADD", adGroupId: adGroup?.id, keywordText: "camping tent", matchType: "BROAD", suggestedBid: 0.9 }, // prettier-ignore
        ],
      };
    }
    case "KEYWORD_GROUP":
    case "SHOPPER_COHORT":
      return undefined;
    default:
      throw refuse(400, `Invalid recommendationType ${type}`);
  }
}

const estimates = (campaign: Entity): Fields => {
  const clicks = Math.round(chance(`clicks ${campaign.id}`) * 40);
  return { estimatedIncrementalClicksLower: clicks, estimatedIncrementalClicksUpper: clicks * 2 };
};
