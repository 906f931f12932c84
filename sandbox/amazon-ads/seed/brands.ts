import type { Collection, SeedEntity } from "../types.ts";

export const STORE = "https://www.amazon.com/stores/page/5B1C7C1E-2F0A-4E43-9D55-FE9B0A7E11C2";
export const BRAND = {
  brandId: "A2FERNHILLBRND",
  brandEntityId: "ENTITY2FERNHILLBRAND",
  brandRegistryName: "Fernhill",
};
const LOGO = "amzn1.assetlibrary.asset1.fernhill-logo:version_v1";

const plans = [
  {
    id: "144327786111035248",
    name: "SB Tents collection",
    budget: 60,
    start: "2025-11-10",
    keywords: ["camping tent", "family tent", "backpacking tent"],
  },
  {
    id: "144140792417656013",
    name: "SB Boots video",
    budget: 45,
    start: "2026-01-12",
    keywords: ["hiking boots", "waterproof boots"],
  },
  {
    id: "144765279800494117",
    name: "SB Brand store",
    budget: 30,
    start: "2025-11-10",
    keywords: ["fernhill", "outdoor gear"],
  },
];

/**
 * Returns the Sponsored Brands entities of the US shop. Their ids have eighteen digits, like the ids of Amazon's
 * older entities.
 */
export function brandsEntities(): Partial<Record<Collection, SeedEntity[]>> {
  const seed = {
    "sb/campaigns": [] as SeedEntity[],
    "sb/adGroups": [] as SeedEntity[],
    "sb/ads": [] as SeedEntity[],
    "sb/keywords": [] as SeedEntity[],
    "sb/negativeKeywords": [] as SeedEntity[],
    "sb/targets": [] as SeedEntity[],
    "sb/negativeTargets": [] as SeedEntity[],
    "sb/themes": [] as SeedEntity[],
  };
  for (const [index, { id: campaignId, name, budget, start, keywords }] of plans.entries()) {
    const nth = (offset: number): string =>
      String(144_346_139_432n * 1_000_000n + BigInt(index * 1000 + offset));
    const created = `${start}T15:00:00.000Z`;
    // An ad group has keywords or product targets, never both: https://github.com/amzn/ads-advanced-tools-docs/issues/499
    const adGroupId = nth(903);
    const productAdGroupId = nth(904);
    seed["sb/campaigns"].push({
      campaignId,
      name,
      budget,
      budgetType: "DAILY",
      startDate: start,
      brandEntityId: BRAND.brandEntityId,
      productLocation: "SOLD_ON_AMAZON",
      isMultiAdGroupsEnabled: true,
      bidding: { bidOptimization: true, bidOptimizationStrategy: "MAXIMIZE_IMMEDIATE_SALES" },
      state: index === 2 ? "PAUSED" : "ENABLED",
      created,
    });
    for (const [groupId, adId, suffix] of [
      [adGroupId, nth(905), ""],
      [productAdGroupId, nth(906), " products"],
    ] as const) {
      seed["sb/adGroups"].push({
        adGroupId: groupId,
        campaignId,
        name: `${name} - ad group${suffix}`,
        created,
      });
      seed["sb/ads"].push({
        adId,
        campaignId,
        adGroupId: groupId,
        name: `${name} - ad${suffix}`,
        creative: {
          brandName: "Fernhill",
          brandLogoAssetID: LOGO,
          headline: "Made for long trails",
          asins: ["B0CK7R2M4Q", "B0BX3D8K2N", "B0CP1W7J5S"],
          type: index === 1 ? "BRAND_VIDEO" : "PRODUCT_COLLECTION",
          ...(index === 1 ? { videoAssetIds: ["amzn1.assetlibrary.asset1.fernhill-boots:version_v1"] } : {}),
        },
        landingPage: { pageType: "STORE", url: STORE },
        created,
      });
    }
    for (const [at, keywordText] of keywords.entries())
      seed["sb/keywords"].push({
        keywordId: nth(907 + at * 2),
        campaignId,
        adGroupId,
        keywordText,
        matchType: at === 0 ? "exact" : "broad",
        bid: 1.2 + at * 0.15,
        created,
      });
    seed["sb/negativeKeywords"].push({
      keywordId: nth(931),
      campaignId,
      adGroupId,
      keywordText: "used",
      matchType: "negativePhrase",
      created,
    });
    const target = (type: string, value: string, name_ = value) => ({
      expressions: [{ type, value }],
      resolvedExpressions: [{ type, value: name_ }],
      campaignId,
      adGroupId: productAdGroupId,
      created,
    });
    seed["sb/targets"].push({
      targetId: nth(941),
      bid: 0.95,
      ...target("asinCategorySameAs", "3401161", "Tents & Shelters"),
    });
    seed["sb/negativeTargets"].push({
      targetId: nth(951),
      ...target("asinBrandSameAs", "18681839011", "Ridgeline"),
    });
    if (index === 0)
      seed["sb/themes"].push({
        themeId: nth(961),
        campaignId,
        adGroupId,
        themeType: "KEYWORDS_RELATED_TO_YOUR_BRAND",
        bid: 1,
        created,
      });
  }
  return seed;
}
