import { ok, refuse } from "../http/responses.ts";
import { bodyOf, type Call, type Operation, type Operations } from "../operation.ts";
import { isRecord } from "../http/wire-json.ts";
import { numbersOf, targetsOf, type Numbers } from "../reports/daily-numbers.ts";
import { metric } from "../reports/metrics.ts";
import { idText } from "../http/wire-json.ts";
import type { Collection, Entity, Fields } from "../types.ts";
import { entitiesOf, today } from "../world.ts";

type Family = "sp" | "sb" | "sd";
const MAX_IDS = 100;
const DAY = 86_400_000;
const type = (name: string): string => `application/vnd.${name}+json`;

export const budgets: Operations = {
  "POST /sp/campaigns/budget/usage": usage(
    "sp/campaigns",
    "campaignId",
    type("spcampaignbudgetusage.v1"),
    "message",
  ),
  "POST /sb/campaigns/budget/usage": usage(
    "sb/campaigns",
    "campaignId",
    type("sbcampaignbudgetusage.v1"),
    "message",
  ),
  "POST /sd/campaigns/budget/usage": usage(
    "sd/campaigns",
    "campaignId",
    type("sdcampaignbudgetusage.v1"),
    "message",
  ),
  "POST /portfolios/budget/usage": usage(
    "portfolios",
    "portfolioId",
    type("portfoliobudgetusage.v1"),
    "message",
  ),
  "POST /sp/campaigns/budgetRecommendations": recommendations("sp", type("budgetrecommendation.v3"), 200, [
    "budgetRecommendationsSuccessResults",
    "budgetRecommendationsErrorResults",
  ]),
  "POST /sb/campaigns/budgetRecommendations": recommendations("sb", type("sbbudgetrecommendation.v4"), 207, [
    "success",
    "error",
  ]),
  "POST /sd/campaigns/budgetRecommendations": recommendations("sd", type("sdbudgetrecommendations.v3"), 207, [
    "budgetRecommendationsSuccessResults",
    "budgetRecommendationsErrorResults",
  ]),
};

function usage(
  collection: Collection,
  name: "campaignId" | "portfolioId",
  media: string,
  style: Operation["style"],
): Operation {
  return {
    style,
    consumes: [media, "application/json"],
    produces: [media],
    run: (call) => {
      const success: Fields[] = [];
      const error: Fields[] = [];
      for (const [index, id] of idsOf(call, `${name}s`).entries()) {
        const entity = entitiesOf(call.account, collection).get(id);
        if (!entity) {
          error.push({ index, [name]: id, code: "NOT_FOUND", details: `${name} ${id} was not found` });
          continue;
        }
        const budget = budgetOf(entity);
        const cost = spentToday(call, collection, entity) / 100;
        success.push({
          index,
          [name]: id,
          budget,
          budgetUsagePercent: budget ? Math.round(Math.min(1, cost / budget) * 10_000) / 100 : 0,
          usageUpdatedTimestamp: new Date(call.world.clock.now() - 15 * 60_000)
            .toISOString()
            .replace(/\.\d+/, ""),
        });
      }
      return ok({ success, error }, 207);
    },
  };
}

function recommendations(
  family: Family,
  media: string,
  status: number,
  [successKey, errorKey]: [string, string],
): Operation {
  return {
    style: "message",
    consumes: [media, "application/json"],
    produces: [media],
    run: (call) => {
      const now = call.world.clock.now();
      const [from = "", to = ""] = [7, 1].map((days) =>
        new Date(now - days * DAY).toISOString().slice(0, 10),
      );
      const success: Fields[] = [];
      const failed: Fields[] = [];
      for (const [index, campaignId] of idsOf(call, "campaignIds").entries()) {
        const campaign = entitiesOf(call.account, `${family}/campaigns`).get(campaignId);
        if (!campaign) {
          failed.push({
            index,
            campaignId,
            code: "NOT_FOUND",
            details: `campaignId ${campaignId} was not found`,
          });
          continue;
        }
        success.push({ index, campaignId, ...suggestion(call, family, campaign, from, to) });
      }
      return ok({ [successKey]: success, [errorKey]: failed }, status);
    },
  };
}

/**
 * Recommends a budget. It is higher than the current budget only if the campaign used more than 80 % of the current
 * budget in the last week.
 */
function suggestion(call: Call, family: Family, campaign: Entity, from: string, to: string): Fields {
  const budget = budgetOf(campaign) ?? 0;
  const days = 7;
  const cells = Array.from({ length: days }, (_, day) =>
    numbersOn(call, family, campaign, new Date(Date.parse(from) + day * DAY).toISOString().slice(0, 10)),
  ).flat();
  const [cost, impressions, clicks, sales] = ["cost", "impressions", "clicks", "sales"].map((column) =>
    Number(metric(column, cells)),
  ) as [number, number, number, number];
  const used = budget === 0 ? 0 : cost / days / budget;
  const short = Math.max(0, used - 0.8);
  return {
    suggestedBudget: campaign.state === "ENABLED" ? Math.round(budget * (1 + short) * 100) / 100 : null,
    sevenDaysMissedOpportunities: {
      startDate: from.replaceAll("-", ""),
      endDate: to.replaceAll("-", ""),
      percentTimeInBudget: Math.round(Math.min(1, 1 - short / 2) * 100),
      estimatedMissedImpressionsLower: Math.round(impressions * short * 0.5),
      estimatedMissedImpressionsUpper: Math.round(impressions * short),
      estimatedMissedClicksLower: Math.round(clicks * short * 0.5),
      estimatedMissedClicksUpper: Math.round(clicks * short),
      estimatedMissedSalesLower: Math.round(sales * short * 0.5),
      estimatedMissedSalesUpper: Math.round(sales * short),
    },
    budgetRuleRecommendation: null,
  };
}

function idsOf(call: Call, name: string): string[] {
  const ids = bodyOf(call)[name];
  if (!Array.isArray(ids)) throw refuse(400, `Invalid value at $.${name}: expected an array of ids`);
  if (ids.length > MAX_IDS)
    throw refuse(400, `Invalid value at $.${name}: at most ${MAX_IDS} ids are allowed`);
  return ids.map(idText);
}

export function budgetOf({ fields }: Entity): number | undefined {
  const budget = fields["budget"];
  const amount = isRecord(budget) ? (budget["budget"] ?? budget["amount"]) : budget;
  return typeof amount === "number" ? amount : undefined;
}

function numbersOn({ account }: Call, family: Family, campaign: Entity, day: string): Numbers[] {
  return targetsOf(account, family)
    .filter(({ entity }) => entity.fields["campaignId"] === campaign.id)
    .map(({ entity }) => numbersOf(account, family, entity, day));
}

/** Returns today's cost in cents. The cost of a portfolio is the sum of its campaigns. */
function spentToday(call: Call, collection: Collection, entity: Entity): number {
  const day = today(call.world, call.account.profile);
  const spent = (family: Family, campaign: Entity): number =>
    numbersOn(call, family, campaign, day).reduce((sum, { cost }) => sum + cost, 0);
  if (collection !== "portfolios") return spent(collection.slice(0, 2) as Family, entity);
  return [...entitiesOf(call.account, "sp/campaigns").values()]
    .filter(({ fields }) => fields["portfolioId"] === entity.id)
    .reduce((sum, campaign) => sum + spent("sp", campaign), 0);
}
