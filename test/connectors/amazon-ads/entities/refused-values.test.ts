import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";

// Values that fit the types of the params, but that Amazon would refuse.

type Dict = Record<string, unknown>;
type Execute = (entity: string, action: string, params: Dict) => Promise<{ data: Dict }>;

const profileId = "2381940675312846";
const sandbox = amazonAdsSandbox();
const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, sandbox.options);
const execute = ads.execute as unknown as Execute;

const ids = { campaignId: "144373194309380061", adGroupId: "1" };
const target = (...expression: unknown[]) => ({ targets: [{ adGroupId: "1", expression }] });
const category = { type: "asinCategorySameAs", value: "3401161" };
const views = (...value: unknown[]) => target({ type: "views", value });
const keyword = (keywordText: string, matchType: string) => ({
  negativeKeywords: [{ ...ids, keywordText, matchType }],
});
const campaign = (dates: Dict) => ({ campaigns: [{ campaignId: ids.campaignId, ...dates }] });
const insights = {
  brandEntityId: "ENTITY1",
  startDate: "2026-01-01",
  endDate: "2026-01-31",
  dimension: "DATE",
};

const asins = ["B07R7V6KS8", "B07X2X4D5H", "B003L1717K"];
const collection = (landingPage: Dict) => ({
  ads: [
    { adGroupId: "1", name: "A", creative: { brandName: "A", brandLogoAssetID: "a", asins, landingPage } },
  ],
});
const condition = (metric: string) => ({ metric, comparison: "GREATER_THAN", threshold: 2 });

const logo = { assetId: "amzn1.assetlibrary.asset1.logo" };
const creative = (properties: Dict, more: Dict = {}) => ({
  creatives: [{ adGroupId: "1", ...more, properties }],
});
const cropped = (width: number, height: number) => ({
  ...logo,
  croppingCoordinates: { top: 0, left: 0, width, height },
});

