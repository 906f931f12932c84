import { listOf, vendor, type Answer, type Driver, type Fields } from "./helpers.ts";

/**
 * A function that sends the requests that lead to a recorded response. The functions are stored under the start of the
 * recording's file name.
 */
export type RecordedRequest = (driver: Driver) => Promise<Answer>;

const TENTS = "144373194309380061";
const GROUP = "144373194309380062";
const SB_CAMPAIGN = "144327786111035248";
const SB_GROUP = "144346139432000903";
const SB_PRODUCT_GROUP = "144346139432000904";
const SB_KEYWORD = "144346139432000907";

const prefer = { prefer: true };
const sp =
  (operation: string, media: string, body: Fields = {}): RecordedRequest =>
  (driver) =>
    driver.sp(operation, media, body, prefer);
/** Returns a function that writes to the first entity of a list. */
const first =
  (
    operation: string,
    media: string,
    path: string,
    key: string,
    make: (item: Fields) => Fields,
  ): RecordedRequest =>
  async (driver) => {
    const list = await driver.sp(`POST ${path}/list`, media);
    return driver.sp(operation, media, make(listOf(list.body, key)[0] ?? {}), prefer);
  };
const autoGroup = async ({ sp: ask }: Driver): Promise<Fields> =>
  listOf(
    (await ask("POST /sp/adGroups/list", "spAdGroup", { campaignTargetingTypeFilter: "AUTO" })).body,
    "adGroups",
  )[0] ?? {};
const targetGroup = async ({ sp: ask }: Driver): Promise<Fields> => {
  const body = { expressionTypeFilter: { include: ["MANUAL"] } };
  const found = await ask("POST /sp/targets/list", "spTargetingClause", body);
  const { campaignId, adGroupId } = listOf(found.body, "targetingClauses")[0] ?? {};
  return { campaignId, adGroupId };
};

const dynamicBidding = {
  strategy: "LEGACY_FOR_SALES",
  placementBidding: [{ placement: "PLACEMENT_TOP", percentage: 900 }],
};
const campaign = {
  name: "Test manual",
  targetingType: "MANUAL",
  state: "ENABLED",
  startDate: "2026-03-30",
  endDate: "2026-12-08",
  budget: { budget: 1000, budgetType: "DAILY" },
  dynamicBidding,
};

const campaigns: Record<string, RecordedRequest> = {
  First_call_List_SP_campaigns: sp("POST /sp/campaigns/list", "spCampaign"),
  Sponsored_Products_Campaigns_List_campaigns: sp("POST /sp/campaigns/list", "spCampaign", {
    stateFilter: { include: ["ENABLED", "ARCHIVED"] },
  }),
  Sponsored_Products_Campaigns_Create_campaigns: sp("POST /sp/campaigns", "spCampaign", {
    campaigns: [campaign],
  }),
  Sponsored_Products_Campaigns_Delete_campaigns: sp("POST /sp/campaigns/delete", "spCampaign", {
    campaignIdFilter: { include: [TENTS] },
  }),
  Sponsored_Products_Campaigns_Update_campaigns: sp("PUT /sp/campaigns", "spCampaign", {
    campaigns: [{ status: "PAUSED", campaignId: TENTS, endDate: "2026-12-08" }],
  }),
  Sponsored_Products_Ad_groups_Create_ad_groups: sp("POST /sp/adGroups", "spAdGroup", {
    adGroups: [{ campaignId: TENTS, name: "adGroupTest", defaultBid: 10, state: "ENABLED" }],
  }),
  Sponsored_Products_Ad_groups_Delete_ad_groups: sp("POST /sp/adGroups/delete", "spAdGroup", {
    adGroupIdFilter: { include: [GROUP] },
  }),
  Sponsored_Products_Ad_groups_List_ad_groups: sp("POST /sp/adGroups/list", "spAdGroup", {
    includeExtendedDataFields: true,
  }),
  Sponsored_Products_Ad_groups_Update_ad_groups: sp("PUT /sp/adGroups", "spAdGroup", {
    adGroups: [{ adGroupId: GROUP, name: "SPTestUpdate" }],
  }),
};

