import { type Dict, dicts, isDict } from "../../../../core/ground/json.ts";
import { bidFactorKey } from "../ground/amount-keys.ts";
import type { Product } from "../ground/spending-entity.ts";

/**
 * The factors by which a campaign can raise the bids of its keywords and targets. An adjustment of 50 percent is the
 * factor 1.5. Placements and audiences without an adjustment have the factor 1, and are missing.
 */
export interface BidFactors {
  /** The highest factor by which the bidding strategy can raise a bid. It raises only the bids that Amazon chooses. */
  strategy: number;
  /** Whether the strategy lowers the bids for shoppers who will probably not buy. */
  lowers: boolean;
  /** The factor on the site Amazon Business. Amazon also applies the factor of the placement there. */
  site: number;
  placements: ReadonlyMap<string, number>;
  audiences: ReadonlyMap<string, number>;
}

/** The shoppers and the place of an ad. An absent field stands for all others, who have no adjustment of their own. */
export interface Auction {
  audience?: string | undefined;
  placement?: string | undefined;
  site?: true;
}

/** Amazon documents no limit for RULE_BASED. */
const strategies: Readonly<Record<string, { factor: number; lowers: boolean }>> = {
  LEGACY_FOR_SALES: { factor: 1, lowers: true },
  MANUAL: { factor: 1, lowers: false },
  AUTO_FOR_SALES: { factor: 2, lowers: true },
  RULE_BASED: { factor: Infinity, lowers: false },
};

/** The names under which campaigns list the bid adjustments for audiences. */
const audienceLists = [
  "shopperCohortBidding",
  "shopperCohortBidAdjustments",
  "bidAdjustmentsByShopperSegment",
];

const businessSite = "SITE_AMAZON_BUSINESS";

/**
 * In Sponsored Display and Sponsored Brands, Amazon can raise a bid by up to 300 percent.
 * https://advertising.amazon.com/API/docs/en-us/guides/sponsored-brands/targeting/keyword-targeting
 */
const automaticFactor = 4;

const noAdjustments = {
  site: 1,
  placements: new Map<string, number>(),
  audiences: new Map<string, number>(),
};

/** The factors of a campaign that could not be read. */
export const unknownFactors: BidFactors = { strategy: Infinity, lowers: false, ...noAdjustments };

/** Returns the factors of a campaign. A campaign without bidding, such as `{}`, has no adjustments. */
export function bidFactors(campaign: Dict, product: Product | undefined): BidFactors {
  if (product === "sd") return { strategy: automaticFactor, lowers: true, ...noAdjustments };
  const bidding = product === "sb" ? campaign.bidding : campaign.dynamicBidding;
  const given = isDict(bidding) ? bidding : {};
  const strategy = typeof given.strategy === "string" ? given.strategy : "LEGACY_FOR_SALES";
  // An unknown strategy may have no limit.
  const { factor, lowers } = Object.hasOwn(strategies, strategy)
    ? strategies[strategy]!
    : strategies.RULE_BASED!;
  // If Amazon optimizes the placements of a campaign, Amazon ignores the campaign's own adjustments.
  const own =
    product === "sb" && given.bidOptimization !== true ? dicts(given.bidAdjustmentsByPlacement) : [];
  const { [businessSite]: site = 1, ...placements } = highestBy(
    [...dicts(given.placementBidding), ...own],
    ({ placement }) => String(placement),
  );
  const audiences = highestBy(
    audienceLists.flatMap((name) => dicts(given[name])),
    audienceOf,
  );
  return {
    strategy: product === "sb" ? automaticFactor : factor,
    lowers,
    site,
    placements: new Map(Object.entries(placements)),
    audiences: new Map(Object.entries(audiences)),
  };
}

/** Returns the highest factor of each name. */
function highestBy(adjustments: readonly Dict[], nameOf: (one: Dict) => string): Record<string, number> {
  const found = new Map<string, number>();
  for (const one of adjustments) {
    const factor = 1 + numberOf(one.percentage ?? one.percent) / 100;
    found.set(nameOf(one), Math.max(factor, found.get(nameOf(one)) ?? 0));
  }
  return Object.fromEntries(found);
}

