import { defaultSeed } from "../../../sandbox/amazon-ads/seed/index.ts";
import type { AccountSeed, Collection, Fields, SeedEntity } from "../../../sandbox/amazon-ads/types.ts";
import type { Random } from "../random.ts";
import { bidRule, bidding, budgetRule, dates, money, portfolioBudget } from "./walk-values.ts";

export type Product = "sp" | "sb" | "sd";

export const profileId = "2381940675312846";
const asins = ["B0CK7R2M4Q", "B0CK7R9T1W", "B0BX3D8K2N", "B09ZT4H6VX"];
/** The creative of each ad of Sponsored Brands. */
const collection = { type: "PRODUCT_COLLECTION", brandName: "Fernhill", brandLogoAssetID: "amzn1.assetlibrary.asset1.fernhill-logo", headline: "Made for long trails", asins: asins.slice(0, 3) }; // prettier-ignore
export const skus = ["FH-TENT-2P", "FH-TENT-4P", "FH-BAG-20F", "FH-PACK-45L", "FH-POLE-CF", "FH-STOVE-1"];

/** The account of a seller, with random records of one ad product. */
export function randomAccount(random: Random, product: Product): AccountSeed {
  const seller = defaultSeed().accounts.find(({ profile }) => profile.profileId === profileId)!;
  return { ...seller, entities: randomEntities(random, product) };
}

