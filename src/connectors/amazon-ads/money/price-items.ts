import type { Raise } from "../../../core/contract/judgement.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { bidFactorKey, ruleFactorKey } from "./amount-keys.ts";
import { type BidFactors, bidFactors, bidRuleFactor, highestFactor } from "./bid-factors.ts";
import { isBiddingPath } from "./complete-bidding.ts";
import { type Percentages, withRules } from "./campaign-rules.ts";
import { ceilingKey, ceilingOfBudget, dailyCeiling } from "./daily-ceiling.ts";
import { type Bidder, highestBidder } from "./highest-bidder.ts";
import type { JudgedItem } from "./judge-items.ts";
import { isCapped } from "./portfolio-exposure.ts";
import { budgetOf, idOf, isEnabled, numberAt } from "./record-fields.ts";
import type { SpendingEntity } from "./spending-entity.ts";
import { type Standing, campaignOf } from "./standing.ts";

/** The values that decide how much a write can raise spending. */
export interface PriceContext {
  entity: SpendingEntity;
  standing: Standing;
  portfolios: ReadonlyMap<string, Dict>;
  /** Today in the time zone of the profile, such as `20260312`. */
  today: string;
  /** The number of campaigns that the call starts. */
  startedCampaigns: number;
  /** The most that a campaign can spend on one day, as a multiple of its daily budget. */
  dayFactor: number;
  /** The percentages that rules can add to the budgets and the bids of campaigns. */
  percentages: { budget: Percentages; bid: Percentages };
}

/**
 * Returns the raises of an item. A raise is an amount that the write increases, such as a budget in the item, or the
 * daily spend of a campaign that starts.
 */
export function priceItem(item: JudgedItem, context: PriceContext): Raise[] {
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

function priceCampaign(item: JudgedItem, context: PriceContext): Raise[] {
  const { entity, standing, portfolios, today, startedCampaigns, dayFactor, percentages } = context;
  const { before, after, opened, starts } = item;
  const at = (field: string) => `${entity.itemsParam}[${item.index}].${field}`;
  const id = idOf(after[entity.idField]);
  // A new campaign has no id yet, so its raises have no key. Raises without a key are counted separately.
  const keyOf = (amount: string) => (id === undefined ? undefined : `campaign ${id} ${amount}`);
  const rates = { dayFactor, percent: percentages.budget.get(id ?? "") ?? 0 };
  const current = before ? dailyCeiling(before, today, rates) : 0;
  const ceiling = dailyCeiling(after, today, rates);
  const raises: Raise[] = [];
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
      key: id === undefined ? undefined : ceilingKey(id, rates),
      from: current,
      to: ceiling,
    });
  }
  const portfolioId = idOf(before?.portfolioId);
  if (opened.includes("portfolioId") && portfolioId !== undefined && isCapped(portfolios.get(portfolioId)))
    raises.push({ ...day, of: dailySpend, path: at("portfolioId"), key: keyOf(`leaves ${portfolioId}`), from: 0, to: ceilingOfBudget(after, rates) }); // prettier-ignore
  // The campaign can then spend on days on which it did not run before.
  if (opened.includes("startDate") && current > 0 && ceiling > 0)
    raises.push({ ...day, of: dailySpend, path: at("startDate"), key: keyOf("starts earlier"), from: 0, to: ceiling }); // prettier-ignore
  if (starts)
    raises.push({
      path: at("state"),
      cap: "max_new_campaigns",
      of: "the number of started campaigns",
      orCaps: startedCampaigns > 1 ? ["max_day_raise"] : ["max_daily_budget"],
      key: keyOf("started"),
      from: 0,
      to: 1,
      perDay: true,
    });

  const groups = [...standing.adGroups.values()].filter(({ campaignId }) => idOf(campaignId) === id);
  const bidder = highestBidder(groups, standing.bidders, entity.product!);
  const [factors, factorsBefore] = [after, before ?? {}].map((one) => bidFactors(one, entity.product));
  // Amazon adds the raise by bid rules to the other factors.
  const bidPercent = percentages.bid.get(id ?? "") ?? 0;
  const withBidRules = (one: BidFactors) => highestFactor(one) + bidPercent / 100;
  const bid = { cap: "max_effective_bid", ...(bidder ? { of: bidder.name } : {}) };
  const biddingPath = opened.find(isBiddingPath);
  if (biddingPath !== undefined) {
    const [to, from] = [factors!, factorsBefore!].map((one) => effective(bidder?.bid ?? 0, highestFactor(one)));
    const own = highestFactor(factorsBefore!);
    const parts = bidder && from! > 0 && from! < to! ? { [bidder.key]: bidder.bid, [bidFactorKey(id)]: own } : undefined; // prettier-ignore
    raises.push({
      ...bid,
      path: at(biddingPath.split(".", 1)[0]!),
      // If neither the highest bid nor the highest factor rises, the cap `max_bid` is enough.
      ...(to! > from! || highestFactor(factors!) > highestFactor(factorsBefore!) ? {} : { orCaps: ["max_bid"] }),
      ...(parts ? { from, factors: parts } : {}),
      to: to!,
    });
    if (bidPercent > 0 && bidder)
      raises.push({
        ...bid,
        of: `${bidder.name} with the rules of campaign ${id}`,
        path: at(biddingPath.split(".", 1)[0]!),
        orCaps: ["max_bid"],
        from: effective(bidder.bid, withBidRules(factorsBefore!)),
        to: effective(bidder.bid, withBidRules(factors!)),
        ...(parts ? { factors: { ...parts, [ruleFactorKey(id, "max_effective_bid")]: bidRuleFactor(own, bidPercent) } } : {}), // prettier-ignore
      });
  } else if (starts && bidder)
    raises.push({ ...bid, path: at("state"), orCaps: ["max_bid", "max_daily_budget"], to: effective(bidder.bid, withBidRules(factors!)) }); // prettier-ignore
  if (starts && bidder)
    raises.push({ path: at("state"), cap: "max_bid", orCaps: ["max_daily_budget"], of: bidder.name, to: bidder.bid }); // prettier-ignore
  return raises;
}

