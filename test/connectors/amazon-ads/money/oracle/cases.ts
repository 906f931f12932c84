import type { AmazonAdsSeedChanges } from "agent-connectors/sandbox";
import { addBrandsCampaignCases, addBrandsCases, cohort } from "./brands-cases.ts";

// The table of the oracle, which verdict.ts explains: every field that a write can change, with several values, for
// records in every state.

type Fields = Record<string, unknown>;
type Seed = NonNullable<NonNullable<AmazonAdsSeedChanges["accounts"]>[number]["entities"]>;
type State = "ENABLED" | "PAUSED";
type Family = "sp" | "sb" | "sd";

export interface Case {
  name: string;
  /** The records that the case needs. No other case uses them. */
  entities: Seed;
  family: Family;
  campaignId: string;
  entity: string;
  action: string;
  params: Fields;
}

/** The state of the records around the record that a case changes. */
interface World {
  campaign: State;
  adGroup: State;
  /** The state of the changed record below the ad group. */
  record: State;
  strategy: string;
  top: number;
  portfolio: "none" | "monthly" | "range" | "free" | "sharing";
  start: string;
  end: string | undefined;
  bid: number | undefined;
  /** Whether Amazon sets the adjustments of placements itself. Only for Sponsored Brands. */
  optimized: boolean;
  /** The percentage of the first audience. Only for Sponsored Brands. */
  audience: number;
  /** The percentage for the site Amazon Business. Only for Sponsored Products. */
  site: number;
}

const usual: World = {
  campaign: "ENABLED",
  adGroup: "ENABLED",
  record: "ENABLED",
  strategy: "LEGACY_FOR_SALES",
  top: 50,
  portfolio: "none",
  start: "2026-01-01",
  end: undefined,
  bid: 1,
  optimized: false,
  audience: 0,
  site: 0,
};

const states: State[] = ["ENABLED", "PAUSED"];
/** The states of the campaign, of the ad group, and of the record below it. Every level is enabled and paused. */
const inEveryState: Pick<World, "campaign" | "adGroup" | "record">[] = [
  ...states.flatMap((campaign) =>
    states.map((record) => ({ campaign, adGroup: "ENABLED" as const, record })),
  ),
  { campaign: "ENABLED", adGroup: "PAUSED", record: "ENABLED" },
];
const range = { policy: "DATE_RANGE", amount: 900, startDate: "2026-03-01", endDate: "2026-04-30" };
const sharing = (featureState: string) => ({
  budgetControls: { campaignUnspentBudgetSharing: { featureState } },
});

const budgetRule = {
  name: "Spring",
  ruleType: "PERFORMANCE",
  duration: { dateRangeTypeRuleDuration: { startDate: "20260301", endDate: "20260430" } },
  recurrence: {
    type: "WEEKLY",
    daysOfWeek: ["WEDNESDAY", "FRIDAY"],
    intraDaySchedule: [{ startTime: "08:00:00", endTime: "20:00:00" }],
  },
  budgetIncreaseBy: { type: "PERCENT", value: 20 },
  performanceMeasureCondition: { metricName: "ROAS", comparisonOperator: "GREATER_THAN", threshold: 2 },
};
const bidRule = {
  ruleName: "Spring",
  ruleCategory: "BID",
  ruleSubCategory: "SCHEDULE",
  recurrence: {
    type: "WEEKLY",
    daysOfWeek: ["WEDNESDAY", "FRIDAY"],
    duration: { startTime: "2026-03-01T00:00:00Z", endTime: "2026-04-30T00:00:00Z" },
  },
  action: {
    actionType: "ADOPT",
    actionDetails: { actionOperator: "INCREMENT", value: 20, actionUnit: "PERCENT" },
  },
};
/** Changes of both kinds of rules. Some raise spending, and some lower it. */
const ruleChanges: (Fields & { state?: string })[] = [
  { state: "ACTIVE" },
  { state: "PAUSED" },
  { name: "Renamed" },
  { increasePercent: 10 },
  { increasePercent: 40 },
  { increasePercent: 40, state: "PAUSED" },
  { startDate: "2026-03-25" },
  { startDate: "2026-02-01" },
  { endDate: "2026-04-10" },
  { endDate: "2026-06-30" },
  { daysOfWeek: ["WEDNESDAY"] },
  { daysOfWeek: ["WEDNESDAY", "THURSDAY"] },
  { startTime: "10:00" },
  { startTime: "06:00" },
  { endTime: "18:00" },
  { endTime: "22:00" },
];

