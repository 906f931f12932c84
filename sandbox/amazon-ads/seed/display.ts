import type { Collection, SeedEntity } from "../types.ts";

const plans = [
  {
    id: "127519806194475",
    name: "SD Tents - Similar products",
    tactic: "T00020",
    budget: 25,
    asins: ["B0CK7R2M4Q", "B0CK7R9T1W"],
  },
  // The id of this campaign is greater than 2^53, so that a test notices a client that reads ids as numbers.
  {
    id: "127519806194475039",
    name: "SD Boots - Remarketing",
    tactic: "T00030",
    budget: 30,
    asins: ["B0CP1W7J5S", "B0CP1WB3HF"],
  },
];

/** Returns the Sponsored Display entities of the US shop. */
export function displayEntities(): Partial<Record<Collection, SeedEntity[]>> {
  const seed = {
    "sd/campaigns": [] as SeedEntity[],
    "sd/adGroups": [] as SeedEntity[],
    "sd/productAds": [] as SeedEntity[],
    "sd/targets": [] as SeedEntity[],
    "sd/negativeTargets": [] as SeedEntity[],
    "sd/creatives": [] as SeedEntity[],
  };
  for (const [index, { id: campaignId, name, tactic, budget, asins }] of plans.entries()) {
    const nth = (offset: number): string => String(72_835_501_651_000 + index * 100 + offset);
    const created = "2025-12-15T16:30:00.000Z";
    const adGroupId = nth(7);
    const parents = { campaignId, adGroupId, created };
    seed["sd/campaigns"].push({
      campaignId,
      name,
      tactic,
      budget,
      budgetType: "daily",
      costType: index === 0 ? "cpc" : "vcpm",
      startDate: "2025-12-15",
      deliveryProfile: "as_soon_as_possible",
      created,
    });
    seed["sd/adGroups"].push({
      campaignId,
      adGroupId,
      name: `${name} - ad group`,
      defaultBid: 0.8 + index,
      bidOptimization: index === 0 ? "clicks" : "reach",
      creativeType: "IMAGE",
      tactic,
      created,
    });
    for (const [at, asin] of asins.entries())
      seed["sd/productAds"].push({ adId: nth(11 + at), ...parents, asin });
    const expression =
      index === 0
        ? [{ type: "asinCategorySameAs", value: "3401161" }]
        : [{ type: "views", value: [{ type: "exactProduct" }, { type: "lookback", value: "30" }] }];
    const resolvedExpression =
      index === 0 ? [{ type: "asinCategorySameAs", value: "Tents & Shelters" }] : expression;
    seed["sd/targets"].push({
      targetId: nth(21),
      ...parents,
      bid: 0.9 + index,
      expressionType: "manual",
      expression,
      resolvedExpression,
    });
    const brand = [{ type: "asinBrandSameAs", value: "18681839011" }];
    seed["sd/negativeTargets"].push({
      targetId: nth(31),
      ...parents,
      expressionType: "manual",
      expression: brand,
      resolvedExpression: [{ type: "asinBrandSameAs", value: "Ridgeline" }],
    });
    seed["sd/creatives"].push({
      creativeId: nth(41),
      adGroupId,
      creativeType: "IMAGE",
      moderationStatus: "APPROVED",
      properties: { headline: "Sleep under the stars" },
      created,
    });
  }
  return seed;
}
