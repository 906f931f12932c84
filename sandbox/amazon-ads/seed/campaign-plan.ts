import type { Collection, SeedEntity, State } from "../types.ts";

/** A short form of a Sponsored Products campaign with its ad groups, ads, keywords and targets. */
export interface CampaignPlan {
  name: string;
  id?: string;
  auto?: boolean;
  budget: number;
  state?: State;
  portfolioId?: string;
  start: string;
  end?: string;
  strategy?: "LEGACY_FOR_SALES" | "AUTO_FOR_SALES" | "MANUAL";
  /** The bid adjustment for the top of search, in percent. */
  top?: number;
  adGroups: AdGroupPlan[];
  /** The texts of the campaign's negative keywords, all with the match type "exact". */
  negatives?: string[];
  /** The ASINs that an automatic campaign excludes. */
  excluded?: string[];
}

interface AdGroupPlan {
  name: string;
  id?: string;
  bid: number;
  ads: readonly (readonly [sku: string, asin: string])[];
  /** The text, match type and bid of each keyword. Default state: ENABLED. */
  keywords?: readonly (readonly [string, "BROAD" | "PHRASE" | "EXACT", number, State?])[];
  /** The ASIN or category id of each target, and its bid. */
  targets?: readonly (readonly [string, number])[];
  negatives?: readonly string[];
  /** The brand ids or ASINs that the ad group excludes. */
  excluded?: readonly string[];
}

const AUTO = [
  "QUERY_HIGH_REL_MATCHES",
  "QUERY_BROAD_REL_MATCHES",
  "ASIN_SUBSTITUTE_RELATED",
  "ASIN_ACCESSORY_RELATED",
];

type Entities = Partial<Record<Collection, SeedEntity[]>>;

/**
 * Creates the entities of the campaigns. `prefix`: the start of all new ids. Each account has its own prefix, so that
 * ids are unique.
 */
export function entitiesOf(prefix: number, plans: readonly CampaignPlan[], vendor = false): Entities {
  let count = 0;
  const newId = (): string => {
    count += 1;
    return String(prefix * 10_000_000_000_000 + ((count * 618_033_988_749) % 9_000_000_000_000));
  };
  const entities = {
    "sp/campaigns": [] as SeedEntity[],
    "sp/adGroups": [] as SeedEntity[],
    "sp/keywords": [] as SeedEntity[],
    "sp/productAds": [] as SeedEntity[],
    "sp/targets": [] as SeedEntity[],
    "sp/negativeKeywords": [] as SeedEntity[],
    "sp/negativeTargets": [] as SeedEntity[],
    "sp/campaignNegativeKeywords": [] as SeedEntity[],
    "sp/campaignNegativeTargets": [] as SeedEntity[],
  };
  for (const each of plans) {
    const campaignId = each.id ?? newId();
    const created = `${each.start}T14:20:00.000Z`;
    const state = each.state ?? "ENABLED";
    const updated = state === "ENABLED" ? created : "2026-03-02T09:15:00.000Z";
    const top = each.top === undefined ? [] : [{ placement: "PLACEMENT_TOP", percentage: each.top }];
    entities["sp/campaigns"].push({
      campaignId,
      name: each.name,
      state,
      targetingType: each.auto ? "AUTO" : "MANUAL",
      budget: { budget: each.budget, budgetType: "DAILY" },
      dynamicBidding: { placementBidding: top, strategy: each.strategy ?? "LEGACY_FOR_SALES" },
      startDate: each.start,
      ...(each.end === undefined ? {} : { endDate: each.end }),
      ...(each.portfolioId === undefined ? {} : { portfolioId: each.portfolioId }),
      created,
      updated,
    });
    for (const text of each.negatives ?? [])
      entities["sp/campaignNegativeKeywords"].push({
        keywordId: newId(),
        campaignId,
        keywordText: text,
        matchType: "NEGATIVE_EXACT",
        created,
      });
    for (const asin of each.excluded ?? [])
      entities["sp/campaignNegativeTargets"].push({
        targetId: newId(),
        campaignId,
        ...expressions("ASIN_SAME_AS", asin),
        created,
      });
    for (const group of each.adGroups) {
      const adGroupId = group.id ?? newId();
      const parents = { campaignId, adGroupId, created };
      entities["sp/adGroups"].push({
        adGroupId,
        campaignId,
        name: group.name,
        defaultBid: group.bid,
        created,
      });
      for (const [sku, asin] of group.ads)
        entities["sp/productAds"].push({ adId: newId(), ...parents, asin, ...(vendor ? {} : { sku }) });
      for (const [keywordText, matchType, bid, keywordState = "ENABLED"] of group.keywords ?? [])
        entities["sp/keywords"].push({
          keywordId: newId(),
          ...parents,
          keywordText,
          matchType,
          bid,
          state: keywordState,
        });
      for (const type of each.auto ? AUTO : [])
        entities["sp/targets"].push({
          targetId: newId(),
          ...parents,
          expressionType: "AUTO",
          expression: [{ type }],
          resolvedExpression: [{ type }],
        });
      for (const [value, bid] of group.targets ?? [])
        entities["sp/targets"].push({
          targetId: newId(),
          ...parents,
          expressionType: "MANUAL",
          bid,
          ...expressions(value.startsWith("B0") ? "ASIN_SAME_AS" : "ASIN_CATEGORY_SAME_AS", value),
        });
      for (const text of group.negatives ?? [])
        entities["sp/negativeKeywords"].push({
          keywordId: newId(),
          ...parents,
          keywordText: text,
          matchType: "NEGATIVE_PHRASE",
        });
      for (const value of group.excluded ?? [])
        entities["sp/negativeTargets"].push({
          targetId: newId(),
          ...parents,
          ...expressions(value.startsWith("B0") ? "ASIN_SAME_AS" : "ASIN_BRAND_SAME_AS", value),
        });
    }
  }
  return entities;
}

const NAMES: Readonly<Record<string, string>> = {
  "3401161": "Tents & Shelters",
  "3401301": "Sleeping Bags",
  "679255011": "Hiking Boots",
  "18681839011": "Ridgeline",
  "7048034011": "Alder & Pine",
};

const expressions = (type: string, value: string) => ({
  expression: [{ type, value }],
  resolvedExpression: [{ type, value: NAMES[value] ?? value }],
});