/** Changes of the times of a schedule bid rule that pass midnight. */
const nightChanges: Fields[] = [
  { startTime: "20:00", endTime: "19:00" },
  { startTime: "22:00", endTime: "06:00" },
  { startTime: "08:00", endTime: "08:00" },
  { startTime: "22:00", endTime: "04:00" },
  { startTime: "21:00", endTime: "23:00" },
  { daysOfWeek: ["FRIDAY"] },
  { daysOfWeek: ["WEDNESDAY", "THURSDAY"] },
  { endDate: "2026-04-10" },
  { name: "Renamed" },
];

/** Builds the cases. Every case has its own campaign and its own portfolios. */
export function buildCases(): Case[] {
  let entities: Seed & Record<string, Fields[]> = {};
  const cases: Case[] = [];
  const put = (collection: string, fields: Fields) => (entities[collection] ??= []).push(fields);
  let count = 0;

  const idsOf = () => {
    count += 1;
    const id = (part: number) => `5${String(count).padStart(6, "0")}${String(part).padStart(3, "0")}`;
    const portfolios = { none: undefined, monthly: id(91), range: id(92), free: id(93), sharing: id(94) };
    return { campaignId: id(1), adGroupId: id(2), keyword: id(3), target: id(4), ad: id(5), group: id(6), negative: id(7), other: id(8), sku: id(9), portfolios }; // prettier-ignore
  };
  type Ids = ReturnType<typeof idsOf>;

  const putPortfolios = ({ portfolios }: Ids) => {
    const name = (kind: string) => `${kind} ${count}`;
    put("portfolios", { portfolioId: portfolios.monthly, name: name("monthly"), budget: { policy: "MONTHLY_RECURRING", amount: 900 }, ...sharing("DISABLED") }); // prettier-ignore
    put("portfolios", { portfolioId: portfolios.range, name: name("range"), budget: range, ...sharing("DISABLED") }); // prettier-ignore
    put("portfolios", { portfolioId: portfolios.free, name: name("free"), budget: { policy: "NO_CAP" }, ...sharing("DISABLED") }); // prettier-ignore
    put("portfolios", { portfolioId: portfolios.sharing, name: name("sharing"), budget: { policy: "NO_CAP" }, ...sharing("ENABLED") }); // prettier-ignore
  };

  /** Adds a campaign with an ad group, an ad, a keyword or target, and negatives. */
  const putCampaign = (family: Family, world: World, changed: string): Ids => {
    const ids = idsOf();
    const { campaignId, adGroupId } = ids;
    const parents = { campaignId, adGroupId };
    const stateOf = (kind: string) => (kind === changed ? world.record : "ENABLED");
    if (world.portfolio !== "none" || changed === "portfolio") putPortfolios(ids);
    const portfolioId = ids.portfolios[world.portfolio];
    put(`${family}/campaigns`, {
      campaignId,
      name: `Campaign ${count}`,
      state: world.campaign,
      budget: family === "sp" ? { budget: 20, budgetType: "DAILY" } : 20,
      ...(family === "sp" ? { targetingType: changed === "campaignNegativeTargets" ? "AUTO" : "MANUAL", dynamicBidding: { strategy: world.strategy, placementBidding: [{ placement: "PLACEMENT_TOP", percentage: world.top }, ...(world.site > 0 ? [{ placement: "SITE_AMAZON_BUSINESS", percentage: world.site }] : [])] } } : { budgetType: family === "sb" ? "DAILY" : "daily", costType: "cpc", tactic: "T00020" }), // prettier-ignore
      ...(family === "sb" ? { bidding: { bidOptimization: world.optimized, ...(world.optimized ? {} : { bidAdjustmentsByPlacement: [{ placement: "HOME", percentage: world.top }] }), ...(world.audience > 0 ? { shopperCohortBidAdjustments: cohort(world.audience) } : {}) } } : {}), // prettier-ignore
      startDate: world.start,
      ...(world.end === undefined ? {} : { endDate: world.end }),
      ...(portfolioId === undefined ? {} : { portfolioId }),
    });
    put(`${family}/adGroups`, { ...parents, name: `Group ${count}`, state: world.adGroup, defaultBid: 0.8, ...(family === "sd" ? { bidOptimization: "clicks" } : {}) }); // prettier-ignore
    const bid = world.bid === undefined ? {} : { bid: world.bid };
    if (family === "sb") put("sb/ads", { ...parents, adId: ids.ad, name: `Ad ${count}`, state: stateOf("ad") });
    else put(`${family}/productAds`, { ...parents, adId: ids.ad, sku: "FH-STOVE-1", asin: "B08YJ6X2GM", state: stateOf("ad") }); // prettier-ignore
    const expressions = { expressions: [{ type: "asinSameAs", value: "B07R7V6KS8" }] };
    if (changed === "theme") put("sb/themes", { ...parents, themeId: ids.target, themeType: "KEYWORDS_RELATED_TO_YOUR_BRAND", ...bid, state: stateOf("theme") }); // prettier-ignore
    else if (family === "sb" && changed === "target") put("sb/targets", { ...parents, targetId: ids.target, ...expressions, ...bid, state: stateOf("target") }); // prettier-ignore
    else if (family !== "sd" && changed !== "target")
      put(`${family}/keywords`, { ...parents, keywordId: ids.keyword, keywordText: "stove", matchType: "EXACT", ...bid, state: stateOf("keyword") }); // prettier-ignore
    else put(`${family}/targets`, { ...parents, targetId: ids.target, expression: [{ type: "ASIN_SAME_AS", value: "B07R7V6KS8" }], expressionType: "MANUAL", ...bid, state: stateOf("target") }); // prettier-ignore
    const negative = { campaignId, state: world.record };
    if (changed === "negativeKeywords") put("sp/negativeKeywords", { ...negative, adGroupId, keywordId: ids.negative, keywordText: "used", matchType: "NEGATIVE_EXACT" }); // prettier-ignore
    if (changed === "negativeTargets") put(family === "sd" ? "sd/negativeTargets" : "sp/negativeTargets", { ...negative, adGroupId, targetId: ids.negative, expression: [{ type: "ASIN_SAME_AS", value: "B07R7V6KS8" }] }); // prettier-ignore
    if (changed === "campaignNegativeKeywords") put("sp/campaignNegativeKeywords", { ...negative, keywordId: ids.negative, keywordText: "used", matchType: "NEGATIVE_EXACT" }); // prettier-ignore
    if (changed === "campaignNegativeTargets") put("sp/campaignNegativeTargets", { ...negative, targetId: ids.negative, expression: [{ type: "ASIN_SAME_AS", value: "B07R7V6KS8" }] }); // prettier-ignore
    if (changed === "sb/negativeKeywords") put(changed, { ...parents, keywordId: ids.negative, keywordText: "used", matchType: "negativeExact", state: "ENABLED" }); // prettier-ignore
    if (changed === "sb/negativeTargets") put(changed, { ...parents, targetId: ids.negative, ...expressions, state: world.record }); // prettier-ignore
    return ids;
  };

  // The states of the other products mean the same, so three combinations are enough for them.
  const skips = (family: Family, { campaign, adGroup, record }: Partial<World>) =>
    family !== "sp" && (adGroup === "PAUSED" || (campaign === "PAUSED" && record === "PAUSED"));

  const addCase = (
    family: Family,
    changed: string,
    given: Partial<World>,
    call: (ids: Ids) => { entity: string; action: string; params: Fields },
  ) => {
    entities = {};
    const ids = putCampaign(family, { ...usual, ...given }, changed);
    const { entity, action, params } = call(ids);
    const { profileId: _, ...shown } = params;
    cases.push({ name: `${entity}.${action} ${JSON.stringify(shown)} with ${JSON.stringify(given)}`, family, campaignId: ids.campaignId, entity, action, params, entities }); // prettier-ignore
  };
  const add: typeof addCase = (family, changed, given, call) => {
    if (!skips(family, given)) addCase(family, changed, given, call);
  };

  for (const each of inEveryState) {
    for (const [family, entity] of [
      ["sp", "sponsored_product_campaigns"],
      ["sb", "sponsored_brands_campaigns"],
      ["sd", "sd_campaigns"],
    ] as const) {
      const lower = (state: string) => (family === "sd" ? state.toLowerCase() : state);
      const day = (date: string) => (family === "sd" ? date.replaceAll("-", "") : date);
      const budget = (amount: number) => (family === "sp" ? { budget: amount } : amount);
      const update = (world: Partial<World>, change: Fields | ((ids: Ids) => Fields), kind = "campaign") =>
        add(family, kind, { ...each, ...world }, (ids) => ({ entity, action: "update", params: { campaigns: [{ campaignId: ids.campaignId, ...(typeof change === "function" ? change(ids) : change) }] } })); // prettier-ignore
      // Here, the changed record is the ad, so that the table has a campaign without an enabled ad.
      const inAd = (world: Partial<World>, change: Fields | ((ids: Ids) => Fields)) =>
        update(world, change, "ad");
      for (const state of states) inAd({}, { state: lower(state) });
      for (const amount of [10, 30]) inAd({}, { budget: budget(amount) });
      inAd({}, { name: `Renamed ${count}` });
      inAd({}, { state: lower("PAUSED"), budget: budget(90) });
      for (const [current, end] of [
        [undefined, "2026-05-15"],
        ["2026-05-01", "2026-04-01"],
        ["2026-05-01", "2026-05-15"],
        ["2026-03-01", "2026-05-15"],
      ] as const)
        inAd({ end: current }, { endDate: day(end) });
      // Sponsored Display does not document that null removes the end date.
      for (const current of family === "sd" ? [] : [undefined, "2026-03-01", "2026-05-01"])
        inAd({ end: current }, { endDate: null });
      for (const start of ["2026-03-20", "2026-06-01"])
        for (const more of [{}, { state: lower("PAUSED") }])
          inAd({ start: "2026-04-10" }, { startDate: day(start), ...more });
      if (each.record === "PAUSED" || each.adGroup === "PAUSED") continue;
      for (const portfolio of ["none", "monthly", "range", "free", "sharing"] as const)
        for (const to of ["monthly", "range", "free", "sharing"] as const)
          if (family === "sp" || portfolio === "monthly" || to === "monthly")
            update({ portfolio }, ({ portfolios }) => ({ portfolioId: portfolios[to] }), "portfolio");
      for (const portfolio of ["none", "monthly", "range", "free", "sharing"] as const)
        for (const more of [{}, { state: lower("PAUSED") }])
          update({ portfolio }, { portfolioId: null, ...more }, "portfolio");
    }

    const bidding = (world: Partial<World>, dynamicBidding: Fields) =>
      add("sp", "keyword", { ...each, ...world }, ({ campaignId }) => ({ entity: "sponsored_product_campaigns", action: "update", params: { campaigns: [{ campaignId, dynamicBidding }] } })); // prettier-ignore
    const top = (percentage: number) => ({ placement: "PLACEMENT_TOP", percentage });
    const lists = [[top(900)], [top(0)], [top(50)], [top(900), top(0)], [top(0), top(900)], [], [{ placement: "PLACEMENT_PRODUCT_PAGE", percentage: 30 }], [{ placement: "SITE_AMAZON_BUSINESS", percentage: 10 }], [top(0), { placement: "PLACEMENT_REST_OF_SEARCH", percentage: 10 }]]; // prettier-ignore
    for (const placementBidding of lists) bidding({}, { placementBidding });
    if (each.campaign === "ENABLED" && each.record === "ENABLED" && each.adGroup === "ENABLED")
      for (const strategy of ["LEGACY_FOR_SALES", "MANUAL", "AUTO_FOR_SALES", "RULE_BASED"])
        for (const next of ["LEGACY_FOR_SALES", "MANUAL", "AUTO_FOR_SALES", "RULE_BASED"]) {
          bidding({ strategy }, { strategy: next });
          bidding({ strategy }, { strategy: next, placementBidding: [top(100)] });
        }
    const elsewhere = ["PLACEMENT_PRODUCT_PAGE", "PLACEMENT_REST_OF_SEARCH"].map((placement) => ({ placement, percentage: 100 })); // prettier-ignore
    const site = { placement: "SITE_AMAZON_BUSINESS", percentage: 0 };
    bidding({ site: 100 }, { placementBidding: [top(200), ...elsewhere, site] });
    bidding({ site: 100 }, { placementBidding: [site] });

    for (const [family, entity] of [
      ["sp", "sponsored_product_ad_groups"],
      ["sb", "sponsored_brands_ad_groups"],
      ["sd", "sd_ad_groups"],
    ] as const) {
      const changed = family === "sd" ? "target" : "keyword";
      const update = (world: Partial<World>, change: Fields) =>
        addCase(family, changed, { ...each, ...world }, ({ adGroupId }) => ({ entity, action: "update", params: { adGroups: [{ adGroupId, ...change }] } })); // prettier-ignore
      for (const state of states) update({}, { state: family === "sd" ? state.toLowerCase() : state });
      update({}, { name: `Renamed ${count}` });
      if (family !== "sb")
        for (const bid of [undefined, 1])
          for (const defaultBid of [0.5, 0.8, 1.5]) update({ bid }, { defaultBid });
      if (family === "sd")
        for (const bidOptimization of ["clicks", "conversions"]) update({}, { bidOptimization });
    }

    const below = (
      family: Family,
      changed: string,
      entity: string,
      itemsParam: string,
      idField: string,
      idOf: (ids: Ids) => string,
      changes: Fields[],
      worlds: Partial<World>[] = [{}],
    ) => {
      // prettier-ignore
      for (const world of worlds)
        for (const change of changes)
          add(family, changed, { ...each, ...world }, (ids) => ({ entity, action: "update", params: { [itemsParam]: [{ [idField]: idOf(ids), ...change }] } })); // prettier-ignore
    };
    const upper = states.map((state) => ({ state }));
    const lower = states.map((state) => ({ state: state.toLowerCase() }));
    const amounts = [
      { bid: 0.5 },
      { bid: 1 },
      { bid: 2 },
      { bid: 0.5, state: "PAUSED" },
      { bid: 2, state: "PAUSED" },
    ];
    const shown = amounts.map((one) => (one.state === undefined ? one : { ...one, state: "paused" }));
    const bids = [{ bid: 1 }, { bid: undefined }];
    below("sp", "keyword", "sponsored_product_keywords", "keywords", "keywordId", ({ keyword }) => keyword, [...upper, ...amounts], bids); // prettier-ignore
    below("sp", "target", "sponsored_product_targets", "targetingClauses", "targetId", ({ target }) => target, [...upper, ...amounts], bids); // prettier-ignore
    below("sd", "target", "sd_targets", "targets", "targetId", ({ target }) => target, [...lower, ...shown], bids); // prettier-ignore
    below("sp", "ad", "sponsored_product_product_ads", "productAds", "adId", ({ ad }) => ad, upper);
    below("sb", "ad", "sponsored_brands_ads", "ads", "adId", ({ ad }) => ad, [
      ...upper,
      { name: `Renamed ${count}` },
    ]);
    below("sd", "ad", "sd_product_ads", "productAds", "adId", ({ ad }) => ad, lower);

    for (const [changed, entity, itemsParam, idField] of [
      ["negativeKeywords", "sponsored_product_negative_keywords", "negativeKeywords", "keywordId"],
      ["negativeTargets", "sponsored_product_negative_targets", "negativeTargetingClauses", "targetId"],
      ["campaignNegativeKeywords", "sponsored_product_campaign_negative_keywords", "campaignNegativeKeywords", "keywordId"], // prettier-ignore
      ["campaignNegativeTargets", "sponsored_product_campaign_negative_targets", "campaignNegativeTargetingClauses", "targetId"], // prettier-ignore
    ] as const) {
      below("sp", changed, entity, itemsParam, idField, ({ negative }) => negative, upper);
      add("sp", changed, each, ({ negative }) => ({ entity, action: "archive", params: { [`${idField}s`]: [negative] } })); // prettier-ignore
      const isTarget = idField === "targetId";
      const inGroup = !changed.startsWith("campaign");
      for (const state of states)
        add(
          "sp",
          changed === "campaignNegativeTargets" ? changed : "keyword",
          each,
          ({ campaignId, adGroupId }) => ({
            entity,
            action: "create",
            params: { [itemsParam]: [{ campaignId, ...(inGroup ? { adGroupId } : {}), state, ...(isTarget ? { expression: [{ type: "ASIN_SAME_AS", value: "B08KTZ8249" }] } : { keywordText: "free", matchType: "NEGATIVE_EXACT" }) }] }, // prettier-ignore
          }),
        );
    }

    const addBrands: Parameters<typeof addBrandsCases>[0] = (changed, given, call) =>
      add("sb", changed, { ...each, ...given }, call);
    addBrandsCases(addBrands);
    if (each.record === "ENABLED") addBrandsCampaignCases(addBrands);
    below("sd", "negativeTargets", "sd_negative_targets", "negativeTargets", "targetId", ({ negative }) => negative, lower); // prettier-ignore
    add("sd", "negativeTargets", each, ({ negative }) => ({ entity: "sd_negative_targets", action: "archive", params: { targetIds: [negative] } })); // prettier-ignore
    for (const { state } of lower)
      add("sd", "target", each, ({ adGroupId }) => ({ entity: "sd_negative_targets", action: "create", params: { negativeTargets: [{ adGroupId, state, expression: [{ type: "asinSameAs", value: "B08KTZ8249" }] }] } })); // prettier-ignore

    for (const percent of [-20, 20]) {
      const byPercent = (family: Family, entity: string, changed: string, param: string, idOf: (ids: Ids) => string) =>
        add(family, changed, each, (ids) => ({ entity, action: "change_by_percent", params: { [param]: [idOf(ids)], percent } })); // prettier-ignore
      byPercent(
        "sp",
        "sponsored_product_campaigns",
        "keyword",
        "campaignIds",
        ({ campaignId }) => campaignId,
      );
      byPercent("sp", "sponsored_product_ad_groups", "keyword", "adGroupIds", ({ adGroupId }) => adGroupId);
      byPercent("sp", "sponsored_product_keywords", "keyword", "keywordIds", ({ keyword }) => keyword);
      byPercent("sp", "sponsored_product_targets", "target", "campaignIds", ({ campaignId }) => campaignId);
      byPercent("sd", "sd_campaigns", "target", "campaignIds", ({ campaignId }) => campaignId);
      byPercent("sd", "sd_ad_groups", "target", "adGroupIds", ({ adGroupId }) => adGroupId);
      byPercent("sd", "sd_targets", "target", "targetIds", ({ target }) => target);
    }

    // A campaign spends nothing through rules if it is paused or its ad groups are.
    for (const family of each.campaign === "ENABLED" && each.adGroup === "ENABLED"
      ? (["sp", "sd"] as const)
      : []) {
      const rule = (
        associated: boolean,
        call: (ids: Ids, ruleId: string) => { entity: string; action: string; params: Fields },
        window: Fields = { startTime: "08:00", endTime: "20:00" },
      ) =>
        // prettier-ignore
        add(family, family === "sp" ? "keyword" : "target", each, (ids) => {
          const ruleId = `rule-${count}`;
          const campaignIds = associated ? [ids.campaignId] : [];
          put(`${family}/budgetRules`, { ruleId, state: each.record, ruleDetails: budgetRule, campaignIds });
          if (family === "sp") put("sp/optimizationRules", { optimizationRuleId: ruleId, state: each.record, ...bidRule, recurrence: { ...bidRule.recurrence, timesOfDay: [window] }, campaignIds }); // prettier-ignore
          return call(ids, ruleId);
        });
      for (const change of ruleChanges)
        rule(true, (_, ruleId) => ({ entity: "budget_rules", action: "update", params: { rules: [{ ruleId, ...change }], product: family } })); // prettier-ignore
      for (const change of [{ threshold: 1 }, { threshold: 3 }])
        rule(true, (_, ruleId) => ({ entity: "budget_rules", action: "update", params: { rules: [{ ruleId, ...change }], product: family } })); // prettier-ignore
      for (const [action, associated] of [["associate", false], ["disassociate", true]] as const) // prettier-ignore
        rule(associated, ({ campaignId }, ruleId) => ({ entity: "budget_rules", action, params: { ruleIds: [ruleId], campaignId, product: family } })); // prettier-ignore
      if (family === "sd") continue;
      for (const { state, ...change } of ruleChanges)
        rule(true, (_, ruleId) => ({ entity: "bid_rules", action: "update", params: { rules: [{ ruleId, ...change, ...(state === "ACTIVE" ? { state: "ENABLED" } : state ? { state } : {}) }] } })); // prettier-ignore
      for (const window of [{ startTime: "08:00", endTime: "20:00" }, { startTime: "22:00", endTime: "06:00" }]) // prettier-ignore
        for (const change of nightChanges)
          rule(true, (_, ruleId) => ({ entity: "bid_rules", action: "update", params: { rules: [{ ruleId, ...change }] } }), window); // prettier-ignore
      rule(false, ({ campaignId }, ruleId) => ({ entity: "bid_rules", action: "associate", params: { ruleIds: [ruleId], campaignId } })); // prettier-ignore
    }

    for (const state of states) {
      const shownState = state.toLowerCase();
      const create = (family: Family, changed: string, entity: string, itemsParam: string, item: (ids: Ids) => Fields) =>
        add(family, changed, each, (ids) => ({ entity, action: "create", params: { [itemsParam]: [{ ...item(ids), state: family === "sd" ? shownState : state }] } })); // prettier-ignore
      for (const bid of [{}, { bid: 2 }]) {
        create("sp", "keyword", "sponsored_product_keywords", "keywords", ({ campaignId, adGroupId }) => ({ campaignId, adGroupId, keywordText: "gas stove", matchType: "BROAD", ...bid })); // prettier-ignore
        create("sp", "target", "sponsored_product_targets", "targetingClauses", ({ campaignId, adGroupId }) => ({ campaignId, adGroupId, expression: [{ type: "ASIN_CATEGORY_SAME_AS", value: "3401161" }], ...bid })); // prettier-ignore
        create("sd", "target", "sd_targets", "targets", ({ adGroupId }) => ({ adGroupId, expression: [{ type: "asinCategorySameAs", value: "3401161" }], ...bid })); // prettier-ignore
      }
      create("sp", "ad", "sponsored_product_product_ads", "productAds", ({ campaignId, adGroupId }) => ({ campaignId, adGroupId, sku: "FH-POLE-CF" })); // prettier-ignore
      create("sd", "ad", "sd_product_ads", "productAds", ({ campaignId, adGroupId }) => ({ campaignId, adGroupId, sku: "FH-POLE-CF" })); // prettier-ignore
      create("sp", "keyword", "sponsored_product_ad_groups", "adGroups", ({ campaignId }) => ({ campaignId, name: `New ${count}`, defaultBid: 2 })); // prettier-ignore
      create("sd", "target", "sd_ad_groups", "adGroups", ({ campaignId }) => ({ campaignId, name: `New ${count}`, defaultBid: 2 })); // prettier-ignore
    }

    if (each.campaign === "PAUSED" || each.record === "PAUSED" || each.adGroup === "PAUSED") continue;
    const budgets: Fields[] = [
      { policy: "NO_CAP" },
      { policy: "NO_CAP", amount: null, startDate: null, endDate: null },
      { policy: "MONTHLY_RECURRING", amount: null },
      ...[800, 1000, undefined].flatMap((amount) => [
        { policy: "MONTHLY_RECURRING", ...(amount === undefined ? {} : { amount }) },
        { policy: "MONTHLY_RECURRING", endDate: "2026-04-30", ...(amount === undefined ? {} : { amount }) },
        { ...range, amount },
        { ...range, amount, endDate: null },
        { ...range, amount, endDate: "2026-04-10" },
        { ...range, amount, endDate: "2026-06-30" },
        { policy: "DATE_RANGE", startDate: "2026-03-01", ...(amount === undefined ? {} : { amount }) },
        { ...range, amount, startDate: "2026-02-01" },
        { ...range, amount, startDate: "2026-03-05" },
      ]),
    ];
    for (const portfolio of ["monthly", "range", "free"] as const)
      for (const budget of budgets)
        add("sp", "portfolio", { ...each, portfolio }, ({ portfolios }) => ({ entity: "portfolios", action: "update", params: { portfolios: [{ portfolioId: portfolios[portfolio], budget: JSON.parse(JSON.stringify(budget)) as Fields }] } })); // prettier-ignore
    add("sp", "portfolio", { ...each, portfolio: "range" }, ({ portfolios }) => ({ entity: "portfolios", action: "update", params: { portfolios: [{ portfolioId: portfolios.range, name: `Renamed ${count}` }] } })); // prettier-ignore
  }
  return cases;
}