const productAds: Record<string, RecordedRequest> = {
  Sponsored_Products_Product_ads_List_product_ads: sp("POST /sp/productAds/list", "spProductAd", {
    includeExtendedDataFields: true,
  }),
  Sponsored_Products_Product_ads_Create_product_ads: sp("POST /sp/productAds", "spProductAd", {
    productAds: [{ campaignId: TENTS, adGroupId: GROUP, sku: "FH-TENT-4P", state: "ENABLED" }],
  }),
  Sponsored_Products_Product_ads_Update_product_ad: first(
    "PUT /sp/productAds",
    "spProductAd",
    "/sp/productAds",
    "productAds",
    ({ adId }) => ({ productAds: [{ adId, state: "PAUSED" }] }),
  ),
  Sponsored_Products_Product_ads_Delete_product_ads: first(
    "POST /sp/productAds/delete",
    "spProductAd",
    "/sp/productAds",
    "productAds",
    ({ adId }) => ({ adIdFilter: { include: [adId] } }),
  ),
};

const category = [
  { type: "ASIN_CATEGORY_SAME_AS", value: "3401161" },
  { type: "ASIN_BRAND_SAME_AS", value: "18681839011" },
];
const clauses = "spTargetingClause";
const targets: Record<string, RecordedRequest> = {
  Sponsored_Products_Product_targeting_List_targets: sp("POST /sp/targets/list", clauses),
  Sponsored_Products_Product_targeting_Create_targets: async (driver) =>
    driver.sp(
      "POST /sp/targets",
      clauses,
      {
        targetingClauses: [
          {
            ...(await targetGroup(driver)),
            expression: category,
            expressionType: "MANUAL",
            state: "ENABLED",
            bid: 1.5,
          },
        ],
      },
      prefer,
    ),
  Sponsored_Products_Product_targeting_Update_targets: first(
    "PUT /sp/targets",
    clauses,
    "/sp/targets",
    "targetingClauses",
    ({ targetId }) => ({ targetingClauses: [{ targetId, bid: 3.25 }] }),
  ),
  Sponsored_Products_Product_targeting_Delete_targets: async (driver) => {
    const { body } = await driver.sp("POST /sp/targets/list", clauses, {
      expressionTypeFilter: { include: ["MANUAL"] },
    });
    const include = [listOf(body, "targetingClauses")[0]?.["targetId"]];
    return driver.sp("POST /sp/targets/delete", clauses, { targetIdFilter: { include } });
  },
  Sponsored_Products_Product_targeting_Product_recommendatios_0: ({ send }) =>
    send(
      "POST /sp/targets/products/recommendations",
      { adAsins: ["B0CK7R2M4Q"], count: "5" },
      { accept: "application/vnd.spproductrecommendationresponse.asins.v3+json" },
    ),
  Sponsored_Products_Product_targeting_Product_recommendatios_1: ({ send }) =>
    send(
      "POST /sp/targets/products/recommendations",
      { adAsins: ["B0CK7R2M4Q"] },
      { accept: "application/vnd.spproductrecommendationresponse.themes.v3+json" },
    ),
  Sponsored_Products_Product_targeting_Category_recommendations: ({ send }) =>
    send("POST /sp/targets/categories/recommendations", { asins: ["B0CK7R2M4Q"], includeAncestor: true }),
};

