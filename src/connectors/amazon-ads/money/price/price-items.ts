import type { SpendRaise } from "../../../../core/contract/judgement.ts";
import type { Dict } from "../../../../core/ground/json.ts";
import { type Percentages, withRules } from "../records/campaign-rules.ts";
import { ceilingKey, ceilingOfBudget, dailyCeiling } from "../model/daily-ceiling.ts";
import type { JudgedItem } from "../judge/judge-items.ts";
import { isCapped } from "../model/portfolio-exposure.ts";
import { priceCampaignBids, priceChildBids } from "./price-bids.ts";
import { budgetOf, idOf, isEnabled } from "../ground/record-fields.ts";
import type { SpendingEntity } from "../ground/spending-entity.ts";
import { type Standing, campaignOf } from "../records/standing.ts";

export interface PriceContext {
  entity: SpendingEntity;
  standing: Standing;
  portfolios: ReadonlyMap<string, Dict>;
  /** Today in the time zone of the profile, such as `20260312`. */
  today: string;
  /** The most that a campaign can spend on one day, as a multiple of its daily budget. */
  dayFactor: number;
  /** The percentages that rules can add to the budgets and the bids of campaigns. */
  percentages: { budget: Percentages; bid: Percentages };
}

/** Returns the amounts that become higher, such as a budget, or the daily spend if a campaign starts. */
export function priceItem(item: JudgedItem, context: PriceContext): SpendRaise[] {
  const { entity, standing, percentages } = context;
  if (!item.spends || entity.kind === "portfolio") return [...item.raises];
  const isCampaign = entity.kind === "campaign";
  const record = { ...item.before, ...item.after };
  const campaignId = isCampaign ? idOf(record[entity.idField]) : campaignOf(record, standing.adGroups);
  const priced = isCampaign ? priceCampaign(item, context) : priceChild(item, context);
  return withRules(
    [...item.raises, ...priced.map((raise) => ({ ...raise, item: item.index }))],
    campaignId,
    percentages,
  );
}

function priceCampaign(item: JudgedItem, context: PriceContext): SpendRaise[] {
  const { entity, portfolios, today, dayFactor, percentages } = context;
  const { before, after, opened, starts } = item;
  const at = (field: string) => `${entity.itemsParam}[${item.index}].${field}`;
  const id = idOf(after[entity.idField]);
  // A new campaign has no id yet, so its raises have no key.
  const keyOf = (amount: string) => (id === undefined ? undefined : `campaign ${id} ${amount}`);
  const rates = { dayFactor, percent: percentages.budget.get(id ?? "") ?? 0 };
  const ownKey = id === undefined ? undefined : ceilingKey(id, rates);
  const current = before ? dailyCeiling(before, today, rates) : 0;
  const ceiling = dailyCeiling(after, today, rates);
  const raises: SpendRaise[] = [];
  for (const field of opened)
    if (["startDate", "endDate", "portfolioId"].includes(field))
      raises.push({ path: at(field), cap: "max_daily_budget", of: "the budget of the campaign", to: budgetOf(after) ?? Infinity }); // prettier-ignore
  const day = {
    cap: "max_day_raise",
    orCaps: ["max_daily_budget", "max_effective_bid"],
    perDay: true,
  } as const;
  if (ceiling > current) {
    const onlyBudget = opened.every((field) => field.startsWith("budget"));
    const of = onlyBudget ? { factor: ceiling / (budgetOf(after) ?? Infinity) } : { of: dailySpend };
    raises.push({
      ...day,
      ...of,
      path: at(opened[0]!),
      key: ownKey,
      from: current,
      to: ceiling,
    });
  }
  const portfolioId = idOf(before?.portfolioId);
  if (opened.includes("portfolioId") && portfolioId !== undefined && isCapped(portfolios.get(portfolioId)))
    raises.push({ ...day, of: dailySpend, path: at("portfolioId"), key: keyOf(`leaves ${portfolioId}`), returnsTo: ownKey, from: 0, to: ceilingOfBudget(after, rates) }); // prettier-ignore
  // With an earlier start date, the campaign can spend on days on which it did not run before.
  if (opened.includes("startDate") && current > 0 && ceiling > 0)
    raises.push({ ...day, of: dailySpend, path: at("startDate"), key: keyOf("starts earlier"), returnsTo: ownKey, from: 0, to: ceiling }); // prettier-ignore
  if (starts)
    raises.push({
      path: at("state"),
      cap: "max_new_campaigns",
      of: "the number of started campaigns",
      orCaps: ["max_day_raise"],
      key: keyOf("started"),
      from: 0,
      to: 1,
      perDay: true,
    });

  raises.push(...priceCampaignBids(item, context));
  return raises;
}

function priceChild(item: JudgedItem, context: PriceContext): SpendRaise[] {
  const { entity, standing, today, dayFactor, percentages } = context;
  const { before, after, starts, opened } = item;
  const { kind } = entity;
  const record = { ...before, ...after };
  const at = (field: string) => `${entity.itemsParam}[${item.index}].${field}`;
  const campaignId = campaignOf(record, standing.adGroups);
  const campaign = campaignId === undefined ? undefined : standing.campaigns.get(campaignId);
  const budget = (campaign && budgetOf(campaign)) ?? Infinity;
  const raises = priceChildBids(item, context);
  const inBudget = (field: string): SpendRaise => ({
    path: at(field),
    cap: "max_daily_budget",
    of: `the budget of campaign ${campaignId ?? "?"}`,
    to: budget,
  });
  if (kind === "negative" || opened.includes("bidOptimization"))
    raises.push(inBudget(opened[0] ?? entity.idsParam));
  if (!starts) return raises;

  if (kind === "adGroup" || kind === "ad") raises.push({ ...inBudget("state"), orCaps: ["max_day_raise"] });
  if (campaign && isEnabled(campaign) && !standing.serving.has(campaignId!)) {
    const percent = percentages.budget.get(campaignId!) ?? 0;
    const rates = { dayFactor, percent };
    const to = dailyCeiling(campaign, today, rates);
    if (to > 0)
      raises.push({
        path: at("state"),
        cap: "max_day_raise",
        of: `the highest daily spend of campaign ${campaignId}`,
        orCaps: ["max_daily_budget", "max_bid", "max_effective_bid"],
        // Not the key from `ceilingKey`: if a call lowered the budget today, its first value would hide this raise.
        key: `campaign ${campaignId} serves`,
        returnsTo: ceilingKey(campaignId!, rates),
        from: 0,
        to,
        perDay: true,
      });
  }
  return raises;
}

const dailySpend = "the highest daily spend of the campaign";