function randomEntities(random: Random, product: Product): AccountSeed["entities"] {
  const entities: Partial<Record<Collection, SeedEntity[]>> = {};
  let count = 0;
  const id = () => String(900_000_000_000_000 + (count += 1));
  const put = (collection: Collection, fields: Fields): void => void (entities[collection] ??= []).push(fields); // prettier-ignore
  const state = () => random.pick(["ENABLED", "ENABLED", "ENABLED", "PAUSED", "ARCHIVED"]);
  const bid = () => (random.chance(0.7) ? { bid: money(random) } : {});

  const portfolioIds = Array.from({ length: 4 }, () => {
    const portfolioId = id();
    const featureState = random.pick(["ENABLED", "DISABLED"]);
    put("portfolios", {
      portfolioId,
      name: `Portfolio ${portfolioId}`,
      budget: portfolioBudget(random),
      ...(random.chance(0.7) ? { budgetControls: { campaignUnspentBudgetSharing: { featureState } } } : {}),
    });
    return portfolioId;
  });

  const putCampaign = (): string => {
    const campaignId = id();
    const targetingType = random.pick(["MANUAL", "MANUAL", "AUTO"]);
    const { start, end } = dates(random);
    const budget = random.pick([5, 10, 20, 50]);
    const brands = { budgetType: random.pick(["DAILY", "DAILY", "LIFETIME"]), bidding: bidding(random, "sb"), brandEntityId: "ENTITY2FERNHILLBRAND" }; // prettier-ignore
    put(`${product}/campaigns`, {
      campaignId,
      name: `Campaign ${campaignId}`,
      state: state(),
      startDate: start,
      ...(end === undefined ? {} : { endDate: end }),
      ...(random.chance(0.6) ? { portfolioId: random.pick(portfolioIds) } : {}),
      ...(product === "sp" ? { targetingType, budget: { budget, budgetType: "DAILY" }, dynamicBidding: bidding(random, "sp") } : {}), // prettier-ignore
      ...(product === "sb" ? { budget, ...brands } : {}),
      ...(product === "sd" ? { budget, budgetType: "daily", tactic: "T00020", costType: "cpc", deliveryProfile: "as_soon_as_possible" } : {}), // prettier-ignore
    });
    for (let groups = 1 + random.below(2); groups > 0; groups--) putGroup(campaignId, targetingType);
    if (product === "sp") {
      put("sp/campaignNegativeKeywords", { campaignId, keywordId: id(), keywordText: "used", matchType: "NEGATIVE_EXACT", state: state() }); // prettier-ignore
      if (targetingType === "AUTO") put("sp/campaignNegativeTargets", { campaignId, targetId: id(), expression: [{ type: "ASIN_SAME_AS", value: "B07R7V6KS8" }], state: state() }); // prettier-ignore
    }
    return campaignId;
  };

  const putGroup = (campaignId: string, targetingType: string): void => {
    const adGroupId = id();
    const parents = { campaignId, adGroupId };
    const creativeType = random.pick(["IMAGE", "IMAGE", "VIDEO"]);
    put(`${product}/adGroups`, {
      ...parents,
      name: `Group ${adGroupId}`,
      state: state(),
      ...(product === "sb" ? {} : { defaultBid: money(random) }),
      ...(product === "sd" ? { bidOptimization: random.pick(["clicks", "conversions"]), creativeType, tactic: "T00020" } : {}), // prettier-ignore
    });
    for (let ads = 1 + random.below(2); ads > 0; ads--) {
      if (product === "sb") put("sb/ads", { ...parents, adId: id(), name: `Ad ${count}`, state: state(), creative: { ...collection } }); // prettier-ignore
      else put(`${product}/productAds`, { ...parents, adId: id(), asin: asins[ads], sku: skus[ads], state: state() }); // prettier-ignore
    }
    for (let bidders = 1 + random.below(3); bidders > 0; bidders--) putBidder(parents, targetingType);
    putNegatives(parents);
    // Amazon has rejected some creatives.
    const moderationStatus = random.pick(["APPROVED", "REJECTED"]);
    if (product === "sd" && random.chance(0.6)) put("sd/creatives", { adGroupId, creativeId: id(), creativeType, moderationStatus, properties: creativeType === "VIDEO" ? { video: { assetId: "amzn1.assetlibrary.asset1.fernhill-boots", assetVersion: "version_v1" } } : { headline: "Sleep outdoors" } }); // prettier-ignore
  };

  const putBidder = (parents: Fields, targetingType: string): void => {
    const expression = [{ type: "asinSameAs", value: random.pick(["B07R7V6KS8", "B08KTZ8249"]) }];
    const keyword = { keywordId: id(), keywordText: `tent ${count}` };
    if (product === "sd") put("sd/targets", { ...parents, targetId: id(), expressionType: "manual", expression, resolvedExpression: expression, ...bid(), state: state() }); // prettier-ignore
    else if (product === "sb") {
      const kind = random.pick(["keyword", "target", "theme"]);
      if (kind === "keyword") put("sb/keywords", { ...parents, ...keyword, matchType: "broad", bid: money(random), state: state() }); // prettier-ignore
      else if (kind === "target") put("sb/targets", { ...parents, targetId: id(), expressions: expression, bid: money(random), state: state() }); // prettier-ignore
      else put("sb/themes", { ...parents, themeId: id(), themeType: "KEYWORDS_RELATED_TO_YOUR_BRAND", bid: money(random), state: state() }); // prettier-ignore
    } else if (targetingType === "AUTO") put("sp/targets", { ...parents, targetId: id(), expressionType: "AUTO", expression: [{ type: random.pick(["QUERY_HIGH_REL_MATCHES", "ASIN_SUBSTITUTE_RELATED"]) }], ...bid(), state: state() }); // prettier-ignore
    else if (random.chance(0.6)) put("sp/keywords", { ...parents, ...keyword, matchType: random.pick(["BROAD", "EXACT"]), ...bid(), state: state() }); // prettier-ignore
    else put("sp/targets", { ...parents, targetId: id(), expressionType: "MANUAL", expression: [{ type: "ASIN_SAME_AS", value: "B07R7V6KS8" }], ...bid(), state: state() }); // prettier-ignore
  };

  const putNegatives = (parents: Fields): void => {
    const text = { keywordId: id(), keywordText: "free" };
    const target = { targetId: id(), state: state() };
    const expression = [{ type: "asinSameAs", value: "B08KTZ8249" }];
    if (product === "sd")
      put("sd/negativeTargets", { ...parents, ...target, expressionType: "manual", expression, resolvedExpression: expression }); // prettier-ignore
    else if (product === "sb") {
      put("sb/negativeKeywords", { ...parents, ...text, matchType: "negativeExact", state: "ENABLED" });
      put("sb/negativeTargets", { ...parents, ...target, expressions: expression });
    } else {
      put("sp/negativeKeywords", { ...parents, ...text, matchType: "NEGATIVE_EXACT", state: state() });
      put("sp/negativeTargets", { ...parents, ...target, expression: [{ type: "ASIN_SAME_AS", value: "B08KTZ8249" }] }); // prettier-ignore
    }
  };

  const campaignIds = Array.from({ length: 2 + random.below(2) }, putCampaign);
  for (let rules = 2; rules > 0; rules--) {
    const some = campaignIds.filter(() => random.chance(0.5));
    const ruleState = () => random.pick(["ENABLED", "PAUSED"]);
    put(`${product}/budgetRules`, { ruleId: `budget-${id()}`, state: ruleState(), ruleDetails: budgetRule(random), campaignIds: some }); // prettier-ignore
    if (product === "sp") put("sp/optimizationRules", { optimizationRuleId: `bid-${id()}`, state: ruleState(), ...bidRule(random), campaignIds: some }); // prettier-ignore
  }
  return entities;
}