const text = {
  keywordText: "soap bar",
  nativeLanguageLocale: "zh_CN",
  nativeLanguageKeyword: "\u80A5\u7682",
};
const negative = {
  campaignId: TENTS,
  adGroupId: GROUP,
  matchType: "NEGATIVE_EXACT",
  state: "ENABLED",
  keywordText: "Toys",
};
const keywords: Record<string, RecordedRequest> = {
  Sponsored_Products_Keywords_Create_Keywords: sp("POST /sp/keywords", "spKeyword", {
    keywords: [
      { campaignId: TENTS, adGroupId: GROUP, matchType: "EXACT", state: "ENABLED", bid: 0.02, ...text },
    ],
  }),
  Sponsored_Products_Keywords_List_keywords: sp("POST /sp/keywords/list", "spKeyword", {
    includeExtendedDataFields: true,
  }),
  Sponsored_Products_Keywords_Update_keywords: first(
    "PUT /sp/keywords",
    "spKeyword",
    "/sp/keywords",
    "keywords",
    ({ keywordId }) => ({ keywords: [{ keywordId, bid: 0.05 }] }),
  ),
  Sponsored_Products_Keywords_Delete_keywords: first(
    "POST /sp/keywords/delete",
    "spKeyword",
    "/sp/keywords",
    "keywords",
    ({ keywordId }) => ({ keywordIdFilter: { include: [keywordId] } }),
  ),
  Sponsored_Products_Keywords_Keyword_Recommendation: ({ send }) =>
    send(
      "POST /sp/targets/keywords/recommendations",
      { recommendationType: "KEYWORDS_FOR_ASINS", asins: ["B0CK7R2M4Q"] },
      { type: vendor("spkeywordsrecommendation", "v5") },
    ),
  Sponsored_Products_Theme_based_bid_recommendations: ({ send }) =>
    send("POST /sp/targets/bid/recommendations", {
      recommendationType: "BIDS_FOR_EXISTING_AD_GROUP",
      campaignId: TENTS,
      adGroupId: GROUP,
      targetingExpressions: [{ type: "CLOSE_MATCH" }],
    }),
  Sponsored_Products_Negative_keywords_Create: sp("POST /sp/negativeKeywords", "spNegativeKeyword", {
    negativeKeywords: [negative],
  }),
  Sponsored_Products_Negative_keywords_Update: first(
    "PUT /sp/negativeKeywords",
    "spNegativeKeyword",
    "/sp/negativeKeywords",
    "negativeKeywords",
    ({ keywordId }) => ({ negativeKeywords: [{ keywordId, state: "PAUSED" }] }),
  ),
  Sponsored_Products_Negative_keywords_Delete: first(
    "POST /sp/negativeKeywords/delete",
    "spNegativeKeyword",
    "/sp/negativeKeywords",
    "negativeKeywords",
    ({ keywordId }) => ({ negativeKeywordIdFilter: { include: [keywordId] } }),
  ),
  Sponsored_Products_Negative_keywords_List: sp("POST /sp/negativeKeywords/list", "spNegativeKeyword"),
  Sponsored_Products_Campaign_negative_keywords_Create: sp(
    "POST /sp/campaignNegativeKeywords",
    "spCampaignNegativeKeyword",
    { campaignNegativeKeywords: [negative] },
  ),
  Sponsored_Products_Campaign_negative_keywords_Delete: first(
    "POST /sp/campaignNegativeKeywords/delete",
    "spCampaignNegativeKeyword",
    "/sp/campaignNegativeKeywords",
    "campaignNegativeKeywords",
    ({ keywordId }) => ({
      campaignNegativeKeywordIdFilter: { include: [keywordId] },
    }),
  ),
  Sponsored_Products_Campaign_negative_keywords_List: sp(
    "POST /sp/campaignNegativeKeywords/list",
    "spCampaignNegativeKeyword",
  ),
};

const brand = [{ type: "ASIN_BRAND_SAME_AS", value: "18681839011" }];
const asin = [{ type: "ASIN_SAME_AS", value: "B07R7V6KS9" }];
const without = "spNegativeTargetingClause";
const outside = "spCampaignNegativeTargetingClause";
const negativeTargets: Record<string, RecordedRequest> = {
  Sponsored_Products_Negative_targets_Create: sp("POST /sp/negativeTargets", without, {
    negativeTargetingClauses: [{ campaignId: TENTS, adGroupId: GROUP, expression: brand, state: "ENABLED" }],
  }),
  Sponsored_Products_Negative_targets_List: sp("POST /sp/negativeTargets/list", without),
  Sponsored_Products_Negative_targets_Update: first(
    "PUT /sp/negativeTargets",
    without,
    "/sp/negativeTargets",
    "negativeTargetingClauses",
    ({ targetId }) => ({ negativeTargetingClauses: [{ targetId, state: "ENABLED" }] }),
  ),
  Sponsored_Products_Negative_targets_Delete: first(
    "POST /sp/negativeTargets/delete",
    without,
    "/sp/negativeTargets",
    "negativeTargetingClauses",
    ({ targetId }) => ({ negativeTargetIdFilter: { include: [targetId] } }),
  ),
  Sponsored_Products_Campaign_negative_targets_Create: async (driver) =>
    driver.sp(
      "POST /sp/campaignNegativeTargets",
      outside,
      {
        campaignNegativeTargetingClauses: [
          { campaignId: (await autoGroup(driver))["campaignId"], expression: asin, state: "ENABLED" },
        ],
      },
      prefer,
    ),
  Sponsored_Products_Campaign_negative_targets_List: sp("POST /sp/campaignNegativeTargets/list", outside),
  Sponsored_Products_Campaign_negative_targets_Update: first(
    "PUT /sp/campaignNegativeTargets",
    outside,
    "/sp/campaignNegativeTargets",
    "campaignNegativeTargetingClauses",
    ({ targetId }) => ({ campaignNegativeTargetingClauses: [{ targetId, state: "PAUSED" }] }),
  ),
  Sponsored_Products_Campaign_negative_targets_Delete: first(
    "POST /sp/campaignNegativeTargets/delete",
    outside,
    "/sp/campaignNegativeTargets",
    "campaignNegativeTargetingClauses",
    ({ targetId }) => ({ campaignNegativeTargetIdFilter: { include: [targetId] } }),
  ),
  Sponsored_Products_Budget_recommendations: ({ send }) =>
    send("POST /sp/campaigns/budgetRecommendations", { campaignIds: [TENTS] }),
};

