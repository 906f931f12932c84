// How high Amazon can bid for a group of shoppers. A group is an audience, or everybody else, in a kind of auction for a
// placement on one site. The rules are from Amazon's documentation of placements, audiences and bidding strategies.

type Fields = Record<string, unknown>;
export type Family = "sp" | "sb" | "sd";

/** The shoppers who are in no audience of the campaign. */
const everybody = "everybody";

/**
 * The factor of each strategy, by kind of auction. In auctions that are unlikely to end in a sale, LEGACY_FOR_SALES and
 * AUTO_FOR_SALES lower the bid by an unknown part. Only the order of the factors counts there.
 */
const strategies: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  LEGACY_FOR_SALES: { likely: 1, ordinary: 1, unlikely: 0.5 },
  MANUAL: { likely: 1, ordinary: 1, unlikely: 1 },
  AUTO_FOR_SALES: { likely: 2, ordinary: 1, unlikely: 0.5 },
  RULE_BASED: { likely: 1e9, ordinary: 1, unlikely: 1e9 },
};

const placements: Readonly<Record<Family, readonly string[]>> = {
  sp: ["PLACEMENT_TOP", "PLACEMENT_PRODUCT_PAGE", "PLACEMENT_REST_OF_SEARCH"],
  sb: ["TOP_OF_SEARCH", "DETAIL_PAGE", "HOME", "OTHER"],
  sd: ["any"],
};

interface Adjustments {
  auctions: Readonly<Record<string, number>>;
  /** The factors by site. The site Amazon Business can have its own adjustment. */
  sites: Readonly<Record<string, number>>;
  /** Returns the factor for a placement. */
  placement: (name: string) => number;
  audiences: readonly Fields[];
}

/** Returns the factors of a campaign's bids, by group of shoppers. */
export function segmentsOf(family: Family, campaign: Fields): Map<string, number> {
  const { auctions, sites, placement, audiences } = adjustmentsOf(family, campaign);
  const segments = new Map<string, number>();
  const ids = new Set(audiences.flatMap(idsOf));
  for (const audience of [everybody, ...ids]) {
    const own = audiences.filter((one) => idsOf(one).includes(audience));
    for (const place of placements[family])
      for (const [auction, factor] of Object.entries(auctions))
        for (const [site, ofSite] of Object.entries(sites))
          segments.set(`${audience} ${place} ${auction} ${site}`, factor * ofSite * placement(place) * factorOf(own)); // prettier-ignore
  }
  return segments;
}

/**
 * Returns the factor for a group of shoppers. A campaign that does not list an audience treats its shoppers like
 * everybody else.
 */
export const factorIn = (segments: ReadonlyMap<string, number>, segment: string): number | undefined =>
  segments.get(segment) ?? segments.get(segment.replace(/^\S+/, everybody));

function adjustmentsOf(family: Family, campaign: Fields): Adjustments {
  if (family === "sd") return { auctions: { any: 4 }, sites: { any: 1 }, placement: () => 1, audiences: [] };
  if (family === "sb") {
    const { bidAdjustmentsByPlacement = [], shopperCohortBidAdjustments = [] } = (campaign.bidding ?? {}) as Record<string, Fields[]>; // prettier-ignore
    const own = isOptimized(campaign) ? [] : bidAdjustmentsByPlacement;
    return { auctions: { any: 4 }, sites: { any: 1 }, placement: (name) => factorOf(own.filter(isAt(name))), audiences: shopperCohortBidAdjustments }; // prettier-ignore
  }
  const bidding = (campaign.dynamicBidding ?? {}) as Fields;
  const { placementBidding = [], shopperCohortBidding = [] } = bidding as Record<string, Fields[]>;
  return {
    auctions: strategies[String(bidding.strategy ?? "LEGACY_FOR_SALES")]!,
    sites: { business: factorOf(placementBidding.filter(isAt("SITE_AMAZON_BUSINESS"))), elsewhere: 1 },
    placement: (name) => factorOf(placementBidding.filter(isAt(name))),
    audiences: shopperCohortBidding,
  };
}

/** Whether Amazon itself sets the adjustments of the placements of a Sponsored Brands campaign. */
export const isOptimized = (campaign: Fields): boolean =>
  ((campaign.bidding ?? {}) as { bidOptimization?: boolean }).bidOptimization !== false;

const isAt =
  (name: string) =>
  ({ placement }: Fields): boolean =>
    placement === name;

/** Returns the factor of the highest of several adjustments. */
const factorOf = (adjustments: readonly Fields[]): number =>
  adjustments.length === 0
    ? 1
    : 1 + Math.max(...adjustments.map(({ percentage }) => Number(percentage))) / 100;

const idsOf = ({ audienceSegments = [] }: Fields): string[] =>
  (audienceSegments as Fields[]).map(({ audienceId }) => String(audienceId));
