import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { operations } from "../src/connectors/amazon-ads/operations.ts";

// Amazon's operations, one a line: name, method, path, and the reason that stands for it as long as it is not done.

export const reasons: Readonly<Record<string, string>> = {
  shutoff: "shut off by Amazon; done as the list with the id as its filter",
  token: "internal: answers a credential, so it is no action",
  second: "second release",
  creative: "second release: ads of each format need assets and creative rules of their own",
  rules: "second release: budget rules",
  v1: "second release: version 1 of the API, one model for all products",
  dsp: "second release: Amazon DSP has an access grant of its own",
  admin: "user and account administration is not exposed",
  statement: "second release: billing statements",
};

const text = `
auth.refresh_token POST https://api.amazon.com/auth/o2/token token
profiles.list GET /v2/profiles second
profiles.get GET /v2/profiles/{profileId} second
profiles.update PUT /v2/profiles second
portfolios.list POST /portfolios/list second
portfolios.get POST /portfolios/list second
portfolios.create POST /portfolios second
portfolios.update PUT /portfolios second
portfolios.budget_usage POST /portfolios/budget/usage second
sponsored_product_campaigns.list POST /sp/campaigns/list second
sponsored_product_campaigns.get POST /sp/campaigns/list second
sponsored_product_campaigns.create POST /sp/campaigns second
sponsored_product_campaigns.update PUT /sp/campaigns second
sponsored_product_campaigns.archive POST /sp/campaigns/delete second
sponsored_product_ad_groups.list POST /sp/adGroups/list second
sponsored_product_ad_groups.get POST /sp/adGroups/list second
sponsored_product_ad_groups.create POST /sp/adGroups second
sponsored_product_ad_groups.update PUT /sp/adGroups second
sponsored_product_ad_groups.archive POST /sp/adGroups/delete second
sponsored_product_keywords.list POST /sp/keywords/list second
sponsored_product_keywords.get POST /sp/keywords/list second
sponsored_product_keywords.create POST /sp/keywords second
sponsored_product_keywords.update PUT /sp/keywords second
sponsored_product_keywords.archive POST /sp/keywords/delete second
sponsored_product_product_ads.list POST /sp/productAds/list second
sponsored_product_product_ads.get POST /sp/productAds/list second
sponsored_product_product_ads.create POST /sp/productAds second
sponsored_product_product_ads.update PUT /sp/productAds second
sponsored_product_product_ads.archive POST /sp/productAds/delete second
sponsored_product_targets.list POST /sp/targets/list second
sponsored_product_targets.get POST /sp/targets/list second
sponsored_product_targets.create POST /sp/targets second
sponsored_product_targets.update PUT /sp/targets second
sponsored_product_targets.archive POST /sp/targets/delete second
sponsored_product_negative_keywords.list POST /sp/negativeKeywords/list second
sponsored_product_negative_keywords.get POST /sp/negativeKeywords/list second
sponsored_product_negative_keywords.create POST /sp/negativeKeywords second
sponsored_product_negative_keywords.update PUT /sp/negativeKeywords second
sponsored_product_negative_keywords.archive POST /sp/negativeKeywords/delete second
sponsored_product_negative_targets.list POST /sp/negativeTargets/list second
sponsored_product_negative_targets.get POST /sp/negativeTargets/list second
sponsored_product_negative_targets.create POST /sp/negativeTargets second
sponsored_product_negative_targets.update PUT /sp/negativeTargets second
sponsored_product_negative_targets.archive POST /sp/negativeTargets/delete second
sponsored_product_campaign_negative_keywords.list POST /sp/campaignNegativeKeywords/list second
sponsored_product_campaign_negative_keywords.get POST /sp/campaignNegativeKeywords/list second
sponsored_product_campaign_negative_keywords.create POST /sp/campaignNegativeKeywords second
sponsored_product_campaign_negative_keywords.update PUT /sp/campaignNegativeKeywords second
sponsored_product_campaign_negative_keywords.archive POST /sp/campaignNegativeKeywords/delete second
sponsored_product_campaign_negative_targets.list POST /sp/campaignNegativeTargets/list second
sponsored_product_campaign_negative_targets.get POST /sp/campaignNegativeTargets/list second
sponsored_product_campaign_negative_targets.create POST /sp/campaignNegativeTargets second
sponsored_product_campaign_negative_targets.update PUT /sp/campaignNegativeTargets second
sponsored_product_campaign_negative_targets.archive POST /sp/campaignNegativeTargets/delete second
sponsored_product_campaigns.budget_usage POST /sp/campaigns/budget/usage second
sponsored_product_campaigns.budget_recommendations POST /sp/campaigns/budgetRecommendations second
sponsored_product_campaigns.initial_budget_recommendation POST /sp/campaigns/initialBudgetRecommendation second
sponsored_product_campaigns.recommendations_list GET /sp/campaign/recommendations second
sponsored_product_targets.bid_recommendations POST /sp/targets/bid/recommendations second
sponsored_product_keywords.keyword_recommendations POST /sp/targets/keywords/recommendations second
sponsored_product_targets.product_recommendations POST /sp/targets/products/recommendations second
sponsored_product_targets.category_list GET /sp/targets/categories second
sponsored_product_targets.category_recommendations POST /sp/targets/categories/recommendations second
sponsored_product_targets.category_refinements GET /sp/targets/category/{categoryId}/refinements second
sponsored_product_targets.product_count POST /sp/targets/products/count second
sponsored_product_negative_targets.brand_search POST /sp/negativeTargets/brands/search second
sponsored_product_negative_targets.brand_recommendations GET /sp/negativeTargets/brands/recommendations second
sponsored_product_budget_rules.list GET /sp/budgetRules rules
sponsored_product_budget_rules.get GET /sp/budgetRules/{budgetRuleId} rules
sponsored_product_budget_rules.create POST /sp/budgetRules rules
sponsored_product_budget_rules.update PUT /sp/budgetRules rules
sponsored_product_budget_rules.associate POST /sp/campaigns/{campaignId}/budgetRules rules
sponsored_product_budget_rules.disassociate DELETE /sp/campaigns/{campaignId}/budgetRules/{budgetRuleId} rules
sponsored_brands_campaigns.list POST /sb/v4/campaigns/list second
sponsored_brands_campaigns.create POST /sb/v4/campaigns second
sponsored_brands_campaigns.update PUT /sb/v4/campaigns second
sponsored_brands_campaigns.archive POST /sb/v4/campaigns/delete second
sponsored_brands_ad_groups.list POST /sb/v4/adGroups/list second
sponsored_brands_ad_groups.create POST /sb/v4/adGroups second
sponsored_brands_ad_groups.update PUT /sb/v4/adGroups second
sponsored_brands_ad_groups.archive POST /sb/v4/adGroups/delete second
sponsored_brands_ads.list POST /sb/v4/ads/list second
sponsored_brands_ads.update PUT /sb/v4/ads second
sponsored_brands_ads.archive POST /sb/v4/ads/delete second
sponsored_brands_ads.create_video POST /sb/v4/ads/video creative
sponsored_brands_ads.create_brand_video POST /sb/v4/ads/brandVideo creative
sponsored_brands_ads.create_product_collection POST /sb/v4/ads/productCollection creative
sponsored_brands_ads.create_product_collection_extended POST /sb/v4/ads/productCollectionExtended creative
sponsored_brands_ads.create_store_spotlight POST /sb/v4/ads/storeSpotlight creative
sponsored_brands_ads.creatives_list POST /sb/ads/creatives/list second
sponsored_brands_campaigns.budget_usage POST /sb/campaigns/budget/usage second
sponsored_brands_campaigns.budget_recommendations POST /sb/campaigns/budgetRecommendations second
sb_keywords.list GET /sb/keywords second
sb_keywords.get GET /sb/keywords/{keywordId} second
sb_keywords.create POST /sb/keywords second
sb_keywords.update PUT /sb/keywords second
sb_keywords.archive DELETE /sb/keywords/{keywordId} second
sb_negative_keywords.list GET /sb/negativeKeywords second
sb_negative_keywords.create POST /sb/negativeKeywords second
sb_negative_keywords.update PUT /sb/negativeKeywords second
sb_negative_keywords.archive DELETE /sb/negativeKeywords/{keywordId} second
sb_targets.list POST /sb/targets/list second
sb_targets.create POST /sb/targets second
sb_targets.update PUT /sb/targets second
sb_targets.archive DELETE /sb/targets/{targetId} second
sb_negative_targets.list POST /sb/negativeTargets/list second
sb_negative_targets.create POST /sb/negativeTargets second
sb_negative_targets.archive DELETE /sb/negativeTargets/{negativeTargetId} second
sb_themes.list POST /sb/themes/list second
sb_themes.create POST /sb/themes second
sb_themes.update PUT /sb/themes second
sb_keywords.bid_recommendations POST /sb/recommendations/bids second
sb_keywords.keyword_recommendations POST /sb/recommendations/keyword second
sb_brands.list GET /brands second
sb_page_asins.list GET /pageAsins second
sb_moderation.get GET /sb/moderation/campaigns/{campaignId} second
sd_campaigns.list GET /sd/campaigns second
sd_campaigns.list_extended GET /sd/campaigns/extended second
sd_campaigns.get GET /sd/campaigns/{campaignId} second
sd_campaigns.create POST /sd/campaigns second
sd_campaigns.update PUT /sd/campaigns second
sd_campaigns.archive DELETE /sd/campaigns/{campaignId} second
sd_ad_groups.list GET /sd/adGroups second
sd_ad_groups.list_extended GET /sd/adGroups/extended second
sd_ad_groups.get GET /sd/adGroups/{adGroupId} second
sd_ad_groups.create POST /sd/adGroups second
sd_ad_groups.update PUT /sd/adGroups second
sd_ad_groups.archive DELETE /sd/adGroups/{adGroupId} second
sd_product_ads.list GET /sd/productAds second
sd_product_ads.list_extended GET /sd/productAds/extended second
sd_product_ads.get GET /sd/productAds/{adId} second
sd_product_ads.create POST /sd/productAds second
sd_product_ads.update PUT /sd/productAds second
sd_product_ads.archive DELETE /sd/productAds/{adId} second
sd_targets.list GET /sd/targets second
sd_targets.list_extended GET /sd/targets/extended second
sd_targets.get GET /sd/targets/{targetId} second
sd_targets.create POST /sd/targets second
sd_targets.update PUT /sd/targets second
sd_targets.archive DELETE /sd/targets/{targetId} second
sd_negative_targets.list GET /sd/negativeTargets second
sd_negative_targets.list_extended GET /sd/negativeTargets/extended second
sd_negative_targets.get GET /sd/negativeTargets/{negativeTargetId} second
sd_negative_targets.create POST /sd/negativeTargets second
sd_negative_targets.update PUT /sd/negativeTargets second
sd_negative_targets.archive DELETE /sd/negativeTargets/{negativeTargetId} second
sd_creatives.list GET /sd/creatives second
sd_creatives.moderation_list GET /sd/moderation/creatives second
sd_campaigns.budget_usage POST /sd/campaigns/budget/usage second
sd_campaigns.budget_recommendations POST /sd/campaigns/budgetRecommendations second
sd_targets.bid_recommendations POST /sd/targets/bid/recommendations second
sd_targets.target_recommendations POST /sd/targets/recommendations second
reports.create POST /reporting/reports second
reports.get GET /reporting/reports/{reportId} second
reports.delete DELETE /reporting/reports/{reportId} second
reports.download GET {url} second
exports.create_campaigns POST /campaigns/export second
exports.create_ad_groups POST /adGroups/export second
exports.create_targets POST /targets/export second
exports.create_ads POST /ads/export second
exports.get GET /exports/{exportId} second
exports.download GET {url} second
invoices.list GET /invoices second
invoices.get GET /invoices/{invoiceId} second
billing_statements.create POST /billingStatements statement
billing_statements.get GET /billingStatements/{billingStatementRequestId} statement
stores.insights POST /stores/{brandEntityId}/insights second
stores.asin_metrics POST /stores/{brandEntityId}/asinMetrics second
stores.list GET /v2/stores second
change_history.query POST /history second
product_metadata.query POST /product/metadata second
product_eligibility.query POST /eligibility/product/list second
manager_accounts.list GET /managerAccounts admin
ads_accounts.list POST /adsAccounts/list admin
ads_accounts.get GET /adsAccounts/{advertisingAccountId} admin
test_accounts.list GET /testAccounts admin
test_accounts.create POST /testAccounts admin
dsp_advertisers.list GET /dsp/advertisers dsp
dsp_advertisers.get GET /dsp/advertisers/{advertiserId} dsp
v1_campaigns.query POST /adsApi/v1/query/campaigns v1
v1_campaigns.create POST /adsApi/v1/create/campaigns v1
v1_campaigns.update POST /adsApi/v1/update/campaigns v1
v1_campaigns.delete POST /adsApi/v1/delete/campaigns v1
v1_ad_groups.query POST /adsApi/v1/query/adGroups v1
v1_ad_groups.create POST /adsApi/v1/create/adGroups v1
v1_ad_groups.update POST /adsApi/v1/update/adGroups v1
v1_ad_groups.delete POST /adsApi/v1/delete/adGroups v1
v1_ads.query POST /adsApi/v1/query/ads v1
v1_ads.create POST /adsApi/v1/create/ads v1
v1_ads.update POST /adsApi/v1/update/ads v1
v1_ads.delete POST /adsApi/v1/delete/ads v1
v1_targets.query POST /adsApi/v1/query/targets v1
v1_targets.create POST /adsApi/v1/create/targets v1
v1_targets.update POST /adsApi/v1/update/targets v1
v1_targets.delete POST /adsApi/v1/delete/targets v1
v1_ad_associations.query POST /adsApi/v1/query/adAssociations v1
v1_ad_associations.create POST /adsApi/v1/create/adAssociations v1
v1_ad_associations.update POST /adsApi/v1/update/adAssociations v1
v1_ad_associations.delete POST /adsApi/v1/delete/adAssociations v1
v1_reports.create POST /adsApi/v1/create/reports v1
v1_reports.retrieve POST /adsApi/v1/retrieve/reports v1
v1_reports.delete POST /adsApi/v1/delete/reports v1
v1_brand_stores.query POST /adsApi/v1/query/brandStores v1
v1_advertiser_accounts.query POST /adsApi/v1/query/advertiserAccounts v1
portfolios.get_(version_2) GET /v2/portfolios/{portfolioId} shutoff
sponsored_product_campaigns.get_(version_2) GET /v2/sp/campaigns/{campaignId} shutoff
`;

