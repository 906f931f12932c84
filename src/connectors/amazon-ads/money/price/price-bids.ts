import type { SpendRaise } from "../../../../core/contract/judgement.ts";
import type { Dict } from "../../../../core/ground/json.ts";
import { type BidFactors, bidFactors, raisedAuctions, unknownFactors } from "../model/bid-factors.ts";
import { biddersOf, defaultBid } from "../records/bidders.ts";
import type { Percentages } from "../records/campaign-rules.ts";
import { isBiddingPath } from "../ground/complete-bidding.ts";
import { type ChangedBid, effectiveRaises } from "../model/effective-bids.ts";
import type { JudgedItem } from "../judge/judge-items.ts";
import { idOf, numberAt } from "../ground/record-fields.ts";
import type { SpendingEntity } from "../ground/spending-entity.ts";
import { type Standing, campaignOf } from "../records/standing.ts";

// A write can raise bids that are not in the write, for example with a placement adjustment of their campaign. These
// functions return all raised bids, because `max_change_percent` compares each bid with its first value of the day.

interface BidContext {
  entity: SpendingEntity;
  standing: Standing;
  percentages: { bid: Percentages };
}

/** Returns the bids that a write to a campaign raises, or all its bids if the campaign starts. */
export function priceCampaignBids(
  item: JudgedItem,
  { entity, standing, percentages }: BidContext,
): SpendRaise[] {
  const { before = {}, after, opened, starts } = item;
  const biddingPath = opened.find(isBiddingPath);
  if (biddingPath === undefined && !starts) return [];
  const campaignId = idOf(after[entity.idField]);
  const groups = [...standing.adGroups.values()].filter((one) => idOf(one.campaignId) === campaignId);
  const bidders = biddersOf(groups, standing.bidders, entity.product!);
  const factors = (campaign: typeof after) => bidFactors(campaign, entity.product);
  const adjustments = {
    campaignId,
    before: factors(before),
    after: factors(after),
    rulePercent: percentages.bid.get(campaignId ?? "") ?? 0,
  };
  const pathOf = (field: string) => `${entity.itemsParam}[${item.index}].${field}`;
  // A campaign that starts is compared with a campaign that has no adjustments.
  const isAdjusted = raisesEffectiveBids(adjustments.after, starts ? factors({}) : adjustments.before);
  const path = pathOf((biddingPath ?? "state").split(".", 1)[0]!);
  const orCaps = biddingPath === undefined ? ["max_bid", "max_daily_budget"] : ["max_bid"];
  const shared = { path, orCaps: isAdjusted ? [] : orCaps };
  const raises = bidders.flatMap((bidder) => effectiveRaises(bidder, adjustments, shared));
  if (bidders.length === 0 && (biddingPath !== undefined || isAdjusted))
    raises.push({ ...shared, cap: "max_effective_bid", to: 0 });
  if (starts)
    for (const bidder of bidders)
      raises.push({ path: pathOf("state"), cap: "max_bid", orCaps: ["max_daily_budget"], ...bidder });
  return raises;
}

/** Returns whether Amazon adds enabled targets to every new ad group of a campaign of Sponsored Brands. */
const addsTargets = ({ smartDefault, goal }: Dict): boolean =>
  Array.isArray(smartDefault) ? smartDefault.includes("TARGETING") : (goal ?? null) !== null;

/** Returns whether changed factors raise the highest bid in any auction. */
const raisesEffectiveBids = (after: BidFactors, before: BidFactors): boolean =>
  after.strategy > before.strategy || raisedAuctions(after, before).length > 0;

/** Returns the bids that a write to an ad group, ad, keyword or target raises, or all its bids if the record starts. */
export function priceChildBids(
  item: JudgedItem,
  { entity, standing, percentages }: BidContext,
): SpendRaise[] {
  const { before, after, starts } = item;
  const { kind } = entity;
  const product = entity.product!;
  const record = { ...before, ...after };
  const campaignId = campaignOf(record, standing.adGroups);
  const campaign = campaignId === undefined ? undefined : standing.campaigns.get(campaignId);
  const own = campaign ? bidFactors(campaign, product) : unknownFactors;
  const rulePercent = percentages.bid.get(campaignId ?? "") ?? 0;
  const adjustments = { campaignId, before: own, after: own, rulePercent };
  const raises = item.raises.flatMap(({ cap, path, ...bid }) =>
    cap === "max_bid" ? effectiveRaises(bid, adjustments, { path, orCaps: ["max_bid"], isParam: true }) : [],
  );
  const path = `${entity.itemsParam}[${item.index}].state`;
  const start = (bid: ChangedBid) =>
    raises.push(
      { ...bid, path, cap: "max_bid", orCaps: ["max_effective_bid"] },
      ...effectiveRaises(bid, adjustments, { path, orCaps: ["max_bid"] }),
    );
  if (!starts) return raises;
  if (kind === "adGroup" && !before && campaign && addsTargets(campaign))
    start({ of: "the targets that Amazon adds, with bids that it chooses", to: Infinity });
  const group = kind === "adGroup" ? record : standing.adGroups.get(String(record.adGroupId));
  if (kind !== "keyword" && kind !== "target")
    for (const bidder of group ? biddersOf([group], standing.bidders, product) : []) start(bidder);
  else if (numberAt(record, "bid") === undefined) {
    const { from, key, ...bid } = defaultBid(group ?? { adGroupId: record.adGroupId }, product);
    // A new keyword or target has no earlier bid.
    start(before ? { ...bid, from, key } : bid);
  }
  return raises;
}