const wrong: [action: string, params: Dict, path: string, says: string | RegExp][] = [
  ["sponsored_product_campaigns.update", campaign({ endDate: "2026-02-30" }), "campaigns[0].endDate", "no such day"],
  ["sponsored_product_campaigns.update", campaign({ startDate: "2026-05-02", endDate: "2026-05-01" }), "campaigns[0].endDate", "before startDate"],
  ["sponsored_brands_campaigns.update", campaign({ startDate: "2026-04-31" }), "campaigns[0].startDate", "no such day"],
  ["sd_campaigns.update", campaign({ endDate: "20260230" }), "campaigns[0].endDate", "no such day"],
  ["sd_campaigns.update", campaign({ startDate: "20260502", endDate: "20260501" }), "campaigns[0].endDate", "before startDate"],
  ["portfolios.create", { portfolios: [{ name: "x", budget: { policy: "DATE_RANGE", startDate: "2026-03-02", endDate: "2026-03-01" } }] }, "portfolios[0].budget.endDate", "before startDate"],
  ["invoices.list", { startDate: "2025-02-29" }, "startDate", "no such day"],
  ["change_history.query", { startDate: "2026-01-02", endDate: "2026-01-01", eventTypes: { CAMPAIGN: {} } }, "endDate", "before startDate"],
  ["change_history.query", { startDate: "2026-01-02", eventTypes: { CAMPAIGN: {} } }, "endDate", "is required"],
  ["reports.run", { reportTypeId: "spCampaigns", startDate: "2026-01-02" }, "endDate", "is required"],
  ["stores.insights", { ...insights, startDate: "2026-02-01", metrics: ["VISITS"] }, "endDate", "before startDate"],
  ["stores.insights", { ...insights, metrics: ["CLICKS"] }, "metrics[0]", "VISITS"],
  ["stores.asin_metrics", { ...insights, dimension: undefined, metrics: Array.from({ length: 13 }, () => "CLICKS") }, "metrics", "12"],
  ["sponsored_product_product_ads.create", { productAds: [ids] }, "productAds[0]", "either sku (sellers) or asin"],
  ["sponsored_product_product_ads.create", { productAds: [{ ...ids, sku: "A", asin: "B07R7V6KS8" }] }, "productAds[0]", "not both"],
  ["sd_product_ads.create", { productAds: [ids] }, "productAds[0]", "either sku"],
  ["sponsored_product_negative_keywords.create", keyword("one two three four five", "NEGATIVE_PHRASE"), "negativeKeywords[0].keywordText", "at most 4 words, this one has 5"],
  ["sponsored_product_negative_keywords.create", keyword("1 2 3 4 5 6 7 8 9 10 11", "NEGATIVE_EXACT"), "negativeKeywords[0].keywordText", "10 words"],
  ["sponsored_product_campaign_negative_keywords.create", { campaignNegativeKeywords: [{ campaignId: "1", keywordText: "a b c d e", matchType: "NEGATIVE_PHRASE" }] }, "campaignNegativeKeywords[0].keywordText", "at most 4 words"],
  ["sponsored_product_product_ads.create", { productAds: [{ ...ids, asin: "B07" }] }, "productAds[0].asin", 'expected ASIN, such as "B07R7V6KS8"'],
  ["sponsored_product_keywords.keyword_recommendations", { asins: ["B0"] }, "asins[0]", "ASIN"],
  ["sb_product_targeting.products", { asins: ["B07R7V6KS8".repeat(2)] }, "asins[0]", "ASIN"],
  ["sponsored_brands_ads.create_video", { ads: [{ adGroupId: "1", name: "A", creative: { asins: ["b07r7v6ks8"], videoAssetIds: ["a"] } }] }, "ads[0].creative.asins[0]", "ASIN"],
  ["product_targeting.count", { categoryId: "1", ratingRange: { min: 0.02, max: 5 } }, "ratingRange.min", "integer 0-5"],
  ["sb_product_targeting.count", { categoryId: "1", ratingRange: { min: 1, max: 12.35 } }, "ratingRange.max", "integer 0-5"],
  ["sb_product_targeting.count", { categoryId: "1", ratingRange: { min: 4, max: 2 } }, "ratingRange", "min must not be above max"],
  ["product_targeting.count", { categoryId: "1", priceRange: { min: 4, max: 2 } }, "priceRange", "min must not be above max"],
  ["sponsored_brands_ads.create_manual_collection", collection({ pageType: "CUSTOM_URL", url: "https://example.com" }), "ads[0].creative.landingPage.pageType", "PRODUCT_LIST"],
  ["sponsored_brands_ads.create_manual_collection", collection({ asins }), "ads[0].creative.landingPage.asins", "asins"],
  ["budget_rules.update", { rules: [{ ruleId: "1", metric: "ROAS" }] }, "rules[0]", "needs metric, comparison and threshold"],
  ["budget_rules.update", { rules: [{ ruleId: "1", metric: "ROAS", threshold: 2 }] }, "rules[0]", "needs metric, comparison and threshold"],
  ["budget_rules.create", { rules: [{ name: "A", increasePercent: 1, startDate: "2026-05-01", threshold: 2 }] }, "rules[0]", "needs metric, comparison and threshold"],
  ["budget_rules.update", { rules: [{ ruleId: "1", ...condition("IS") }] }, "rules[0].metric", "ACOS, CTR, CVR, ROAS if product is sp"],
  ["budget_rules.create", { product: "sb", rules: [{ name: "A", increasePercent: 1, startDate: "2026-05-01", ...condition("ACOS") }] }, "rules[0].metric", "IS, NTB, ROAS if product is sb"],
  ["budget_rules.update", { product: "sd", rules: [{ ruleId: "1", ...condition("ROAS"), comparison: "EQUAL_TO" }] }, "rules[0].comparison", "only if product is sp"],
  ["sd_creatives.create", creative({}), "creatives[0].properties", "at least one part"],
  ["sd_creatives.create", creative({ headline: "x".repeat(51) }), "creatives[0].properties.headline", "50"],
  ["sd_creatives.create", creative({ headline: "  " }), "creatives[0].properties.headline", "empty"],
  ["sd_creatives.create", creative({ headline: "Tents #1" }), "creatives[0].properties.headline", "must not contain #"],
  ["sd_creatives.create", creative({ headline: "Tents ⛺" }), "creatives[0].properties.headline", "emojis"],
  ["sd_creatives.create", creative({ headline: "BUY OUR TENTS" }), "creatives[0].properties.headline", "capital letters"],
  ["sd_creatives.create", creative({ brandLogo: cropped(599, 100) }), "creatives[0].properties.brandLogo.croppingCoordinates", "600 wide and 100 high"],
  ["sd_creatives.create", creative({ squareCustomImage: cropped(628, 627) }), "creatives[0].properties.squareCustomImage.croppingCoordinates", "628 high"],
  ["sd_creatives.create", creative({ rectCustomImage: logo, squareCustomImage: { assetId: "other" } }), "creatives[0].properties.squareCustomImage", "the same asset"],
  ["sd_creatives.create", creative({ headline: "Tents" }, { creativeType: "VIDEO" }), "creatives[0].properties", "needs a video"],
  ["sd_creatives.create", creative({ video: logo }, { creativeType: "IMAGE" }), "creatives[0].properties.video", "creativeType VIDEO"],
  ["sd_creatives.create", creative({ video: logo }), "creatives[0].properties.video", "creativeType VIDEO"],
  ["sd_creatives.create", creative({ video: logo, squareVideos: [logo] }, { creativeType: "VIDEO" }), "creatives[0].properties.squareVideos", "not allowed beside video"],
  ["sd_creatives.create", { creatives: [...creative({ headline: "A" }).creatives, ...creative({ headline: "B" }).creatives] }, "creatives[1].adGroupId", "only one creative"],
  ["sd_creatives.update", { creatives: [{ creativeId: "1", properties: {} }] }, "creatives[0].properties", "at least one part"],
  ["sd_creatives.preview", { asin: "B07R7V6KS8", properties: { headline: "<b>" } }, "properties.headline", "must not contain <"],
  ["sd_creatives.preview", { asin: "B07R7V6KS8", size: "1x1" }, "size", "300x250"],
  ["sd_targets.create", target({ type: "asinsSameAs", value: "B07R7V6KS8" }), "targets[0].expression[0].type", "asinSameAs"],
  ["sd_targets.create", target({ type: "asinSameAs", value: "B07" }), "targets[0].expression", "ASIN of 10 characters"],
  ["sd_targets.create", target({ type: "asinSameAs" }), "targets[0].expression", "needs a text"],
  ["sd_targets.create", target({ type: "asinBrandSameAs", value: "1" }), "targets[0].expression", "exactly one of"],
  ["sd_targets.create", target(category, { type: "asinSameAs", value: "B07R7V6KS8" }), "targets[0].expression", "got 2"],
  ["sd_targets.create", target({ type: "similarProduct" }, { type: "asinPriceLessThan", value: "5" }), "targets[0].expression", "only together with asinCategorySameAs"],
  ["sd_targets.create", target({ type: "similarProduct", value: "x" }), "targets[0].expression", "has no value"],
  ["sd_targets.create", target(category, { type: "asinPriceBetween", value: "50-10" }), "targets[0].expression", "from low to high"],
  ["sd_targets.create", target(category, { type: "asinReviewRatingGreaterThan", value: "6" }), "targets[0].expression", "from 0 to 5"],
  ["sd_targets.create", target(category, { type: "asinPriceLessThan", value: "cheap" }), "targets[0].expression", "a number as text"],
  ["sd_targets.create", target(category, category), "targets[0].expression", "occurs twice"],
  ["sd_targets.create", views({ type: "exactProduct" }), "targets[0].expression[0].value", "needs one part lookback"],
  ["sd_targets.create", views({ type: "exactProduct" }, { type: "lookback", value: "365" }), "targets[0].expression[0].value", "7, 14, 30, 60, 90 days"],
  ["sd_targets.create", views({ type: "lookback", value: "30" }), "targets[0].expression[0].value", "exactly one of"],
  ["sd_targets.create", target({ type: "audience", value: [{ type: "exactProduct" }] }), "targets[0].expression[0].value", "audienceSameAs"],
  ["sd_targets.create", target({ type: "audience", value: "1" }), "targets[0].expression[0].value", "a list of parts"],
  ["sd_targets.create", target({ type: "views", value: [{ type: "exactProduct" }] }, category), "targets[0].expression", "the only part"],
]; // prettier-ignore