function priceChild(item: JudgedItem, context: PriceContext): Raise[] {
  const { entity, standing, today, dayFactor, percentages } = context;
  const { before, after, starts, opened } = item;
  const { kind, product } = entity;
  const record = { ...before, ...after };
  const at = (field: string) => `${entity.itemsParam}[${item.index}].${field}`;
  const campaignId = campaignOf(record, standing.adGroups);
  const campaign = campaignId === undefined ? undefined : standing.campaigns.get(campaignId);
  // If the campaign cannot be read, its factor and its budget count as unlimited.
  const bidPercent = percentages.bid.get(campaignId ?? "") ?? 0;
  const own = campaign ? highestFactor(bidFactors(campaign, product)) : Infinity;
  const factor = own + bidPercent / 100;
  const budget = (campaign && budgetOf(campaign)) ?? Infinity;
  const raises: Raise[] = item.raises
    .filter(({ cap }) => cap === "max_bid")
    .map(({ path, from, to, key }) => ({
      path,
      cap: "max_effective_bid",
      orCaps: ["max_bid"],
      to: effective(to, factor),
      ...(factor < Infinity ? { factor } : {}),
      ...(from === undefined || key === undefined
        ? {}
        : { from: effective(from, factor), factors: { [key]: from, [bidFactorKey(campaignId)]: own, [ruleFactorKey(campaignId, "max_effective_bid")]: bidRuleFactor(own, bidPercent) } }), // prettier-ignore
    }));
  const bids = ({ name, bid }: Omit<Bidder, "key">, field: string): Raise[] => [
    { path: at(field), cap: "max_bid", orCaps: ["max_effective_bid"], of: name, to: bid },
    { path: at(field), cap: "max_effective_bid", orCaps: ["max_bid"], of: name, to: effective(bid, factor) },
  ];
  const inBudget = (field: string): Raise => ({
    path: at(field),
    cap: "max_daily_budget",
    of: `the budget of campaign ${campaignId ?? "?"}`,
    to: budget,
  });
  if (kind === "negative" || opened.includes("bidOptimization"))
    raises.push(inBudget(opened[0] ?? entity.idsParam));
  if (!starts) return raises;

  if (kind === "keyword" || kind === "target") {
    const group = standing.adGroups.get(String(record.adGroupId));
    if (numberAt(record, "bid") === undefined)
      raises.push(...bids({ name: `the default bid of ad group ${String(record.adGroupId)}`, bid: numberAt(group, "defaultBid") ?? Infinity }, "state")); // prettier-ignore
  } else {
    const group = kind === "adGroup" ? record : standing.adGroups.get(String(record.adGroupId));
    const bidder = group && highestBidder([group], standing.bidders, product!);
    if (bidder) raises.push(...bids(bidder, "state"));
    raises.push({ ...inBudget("state"), orCaps: ["max_day_raise"] });
  }
  if (campaign && isEnabled(campaign) && !standing.serving.has(campaignId!)) {
    const percent = percentages.budget.get(campaignId!) ?? 0;
    const to = dailyCeiling(campaign, today, { dayFactor, percent });
    if (to > 0)
      raises.push({
        path: at("state"),
        cap: "max_day_raise",
        of: `the highest daily spend of campaign ${campaignId}`,
        orCaps: ["max_daily_budget", "max_bid", "max_effective_bid"],
        // This raise needs its own key. The totals of the day can already contain the campaign's ceiling under
        // another key, for example after a call that lowered the budget.
        key: `campaign ${campaignId} serves`,
        from: 0,
        to,
        perDay: true,
      });
  }
  return raises;
}

const dailySpend = "the highest daily spend of the campaign";

/** Returns the highest bid after all adjustments. If the bid is 0, returns 0, even if the factor is Infinity. */
const effective = (bid: number, factor: number) => (bid === 0 ? 0 : bid * factor);