const v4 = { type: "application/json" };
const sbAd =
  (format: string, creative: Fields): RecordedRequest =>
  async ({ send }) => {
    const adGroups = [{ campaignId: SB_CAMPAIGN, name: "Test", state: "ENABLED" }];
    const made = await send("POST /sb/v4/adGroups", { adGroups }, v4);
    return send(
      `POST /sb/v4/ads/${format}`,
      {
        ads: [
          {
            name: "Test ad",
            state: "ENABLED",
            adGroupId: listOf(made.body, "adGroups", "success")[0]?.["adGroupId"],
            creative,
            landingPage: { pageType: "STORE", url: "https://www.amazon.com/stores/page/x" },
          },
        ],
      },
      v4,
    );
  };
const ASSET = "amzn1.assetlibrary.asset1";
const logo = {
  brandLogoAssetID: `${ASSET}.fernhill-logo`,
  brandName: "My brand",
  headline: "My headline",
};
const cropped = (name: string, width: number, height: number) => ({
  assetId: `${ASSET}.fernhill-${name}`,
  assetVersion: "version_v1",
  croppingCoordinates: { top: 0, left: 0, width, height },
});
const displayProperties = {
  headline: "Test_Headline",
  brandLogo: cropped("logo", 600, 100),
  contentType: "CUSTOM_IMAGE",
  rectCustomImage: cropped("camp", 1200, 628),
  squareCustomImage: cropped("camp", 628, 628),
};
const video = { asins: ["B0CK7R2M4Q"], videoAssetIds: [`${ASSET}.fernhill-boots`] };
const bidding = {
  bidOptimization: false,
  bidOptimizationStrategy: "MAXIMIZE_NEW_TO_BRAND_CUSTOMERS",
  bidAdjustmentsByPlacement: [{ percentage: 20, placement: "HOME" }],
  bidAdjustmentsByShopperSegment: [{ percentage: 200, shopperSegment: "NEW_TO_BRAND_PURCHASE" }],
};
const brands: Record<string, RecordedRequest> = {
  First_call_List_SB_campaigns: ({ send }) => send("POST /sb/v4/campaigns/list", {}, v4),
  Sponsored_Brands_Campaigns_List: ({ send }) => send("POST /sb/v4/campaigns/list", {}, v4),
  Sponsored_Brands_Campaigns_Create: ({ send }) =>
    send(
      "POST /sb/v4/campaigns",
      {
        campaigns: [
          {
            budgetType: "DAILY",
            name: "Test",
            state: "PAUSED",
            productLocation: "SOLD_ON_AMAZON",
            budget: 10,
            brandEntityId: "ENTITY2FERNHILLBRAND",
            bidding,
          },
        ],
      },
      v4,
    ),
  Sponsored_Brands_Campaigns_Update: ({ send }) =>
    send("PUT /sb/v4/campaigns", { campaigns: [{ campaignId: SB_CAMPAIGN, budget: 100 }] }, v4),
  Sponsored_Brands_Campaigns_Delete: ({ send }) =>
    send("POST /sb/v4/campaigns/delete", { campaignIdFilter: { include: [SB_CAMPAIGN] } }, v4),
  Sponsored_Brands_Ad_groups_Create: ({ send }) =>
    send(
      "POST /sb/v4/adGroups",
      { adGroups: [{ campaignId: SB_CAMPAIGN, name: "Test", state: "ENABLED" }] },
      v4,
    ),
  Sponsored_Brands_Ad_groups_List: ({ send }) => send("POST /sb/v4/adGroups/list", {}, v4),
  Sponsored_Brands_Ad_groups_Update: ({ send }) =>
    send("PUT /sb/v4/adGroups", { adGroups: [{ adGroupId: SB_GROUP, state: "ENABLED" }] }, v4),
  Sponsored_Brands_Ad_groups_Delete: ({ send }) =>
    send("POST /sb/v4/adGroups/delete", { adGroupIdFilter: { include: [SB_GROUP] } }, v4),
  Sponsored_Brands_Ads_Create_product_collection_ad: sbAd("productCollection", {
    ...logo,
    asins: ["B0CK7R2M4Q"],
    customImageAssetId: `${ASSET}.fernhill-camp`,
  }),
  Sponsored_Brands_Ads_Create_video_ad: sbAd("video", video),
  Sponsored_Brands_Ads_Create_brand_video_ad: sbAd("brandVideo", { ...logo, ...video }),
  Sponsored_Brands_Ads_Create_store_spotlight_ad: sbAd("storeSpotlight", {
    ...logo,
    subpages: ["A", "B", "C"].map((pageTitle) => ({
      asin: "B0CK7R2M4Q",
      pageTitle,
      url: "https://www.amazon.com/stores/page/x",
    })),
  }),
  Sponsored_Brands_Get_brands: ({ send }) => send("GET /brands"),
  Sponsored_Brands_Get_landing_page_ASINS: ({ send }) =>
    send("GET /pageAsins?pageUrl=https://www.amazon.com/stores/page/x"),
  Creative_asset_library_Assets_0: ({ send }) => send(`GET /assets?assetId=${ASSET}.fernhill-logo`),
  Creative_asset_library_Assets_search: ({ send }) => send("POST /assets/search", {}),
  Creative_asset_library_Create_URL: ({ send }) => send("POST /assets/upload", { fileName: "hd0992.mov" }),
  Creative_asset_library_Register_asset: async ({ sandbox, send }) => {
    const { url } = (await send("POST /assets/upload", { fileName: "logo.png" })).body;
    await sandbox.fetch(String(url), { method: "PUT", body: "file" });
    return send("POST /assets/register", { url, name: "myCustomImage", assetType: "IMAGE", asinList: [] });
  },
  Sponsored_Brands_Targeting_Recommendations_Get_bid_recommendations: ({ send }) =>
    send(
      "POST /sb/recommendations/bids",
      `{"campaignId":${SB_CAMPAIGN},"targets":[[{"type":"asinSameAs","value":"B07R7V6KS8"}]],"adFormat":"productCollection"}`,
    ),
  Sponsored_Brands_Targeting_Recommendations_Get_keyword_recommendations: ({ send }) =>
    send("POST /sb/recommendations/keyword", { asins: ["B0CK7R2M4Q"], maxNumSuggestions: "3", locale: "zh_CN" }), // prettier-ignore
};

