import { type Dict, dicts, isDict } from "../../../core/ground/json.ts";
import type { Product } from "./spending-entity.ts";

/** The factors by which a campaign can raise the bids of its keywords and targets. */
export interface BidFactors {
  /** The highest factor by which the bidding strategy can raise a bid. */
  strategy: number;
  /** The product of all other factors, by placement. Placements without an adjustment have the key `""`. */
  placements: ReadonlyMap<string, number>;
  /**
   * The rank of the bidding strategy: 0 only lowers bids, 1 keeps bids, 2 can double bids, 3 has no limit. Of two
   * strategies with the same factor, the strategy with the higher rank can bid more.
   */
  rank: number;
}

/** Amazon documents no limit for RULE_BASED. */
const strategies: Readonly<Record<string, { rank: number; factor: number }>> = {
  LEGACY_FOR_SALES: { rank: 0, factor: 1 },
  MANUAL: { rank: 1, factor: 1 },
  AUTO_FOR_SALES: { rank: 2, factor: 2 },
  RULE_BASED: { rank: 3, factor: Infinity },
};

/** The names under which campaigns list the bid adjustments for audiences. */
const audiences = ["shopperCohortBidding", "shopperCohortBidAdjustments", "bidAdjustmentsByShopperSegment"];

/**
 * In Sponsored Display and Sponsored Brands, Amazon can raise a bid by up to 300 percent.
 * https://advertising.amazon.com/API/docs/en-us/guides/sponsored-brands/targeting/keyword-targeting
 */
const automaticFactor = 4;

export function bidFactors(campaign: Dict, product: Product | undefined): BidFactors {
  if (product === "sd") return { strategy: automaticFactor, placements: new Map([["", 1]]), rank: 0 };
  const bidding = product === "sb" ? campaign.bidding : campaign.dynamicBidding;
  const given = isDict(bidding) ? bidding : {};
  const strategy = typeof given.strategy === "string" ? given.strategy : "LEGACY_FOR_SALES";
  // An unknown strategy may have no limit.
  const { rank, factor } = Object.hasOwn(strategies, strategy)
    ? strategies[strategy]!
    : strategies.RULE_BASED!;
  const audience = 1 + highestPercentage(audiences.flatMap((name) => dicts(given[name]))) / 100;
  // If Amazon optimizes the placements of a campaign, Amazon ignores the campaign's own adjustments.
  const own =
    product === "sb" && given.bidOptimization !== true ? dicts(given.bidAdjustmentsByPlacement) : [];
  const adjustments = [...dicts(given.placementBidding), ...own];
  // On the site Amazon Business, Amazon applies the adjustment for the site and the adjustment for the placement.
  const site =
    1 + highestPercentage(adjustments.filter(({ placement }) => placement === "SITE_AMAZON_BUSINESS")) / 100;
  const names = new Set(["", ...adjustments.map(({ placement }) => String(placement))]);
  names.delete("SITE_AMAZON_BUSINESS");
  const placements = [...names].map((name): [string, number] => {
    const adjusted = 1 + highestPercentage(adjustments.filter(({ placement }) => placement === name)) / 100;
    return [name, adjusted * site * audience];
  });
  return { strategy: product === "sb" ? automaticFactor : factor, placements: new Map(placements), rank };
}

const highestPercentage = (adjustments: readonly Dict[]): number =>
  adjustments.length === 0
    ? 0
    : Math.max(...adjustments.map((one) => numberOf(one.percentage ?? one.percent)));

const numberOf = (value: unknown): number => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && !Number.isNaN(number) ? number : Infinity;
};

/** Returns the highest factor by which a campaign can raise a bid in any placement. */
export const highestFactor = ({ placements, strategy }: BidFactors): number =>
  Math.max(...placements.values()) * strategy;

/** Returns the factor by which bid rules raise bids. Amazon adds `percent` to `own`, the campaign's factor. */
export const bidRuleFactor = (own: number, percent: number): number =>
  own > 0 && own < Infinity ? 1 + percent / 100 / own : 1;

/** Returns whether a changed campaign can bid more in at least one placement. */
export function raisesBids(after: BidFactors, before: BidFactors): boolean {
  if (after.rank > before.rank) return true;
  // If the strategy stays the same, only the placements are compared, because a factor of Infinity would hide a raise.
  const isSame = after.rank === before.rank;
  const factorOf = ({ placements, strategy }: BidFactors, name: string) =>
    (placements.get(name) ?? placements.get("")!) * (isSame ? 1 : strategy);
  const names = new Set([...before.placements.keys(), ...after.placements.keys()]);
  return [...names].some((name) => factorOf(after, name) > factorOf(before, name));
}