describe("a value that Amazon refuses is refused before anything is sent", () => {
  test.each(wrong)("%s %j", async (name, params, path, says) => {
    const [entity, action] = name.split(".") as [string, string];
    const before = sandbox.calls().length;
    await expect(execute(entity, action, { profileId, ...params })).rejects.toMatchObject({
      code: "invalid_params",
      path: `params.${path}`,
      message: expect.stringContaining(says as string),
    });
    expect(sandbox.calls().slice(before)).toEqual([]);
  });

  test("expressions of the documentation are accepted", async () => {
    const { data } = await ads.sd_ad_groups.list({ profileId, limit: 1 });
    const { adGroupId } = data[0]!;
    const expressions = [
      [{ type: "similarProduct" }],
      [{ type: "asinSameAs", value: "B0CK7R2M4Q" }],
      [category, { type: "asinBrandSameAs", value: "45678" }, { type: "asinPriceBetween", value: "1-50.5" }],
      [{ type: "contentCategorySameAs", value: "amzn1.iab-content.325" }],
      [{ type: "views", value: [{ type: "exactProduct" }, { type: "lookback", value: "30" }] }],
      [{ type: "purchases", value: [category, { type: "asinReviewRatingBetween", value: "3-5" }, { type: "lookback", value: "365" }] }],
      [{ type: "audience", value: [{ type: "audienceSameAs", value: "12345" }] }],
    ]; // prettier-ignore
    const result = await execute("sd_targets", "create", {
      profileId,
      targets: expressions.map((expression) => ({ adGroupId, expression, bid: 0.5 })),
    });
    expect(result.data.succeeded).toHaveLength(expressions.length);
  });
});

test.each([
  ["swapped", { startDate: "2026-03-09", endDate: "2026-03-02" }],
  ["in the future", { startDate: "2026-04-09", endDate: "2026-04-10" }],
  ["too old", { startDate: "2020-04-09", endDate: "2020-04-10" }],
])("the hint about report dates that are %s is about the dates", async (_, days) => {
  const report = { profileId, reportTypeId: "spSearchTerm", ...days };
  await expect(ads.reports.run(report)).rejects.toMatchObject({
    code: "invalid_params",
    hint: "Correct startDate and endDate, in the format YYYY-MM-DD.",
  });
  await expect(ads.reports.run({ ...report, columns: ["nothing"] })).rejects.toMatchObject({
    hint: expect.stringContaining("reports.types"),
  });
});

test("the hint about a wrong cursor says to start again without it", async () => {
  const list = { profileId, cursor: "abc" };
  await expect(ads.sponsored_product_campaigns.list(list)).rejects.toMatchObject({
    code: "upstream_rejected",
    path: "params.cursor",
    hint: "The cursor belongs to another list or has expired. Start again without cursor.",
  });
});