const parents = `"adGroupId":${SB_GROUP},"campaignId":${SB_CAMPAIGN}`;
const sbKeywords = (
  path: string,
  match: string,
): Record<"create" | "update" | "get" | "remove", RecordedRequest> => {
  const idOf = async ({ send }: Driver): Promise<string> =>
    /"keywordId":(\d+)/.exec((await send(`GET ${path}`)).text)?.[1] ?? "";
  return {
    create: ({ send }) =>
      send(`POST ${path}`, `[{${parents},"keywordText":"shoes","matchType":"${match}","bid":1}]`),
    update: async (driver) =>
      driver.send(`PUT ${path}`, `[{${parents},"keywordId":${await idOf(driver)},"state":"enabled"}]`),
    get: async (driver) => driver.send(`GET ${path}/${await idOf(driver)}`),
    remove: async (driver) => driver.send(`DELETE ${path}/${await idOf(driver)}`),
  };
};
const productParents = `"adGroupId":${SB_PRODUCT_GROUP},"campaignId":${SB_CAMPAIGN}`;
const sbTargets = (
  path: string,
  key: string,
): Record<"create" | "update" | "get" | "remove", RecordedRequest> => {
  const idOf = async ({ send }: Driver): Promise<string> =>
    /"targetId":(\d+)/.exec((await send(`POST ${path}/list`, {})).text)?.[1] ?? "";
  const expressions = `"expressions":[{"type":"asinBrandSameAs","value":"7048034011"}]`;
  const whole = { prefer: key === "targets" };
  return {
    create: ({ send }) =>
      send(`POST ${path}`, `{"${key}":[{${productParents},"bid":1,${expressions}}]}`, whole),
    update: async (driver) =>
      driver.send(
        `PUT ${path}`,
        `{"${key}":[{${productParents},"targetId":${await idOf(driver)},"state":"enabled"}]}`,
        whole,
      ),
    get: async (driver) => driver.send(`GET ${path}/${await idOf(driver)}`),
    remove: async (driver) => driver.send(`DELETE ${path}/${await idOf(driver)}`),
  };
};
const [plainWords, noWords] = [
  sbKeywords("/sb/keywords", "broad"),
  sbKeywords("/sb/negativeKeywords", "negativeExact"),
];
const [plainTargets, noTargets] = [
  sbTargets("/sb/targets", "targets"),
  sbTargets("/sb/negativeTargets", "negativeTargets"),
];
const themeOf = async ({ send }: Driver): Promise<Fields> =>
  listOf((await send("POST /sb/themes/list", {})).body, "themes")[0] ?? {};
