// The cases of Sponsored Brands: biddings of campaigns, keywords, targets, themes, negatives and new records.

type Fields = Record<string, unknown>;

interface Ids {
  campaignId: string;
  adGroupId: string;
  keyword: string;
  target: string;
  negative: string;
}

/** The part of a case's surroundings that the cases of Sponsored Brands change. */
interface Surroundings {
  /** Whether Amazon sets the adjustments of placements itself. */
  optimized?: boolean;
  /** The percentage of the adjusted placement. */
  top?: number;
  /** The percentage of the first audience. */
  audience?: number;
}

/** Adds a case. `changed`: the kind of the changed record. */
type Add = (
  changed: string,
  given: Surroundings,
  call: (ids: Ids) => { entity: string; action: string; params: Fields },
) => void;

/** The ids of the audiences of the cases. */
const audiences = ["407242961697740599", "407242961697740600"];

const home = (percentage: number) => ({ placement: "HOME", percentage });
export const cohort = (percentage: number, audienceId = audiences[0]!) => [
  { percentage, audienceSegments: [{ audienceId, audienceSegmentType: "SPONSORED_ADS_AMC" }] },
];

/** The biddings of an update, for a campaign whose placement HOME has an adjustment. */
const biddings: Fields[] = [
  ...[900, 50, 0, -50].map((percentage) => ({ bidAdjustmentsByPlacement: [home(percentage)] })),
  { bidAdjustmentsByPlacement: [home(900), home(0)] },
  { bidAdjustmentsByPlacement: [home(0), { placement: "DETAIL_PAGE", percentage: 10 }] },
  { bidAdjustmentsByPlacement: [{ placement: "OTHER", percentage: -20 }] },
  { bidAdjustmentsByPlacement: [] },
  { bidOptimization: true },
  { bidOptimization: false },
  { shopperCohortBidAdjustments: cohort(100) },
  { shopperCohortBidAdjustments: cohort(0) },
];

/** Adds the cases whose result depends on the state of a record below the ad group. */
export function addBrandsCases(add: Add): void {
  for (const [changed, entity, itemsParam, idField] of [
    ["keyword", "sb_keywords", "keywords", "keywordId"],
    ["target", "sb_targets", "targets", "targetId"],
    ["theme", "sb_themes", "themes", "themeId"],
  ] as const) {
    const idOf = ({ keyword, target }: Ids) => (changed === "keyword" ? keyword : target);
    for (const change of [
      { state: "enabled" },
      { state: "paused" },
      { bid: 0.5 },
      { bid: 1 },
      { bid: 2 },
      { bid: 2, state: "paused" },
      { bid: 0.5, state: "enabled" },
    ])
      add(changed, {}, (ids) => ({ entity, action: "update", params: { [itemsParam]: [{ [idField]: idOf(ids), ...change }] } })); // prettier-ignore
    for (const percent of [-20, 20])
      add(changed, {}, ({ campaignId }) => ({ entity, action: "change_by_percent", params: { campaignIds: [campaignId], percent } })); // prettier-ignore
    add(changed, {}, (ids) => ({ entity, action: "archive", params: { [`${idField}s`]: [idOf(ids)] } })); // prettier-ignore
    const described = {
      keyword: { keywordText: "gas stove", matchType: "broad" },
      target: { expressions: [{ type: "asinCategorySameAs", value: "3401161" }] },
      theme: { themeType: "KEYWORDS_RELATED_TO_YOUR_LANDING_PAGES" },
    }[changed];
    add(changed, {}, ({ campaignId, adGroupId }) => ({ entity, action: "create", params: { [itemsParam]: [{ campaignId, adGroupId, ...described, bid: 2 }] } })); // prettier-ignore
  }

  for (const [changed, entity, itemsParam, idField, described] of [
    ["sb/negativeKeywords", "sb_negative_keywords", "negativeKeywords", "keywordId", { keywordText: "free", matchType: "negativeExact" }], // prettier-ignore
    ["sb/negativeTargets", "sb_negative_targets", "negativeTargets", "targetId", { expressions: [{ type: "asinSameAs", value: "B08KTZ8249" }] }], // prettier-ignore
  ] as const) {
    add(changed, {}, ({ negative }) => ({ entity, action: "archive", params: { [`${idField}s`]: [negative] } })); // prettier-ignore
    add(changed, {}, ({ campaignId, adGroupId }) => ({ entity, action: "create", params: { [itemsParam]: [{ campaignId, adGroupId, ...described }] } })); // prettier-ignore
    if (idField === "targetId")
      for (const state of ["enabled", "paused"])
        add(changed, {}, ({ negative }) => ({ entity, action: "update", params: { [itemsParam]: [{ [idField]: negative, state }] } })); // prettier-ignore
  }

  const brand = { brandName: "Fernhill", brandLogoAssetID: "amzn1.assetlibrary.asset1.fernhill-logo" };
  for (const state of ["ENABLED", "PAUSED"]) {
    add("ad", {}, ({ adGroupId }) => ({ entity: "sponsored_brands_ads", action: "create_auto_collection", params: { ads: [{ adGroupId, name: "New", creative: brand, state }] } })); // prettier-ignore
    add("ad", {}, ({ adGroupId }) => ({ entity: "sponsored_brands_ads", action: "create_video", params: { ads: [{ adGroupId, name: "New", creative: { asins: ["B0CP1W7J5S"], videoAssetIds: ["amzn1.assetlibrary.asset1.fernhill-boots"] }, state }] } })); // prettier-ignore
  }
}

