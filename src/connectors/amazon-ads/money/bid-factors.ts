import { type Dict, isDict } from "../../../core/ground/json.ts";
import { dicts } from "./record-fields.ts";
import type { Product } from "./spending-entity.ts";

/** How far a campaign can raise the bids of its keywords and targets. */
export interface BidFactors {
  /** The factor of the strategy. */
  strategy: number;
  /** The other factors together, for each placement. Placements without an adjustment have the key `""`. */
  placements: ReadonlyMap<string, number>;
  /**
   * The rank of the strategy: 0 only lowers bids, 1 keeps them, 2 can double them, 3 has no limit. A higher rank can bid
   * more although the factors are equal.
   */
  rank: number;
}

/** The highest factor of each strategy. Amazon documents no limit for RULE_BASED. */
const strategies: Readonly<Record<string, { rank: number; factor: number }>> = {
  LEGACY_FOR_SALES: { rank: 0, factor: 1 },
  MANUAL: { rank: 1, factor: 1 },
  AUTO_FOR_SALES: { rank: 2, factor: 2 },
  RULE_BASED: { rank: 3, factor: Infinity },
};

/** The lists with adjustments for audiences. */
const audiences = ["shopperCohortBidding", "shopperCohortBidAdjustments", "bidAdjustmentsByShopperSegment"];

/** Sponsored Display can raise every bid by 300 percent. */
const displayFactor = 4;

/** Returns the bid factors of a campaign. */
export function bidFactors(campaign: Dict, product: Product | undefined): BidFactors {
  if (product === "sd") return { strategy: displayFactor, placements: new Map([["", 1]]), rank: 0 };
  const bidding = product === "sb" ? campaign.bidding : campaign.dynamicBidding;
  const given = isDict(bidding) ? bidding : {};
  const strategy = typeof given.strategy === "string" ? given.strategy : "LEGACY_FOR_SALES";
  // An unknown strategy counts as one without a limit.
  const { rank, factor } = Object.hasOwn(strategies, strategy)
    ? strategies[strategy]!
    : strategies.RULE_BASED!;
  const audience = 1 + highest(audiences.flatMap((name) => dicts(given[name]))) / 100;
  const adjustments = [...dicts(given.placementBidding), ...dicts(given.bidAdjustmentsByPlacement)];
  // The adjustment for this site applies in addition to the adjustment for the placement.
  const site = 1 + highest(adjustments.filter(({ placement }) => placement === "SITE_AMAZON_BUSINESS")) / 100;
  const names = new Set(["", ...adjustments.map(({ placement }) => String(placement))]);
  names.delete("SITE_AMAZON_BUSINESS");
  const placements = [...names].map((name): [string, number] => {
    const own = 1 + highest(adjustments.filter(({ placement }) => placement === name)) / 100;
    return [name, own * site * audience];
  });
  return { strategy: factor, placements: new Map(placements), rank };
}

/** Returns the highest percentage of adjustments. If a list has a placement twice, the higher percentage counts. */
const highest = (adjustments: readonly Dict[]): number =>
  Math.max(0, ...adjustments.map((one) => numberOf(one.percentage ?? one.percent)));

/** A percentage that is not a number counts as unlimited. */
const numberOf = (value: unknown): number => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && !Number.isNaN(number) ? number : Infinity;
};

/** Returns the highest factor of all placements. */
export const highestFactor = ({ placements, strategy }: BidFactors): number =>
  Math.max(...placements.values()) * strategy;

/** Returns whether a campaign can bid more after a change, for any placement. */
export function raisesBids(after: BidFactors, before: BidFactors): boolean {
  if (after.rank > before.rank) return true;
  // With the same strategy, only the placements count, because the factor of the strategy can be unlimited.
  const isSame = after.rank === before.rank;
  const factorOf = ({ placements, strategy }: BidFactors, name: string) =>
    (placements.get(name) ?? placements.get("")!) * (isSame ? 1 : strategy);
  const names = new Set([...before.placements.keys(), ...after.placements.keys()]);
  return [...names].some((name) => factorOf(after, name) > factorOf(before, name));
}