const brandsTargeting: Record<string, RecordedRequest> = {
  Sponsored_Brands_Targeting_Create_keywords: plainWords.create,
  Sponsored_Brands_Targeting_Update_keyword: plainWords.update,
  Sponsored_Brands_Targeting_Get_keyword_0: ({ send }) => send(`GET /sb/keywords/${SB_KEYWORD}`),
  Sponsored_Brands_Targeting_Delete_keyword: plainWords.remove,
  Sponsored_Brands_Targeting_Create_negative_keywords: noWords.create,
  Sponsored_Brands_Targeting_Update_negative_keyword: noWords.update,
  Sponsored_Brands_Targeting_Get_negative_keyword: noWords.get,
  Sponsored_Brands_Targeting_Delete_negative_keyword: noWords.remove,
  Sponsored_Brands_Targeting_Create_product_targets: plainTargets.create,
  Sponsored_Brands_Targeting_Update_a_product_target: plainTargets.update,
  Sponsored_Brands_Targeting_Get_product_target: plainTargets.get,
  Sponsored_Brands_Targeting_Delete_product_target: plainTargets.remove,
  Sponsored_Brands_Targeting_Create_negative_product_target: noTargets.create,
  Sponsored_Brands_Targeting_Update_negative_product_target: noTargets.update,
  Sponsored_Brands_Targeting_Get_negative_product_target: noTargets.get,
  Sponsored_Brands_Targeting_Delete_negative_product_target: noTargets.remove,
  Sponsored_Brands_Targeting_Theme_targeting_Create: ({ send }) =>
    send("POST /sb/themes", {
      themes: [
        {
          adGroupId: SB_GROUP,
          campaignId: SB_CAMPAIGN,
          themeType: "KEYWORDS_RELATED_TO_YOUR_LANDING_PAGES",
          bid: 10,
        },
      ],
    }),
  Sponsored_Brands_Targeting_Theme_targeting_Update: async (driver) =>
    driver.send("PUT /sb/themes", { themes: [{ ...(await themeOf(driver)), bid: 8 }] }),
  Sponsored_Brands_Targeting_Theme_targeting_List: ({ send }) => send("POST /sb/themes/list", {}),
};