/** Returns a text that is different for different audiences. */
function audienceOf({ percentage: _percentage, percent: _percent, ...audience }: Dict): string {
  const ids = dicts(audience.audienceSegments).map(({ audienceId }) => String(audienceId));
  return ids.length > 0 ? ids.sort().join(" ") : JSON.stringify(audience);
}

const numberOf = (value: unknown): number => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && !Number.isNaN(number) ? number : Infinity;
};

/** Returns every combination of shoppers and places that at least one of the campaigns adjusts, and all others. */
export function auctionsOf(...all: readonly BidFactors[]): Auction[] {
  const namesOf = (of: (factors: BidFactors) => ReadonlyMap<string, number>) => [
    undefined,
    ...new Set(all.flatMap((factors) => [...of(factors).keys()])),
  ];
  const sites = all.some(({ site }) => site !== 1) ? [{}, { site: true as const }] : [{}];
  return sites.flatMap((site) =>
    namesOf(({ audiences }) => audiences).flatMap((audience) =>
      namesOf(({ placements }) => placements).map((placement): Auction => ({ audience, placement, ...site })),
    ),
  );
}

/**
 * Returns the factors that apply in an auction, by the keys under which the policy stores their first values of the
 * day. `withStrategy`: whether the strategy raises the bid in this auction.
 */
export function factorsAt(
  { strategy, site, placements, audiences }: BidFactors,
  auction: Auction,
  campaignId: string | undefined,
  withStrategy: boolean,
): Record<string, number> {
  const { audience, placement } = auction;
  const of = (name: string, factor: number) => ({ [bidFactorKey(campaignId, name)]: factor });
  return {
    ...(withStrategy ? of("strategy", strategy) : {}),
    ...(auction.site ? of("site", site) : {}),
    ...(placement === undefined ? {} : of(`placement ${placement}`, placements.get(placement) ?? 1)),
    ...(audience === undefined ? {} : of(`audience ${audience}`, audiences.get(audience) ?? 1)),
  };
}

/** Multiplies the factors of an auction. */
export const factorAt = (factors: BidFactors, auction: Auction, withStrategy = true): number =>
  Object.values(factorsAt(factors, auction, undefined, withStrategy)).reduce(
    (product, factor) => product * factor,
    1,
  );

/** Returns the auction in which a campaign can raise a bid the most. */
export const highestAuction = (factors: BidFactors): Auction =>
  auctionsOf(factors).reduce((best, one) => (factorAt(factors, one) > factorAt(factors, best) ? one : best));

/** Returns the highest factor by which a campaign can raise a bid. */
export const highestFactor = (factors: BidFactors): number => factorAt(factors, highestAuction(factors));

/** Returns the factor by which bid rules raise bids. Amazon adds `percent` to `own`, the campaign's factor. */
export const bidRuleFactor = (own: number, percent: number): number =>
  own > 0 && own < Infinity ? 1 + percent / 100 / own : 1;

/** Returns the auctions in which a changed campaign bids more, even if its strategy raises no bid there. */
export const raisedAuctions = (after: BidFactors, before: BidFactors): Auction[] =>
  auctionsOf(after, before).filter(
    (auction) => factorAt(after, auction, false) > factorAt(before, auction, false),
  );

/** Returns whether a changed campaign can bid more in at least one auction. */
export const raisesBids = (after: BidFactors, before: BidFactors): boolean =>
  after.strategy > before.strategy ||
  (before.lowers && !after.lowers) ||
  raisedAuctions(after, before).length > 0;

/** Returns words such as ` at HOME for audience 111`, or an empty text if the auction has no adjustments. */
export const auctionText = ({ placement, audience, site }: Auction): string =>
  [
    ...(placement === undefined ? [] : [` at ${placement}`]),
    ...(site ? [" on Amazon Business"] : []),
    ...(audience === undefined ? [] : [` for audience ${audience}`]),
  ].join("");