interface Row {
  name: string;
  method: string;
  path: string;
  reason: string;
  /** The actions that send it. */
  actions: string[];
}

/** Every row, with the actions that send its operation. */
export async function coverage(): Promise<Row[]> {
  const { entities } = await AmazonAdsConnector.describe();
  const modules = (await import("../src/connectors/amazon-ads/entities.ts")) as unknown as Record<
    string,
    Record<string, { calls: string | readonly string[] }>
  >;
  const senders = new Map<string, string[]>();
  for (const [entity, actions] of Object.entries(entities))
    for (const action of Object.keys(actions))
      for (const call of [modules[entity]![action]!.calls].flat()) {
        const { method, path } = operations[call as string]!;
        const key = keyOf(method, path);
        senders.set(key, [...(senders.get(key) ?? []), `${entity}.${action}`]);
      }
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", method = "", path = "", reason = ""] = line.split(" ");
      return { name, method, path, reason, actions: senders.get(keyOf(method, path)) ?? [] };
    });
}

/** Names in braces differ. */
const keyOf = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`;

export async function coveragePage(): Promise<string> {
  const rows = await coverage();
  const done = rows.filter(({ actions }) => actions.length > 0);
  return [
    "# Amazon Ads: what is covered",
    "",
    "Made from the definitions by `npm run docs`.",
    `Of ${rows.length} operations that Amazon documents for these families, ${done.length} are done.`,
    "Payments, user administration and anything that answers a credential are never exposed.",
    "",
    "| Operation | Request | Action, or why not |",
    "|---|---|---|",
    ...rows.map(({ name, method, path, reason, actions }) => {
      const told =
        actions.length > 0
          ? actions.map((action) => `\`${action}\``).join(", ")
          : (reasons[reason] ?? reason);
      return `| ${name} | \`${method} ${path}\` | ${told} |`;
    }),
    "",
  ].join("\n");
}