/** Adds the cases that change campaigns, or create campaigns and ad groups. */
export function addBrandsCampaignCases(add: Add): void {
  const updateBidding = (given: Surroundings, bidding: Fields) =>
    add("keyword", given, ({ campaignId }) => ({ entity: "sponsored_brands_campaigns", action: "update", params: { campaigns: [{ campaignId, bidding }] } })); // prettier-ignore
  for (const bidding of biddings) updateBidding({}, bidding);
  for (const percent of [-20, 20])
    add("keyword", {}, ({ campaignId }) => ({ entity: "sponsored_brands_campaigns", action: "change_by_percent", params: { campaignIds: [campaignId], percent } })); // prettier-ignore
  for (const top of [-50, 200])
    for (const percentage of [0, 50, -80])
      updateBidding({ top }, { bidAdjustmentsByPlacement: [home(percentage)] });
  const everywhere = (percentage: number) =>
    ["TOP_OF_SEARCH", "DETAIL_PAGE", "HOME"].map((placement) => ({ placement, percentage }));
  for (const bidding of [
    { shopperCohortBidAdjustments: cohort(500, audiences[1]) },
    { shopperCohortBidAdjustments: cohort(200) },
    { shopperCohortBidAdjustments: cohort(200, audiences[1]) },
    { shopperCohortBidAdjustments: [] },
    { shopperCohortBidAdjustments: [], bidAdjustmentsByPlacement: everywhere(500) },
    { shopperCohortBidAdjustments: cohort(0), bidAdjustmentsByPlacement: everywhere(500) },
    { shopperCohortBidAdjustments: cohort(200), bidAdjustmentsByPlacement: [home(-50)] },
  ])
    updateBidding({ audience: 500 }, bidding);
  const lower = { bidOptimization: false, bidAdjustmentsByPlacement: [home(-50)] };
  for (const bidding of [{ bidOptimization: true }, { bidOptimization: false }, lower])
    updateBidding({ optimized: true }, bidding);

  for (const state of ["ENABLED", "PAUSED"]) {
    const newCampaign = { budget: 30, brandEntityId: "ENTITY2FERNHILLBRAND", state };
    add("keyword", {}, ({ campaignId }) => ({ entity: "sponsored_brands_campaigns", action: "create", params: { campaigns: [{ name: `New ${campaignId}`, ...newCampaign }] } })); // prettier-ignore
    add("keyword", {}, ({ campaignId }) => ({ entity: "sponsored_brands_ad_groups", action: "create", params: { adGroups: [{ campaignId, name: "New", state }] } })); // prettier-ignore
  }
}