const display: Record<string, RecordedRequest> = {
  First_call_List_SD_campaigns: ({ send }) => send("GET /sd/campaigns"),
  Sponsored_Brands_Targeting_Recommendations_Get_product_recommendations: ({ send }) =>
    send("POST /sb/recommendations/targets/product/list", {
      maxResults: 5,
      filters: [{ filterType: "ASINS", values: ["B0CK7R2M4Q"] }],
    }),
  Sponsored_Brands_Targeting_Recommendations_Recommended_categories_for_targeting: ({ send }) =>
    send("POST /sb/recommendations/targets/category", { asins: ["B0CK7R2M4Q"] }),
  Sponsored_Display_Creatives_Add_creatives: async ({ send }) => {
    const made = await send("POST /sd/adGroups", [
      { campaignId: "127519806194475", name: "Test", defaultBid: 1, state: "paused" },
    ]);
    const { adGroupId } = (made.body as unknown as { adGroupId: unknown }[])[0]!;
    return send("POST /sd/creatives", [{ adGroupId, properties: displayProperties }]);
  },
  Sponsored_Display_Creatives_Update_creatives: ({ send }) =>
    send("PUT /sd/creatives", [{ creativeId: "72835501651041", properties: displayProperties }]),
  Sponsored_Display_Campaigns_Create: ({ send }) =>
    send("POST /sd/campaigns", [
      {
        name: "test",
        budgetType: "daily",
        budget: "10.00",
        startDate: "20261010",
        costType: "cpc",
        state: "paused",
        tactic: "T00030",
      },
    ]),
  Sponsored_Display_Ad_groups_Create: ({ send }) =>
    send("POST /sd/adGroups", [
      {
        name: "test",
        campaignId: 127_519_806_194_475,
        defaultBid: 1,
        bidOptimization: "clicks",
        state: "enabled",
        creativeType: "IMAGE",
      },
    ]),
  Sponsored_Display_Product_ads_Create: ({ send }) =>
    send("POST /sd/productAds", [
      {
        adGroupId: 72_835_501_651_007,
        campaignId: 127_519_806_194_475,
        landingPageURL: "https://www.example.com",
        landingPageType: "OFF_AMAZON_LINK",
        state: "enabled",
        adName: "My ad",
      },
    ]),
  Sponsored_Display_Targeting_Create_targets: ({ send }) =>
    send("POST /sd/targets", [
      {
        adGroupId: 72_835_501_651_007,
        expression: [{ type: "asinSameAs", value: "B07R7V6KS8" }],
        expressionType: "manual",
        state: "enabled",
      },
    ]),
};

const report = { startDate: "2026-03-01", endDate: "2026-03-07", name: "test" };
const configuration = {
  adProduct: "SPONSORED_PRODUCTS",
  groupBy: ["targeting"],
  columns: ["campaignId", "clicks"],
  reportTypeId: "spTargeting",
  timeUnit: "SUMMARY",
  format: "GZIP_JSON",
  filters: [{ field: "keywordType", values: ["EXACT"] }],
};
const createReport: RecordedRequest = ({ send }) =>
  send(
    "POST /reporting/reports",
    { ...report, configuration },
    { type: vendor("createasyncreportrequest"), accept: "application/json" },
  );
const exportOf =
  (kind: string): RecordedRequest =>
  ({ send }) =>
    send(`POST /${kind}/export`, {}, { type: vendor(`${kind.toLowerCase()}export`, "v1") });
const usage =
  (family: string, campaignId: string): RecordedRequest =>
  ({ send }) =>
    send(`POST /${family}/campaigns/budget/usage`, { campaignIds: [campaignId] });
const jobs: Record<string, RecordedRequest> = {
  Reporting_Sponsored_ads_V3_Create_report: createReport,
  Reporting_Sponsored_ads_V3_Report_status_0: async (driver) =>
    driver.send(`GET /reporting/reports/${(await createReport(driver)).body["reportId"]}`),
  Reporting_Sponsored_ads_V3_Report_status_1: async (driver) => {
    const { reportId } = (await createReport(driver)).body;
    driver.sandbox.clock.advance(20_000);
    return driver.send(`GET /reporting/reports/${reportId}`);
  },
  Exports_Request_campaign_export: exportOf("campaigns"),
  Exports_Request_ad_group_export: exportOf("adGroups"),
  Exports_Request_target_export: exportOf("targets"),
  Exports_Request_ad_export: exportOf("ads"),
  Exports_Exports_status: async (driver) => {
    const { exportId } = (await exportOf("campaigns")(driver)).body;
    driver.sandbox.clock.advance(20_000);
    return driver.send(`GET /exports/${exportId}`);
  },
  Budget_usage_Sponsored_Products: usage("sp", TENTS),
  Budget_usage_Sponsored_Brands: usage("sb", SB_CAMPAIGN),
  Budget_usage_Sponsored_Display: usage("sd", "127519806194475"),
  Stores_Get_stores: ({ send }) => send("GET /v2/stores"),
};

export const recordedRequests: Record<string, RecordedRequest> = {
  ...campaigns,
  ...productAds,
  ...targets,
  ...keywords,
  ...negativeTargets,
  ...brands,
  ...brandsTargeting,
  ...display,
  ...jobs,
};
