import { type Dict, isDict } from "../../../core/ground/json.ts";
import { dicts } from "./record-fields.ts";
import type { Product } from "./spending-entity.ts";

/** The factors by which a campaign can raise the bids of its keywords and targets. */
export interface BidFactors {
  /** The highest factor by which the bidding strategy can raise a bid. */
  strategy: number;
  /**
   * For each placement, all factors except `strategy`, multiplied together. The key `""` is for placements without an
   * adjustment.
   */
  placements: ReadonlyMap<string, number>;
  /**
   * The rank of the bidding strategy. 0 only lowers bids, 1 keeps bids, 2 can double bids, and 3 has no limit. A
   * strategy with a higher rank can bid more, even if the factors are equal.
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

/** The fields of a campaign with bid adjustments for audiences. */
const audiences = ["shopperCohortBidding", "shopperCohortBidAdjustments", "bidAdjustmentsByShopperSegment"];

/**
 * Sponsored Display and Sponsored Brands can raise every bid by 300 percent.
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
  const audience = 1 + highest(audiences.flatMap((name) => dicts(given[name]))) / 100;
  // If Amazon optimizes the placements of a Sponsored Brands campaign, Amazon ignores the campaign's own adjustments.
  const own =
    product === "sb" && given.bidOptimization !== true ? dicts(given.bidAdjustmentsByPlacement) : [];
  const adjustments = [...dicts(given.placementBidding), ...own];
  // Amazon applies the adjustment for the site Amazon Business in addition to the adjustment for the placement.
  const site = 1 + highest(adjustments.filter(({ placement }) => placement === "SITE_AMAZON_BUSINESS")) / 100;
  const names = new Set(["", ...adjustments.map(({ placement }) => String(placement))]);
  names.delete("SITE_AMAZON_BUSINESS");
  const placements = [...names].map((name): [string, number] => {
    const adjusted = 1 + highest(adjustments.filter(({ placement }) => placement === name)) / 100;
    return [name, adjusted * site * audience];
  });
  return { strategy: product === "sb" ? automaticFactor : factor, placements: new Map(placements), rank };
}

/** Returns a percentage, which can be negative. Without adjustments, the result is 0. */
const highest = (adjustments: readonly Dict[]): number =>
  adjustments.length === 0
    ? 0
    : Math.max(...adjustments.map((one) => numberOf(one.percentage ?? one.percent)));

/** Returns Infinity for a value that is not a number. */
const numberOf = (value: unknown): number => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && !Number.isNaN(number) ? number : Infinity;
};

/** Returns the highest factor in any placement. */
export const highestFactor = ({ placements, strategy }: BidFactors): number =>
  Math.max(...placements.values()) * strategy;

/**
 * Returns the factor by which bid rules of `percent` percent raise bids. `own`: the campaign's own factor, to which
 * Amazon adds the percentage.
 */
export const bidRuleFactor = (own: number, percent: number): number =>
  own > 0 && own < Infinity ? 1 + percent / 100 / own : 1;

/** Returns whether a change lets a campaign bid more in at least one placement. */
export function raisesBids(after: BidFactors, before: BidFactors): boolean {
  if (after.rank > before.rank) return true;
  // If the strategy stays the same, only the factors of the placements are compared. A strategy's factor of Infinity
  // would make both sides Infinity.
  const isSame = after.rank === before.rank;
  const factorOf = ({ placements, strategy }: BidFactors, name: string) =>
    (placements.get(name) ?? placements.get("")!) * (isSame ? 1 : strategy);
  const names = new Set([...before.placements.keys(), ...after.placements.keys()]);
  return [...names].some((name) => factorOf(after, name) > factorOf(before, name));
}
