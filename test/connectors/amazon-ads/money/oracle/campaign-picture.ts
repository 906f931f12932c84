import type { AmazonAdsState } from "../../../../../sandbox/amazon-ads/snapshot.ts";
import { bidRuleOf, budgetRuleOf, percentagesOf } from "./rule-times.ts";
import { type Family, isOptimized, segmentsOf } from "./shopper-segments.ts";

// What a campaign could spend, computed from the state of the sandbox. Shares no code with the connector. The rules are
// from Amazon's documentation of budgets, bids, portfolios and serving.

type Fields = Record<string, unknown>;
export type Entities = AmazonAdsState["accounts"][number]["entities"];

export interface Picture {
  /** Amounts by name. A higher amount is more spending. */
  amounts: Map<string, number>;
  /** Settings without an order, by name. Each change of a setting can raise spending. */
  settings: Map<string, unknown>;
  /** The bids before adjustments, by the id of the keyword, target or theme. */
  bids: Map<string, number>;
  /** The factors of the bids, by group of shoppers. */
  segments: Map<string, number>;
  /** The ids of the negative keywords and targets that stop ads. */
  negatives: Set<string>;
}

/** The days on which amounts are compared: around every date of the cases, and far in the future. */
const days = [
  "2026-03-12",
  "2026-03-20",
  "2026-04-01",
  "2026-04-15",
  "2026-05-01",
  "2026-06-15",
  "2027-01-01",
];

/** Returns an empty picture if the campaign shows no ads. */
export function pictureOf(all: Entities, family: Family, campaignId: string): Picture {
  const picture: Picture = {
    amounts: new Map(),
    settings: new Map(),
    bids: new Map(),
    segments: new Map(),
    negatives: new Set(),
  };
  const campaign = all[`${family}/campaigns`].find((one) => one.campaignId === campaignId);
  if (campaign?.state !== "ENABLED") return picture;
  const groups = servingGroups(all, family, campaignId);
  if (groups.length === 0) return picture;
  drawBudget(picture, all, family, campaign);
  drawBids(picture, all, family, campaign, groups);
  drawNegatives(picture, all, family, campaignId);
  return picture;
}

/** Returns the enabled ad groups that have an enabled ad and an enabled keyword or target. */
function servingGroups(all: Entities, family: Family, campaignId: string): Fields[] {
  const ads = family === "sb" ? all["sb/ads"] : all[`${family}/productAds`];
  const enabledIn = (records: Fields[], { adGroupId }: Fields) =>
    records.filter((one) => one.adGroupId === adGroupId && one.state === "ENABLED");
  return all[`${family}/adGroups`].filter((group) => {
    if (group.campaignId !== campaignId || group.state !== "ENABLED") return false;
    const shown = enabledIn(ads, group);
    if (shown.length === 0 || enabledIn(biddersOf(all, family), group).length === 0) return false;
    // Such an ad group shows no ads without a creative that Amazon has not rejected.
    const needsCreative =
      family === "sd" &&
      (group.creativeType === "VIDEO" ||
        shown.every(({ landingPageType }) => landingPageType === "OFF_AMAZON_LINK"));
    return !needsCreative || enabledIn(all["sd/creatives"], group).some(({ moderationStatus, reviewEnds }) => reviewEnds !== undefined || moderationStatus !== "REJECTED"); // prettier-ignore
  });
}

const biddersOf = (all: Entities, family: Family): Fields[] => [
  ...(family === "sd" ? [] : all[`${family}/keywords`]),
  ...all[`${family}/targets`],
  ...(family === "sb" ? all["sb/themes"] : []),
];

function drawNegatives({ negatives }: Picture, all: Entities, family: Family, campaignId: string): void {
  const groups = all[`${family}/adGroups`].filter((one) => one.campaignId === campaignId);
  const ids = new Set(groups.map(({ adGroupId }) => adGroupId));
  const isHere = (one: Fields) =>
    one.adGroupId === undefined ? one.campaignId === campaignId : ids.has(one.adGroupId);
  const records = [
    ...all[`${family}/negativeTargets`],
    ...(family === "sd" ? [] : all[`${family}/negativeKeywords`]),
    ...(family === "sp" ? all["sp/campaignNegativeKeywords"] : []),
    ...(family === "sp" ? all["sp/campaignNegativeTargets"] : []),
  ];
  for (const one of records)
    if (isHere(one) && one.state === "ENABLED") negatives.add(String(one.keywordId ?? one.targetId));
}

const holdsFor =
  (campaignId: unknown) =>
  ({ state, campaignIds }: Fields): boolean =>
    state === "ENABLED" && (campaignIds as unknown[]).includes(campaignId);

const isOn = (day: string, { startDate, endDate }: Fields): boolean =>
  (typeof startDate !== "string" || startDate <= day) && (typeof endDate !== "string" || day <= endDate);

/** Adds the ceiling of the campaign and the cap of its portfolio, for each day. */
function drawBudget({ amounts, settings }: Picture, all: Entities, family: Family, campaign: Fields): void {
  const nested = campaign.budget as Fields | number;
  const amount = typeof nested === "number" ? nested : Number(nested.budget);
  // Amazon can spend twice the daily budget on one day.
  const ceiling = campaign.budgetType === "LIFETIME" ? amount : amount * 2;
  const portfolio = all.portfolios.find((one) => one.portfolioId === campaign.portfolioId);
  const cap = (portfolio?.budget ?? { policy: "NO_CAP" }) as Fields;
  const running = days.filter((day) => isOn(day, campaign));
  for (const day of running) {
    amounts.set(`ceiling on ${day}`, ceiling);
    if (cap.policy === "NO_CAP") amounts.set(`cap on ${day}`, Infinity);
    else if (isOn(day, { endDate: cap.endDate }))
      amounts.set(`cap on ${day}`, Number(cap.amount ?? Infinity));
  }
  const rules = all[`${family}/budgetRules`].filter(holdsFor(campaign.campaignId)).map(budgetRuleOf);
  for (const [time, percent] of percentagesOf(rules, running))
    amounts.set(`raised ceiling at ${time}`, (ceiling * percent) / 100);
  // Even with the unspent budgets of other campaigns, a campaign stays within its ceiling. A portfolio that does not
  // mention this sharing changes nothing.
  if (portfolio && sharingOf(portfolio) === "ENABLED") amounts.set("use of unspent budgets", 1);
  const isRange = cap.policy === "DATE_RANGE";
  // A monthly budget can be spent again each month.
  amounts.set("renewals", isRange ? 1 : 2);
  if (cap.policy === "NO_CAP") return;
  // In a new period, the portfolio can spend the amount again, whatever it has spent in the old period.
  settings.set("period of the portfolio", isRange ? cap.startDate : "each month");
  // Another portfolio with a cap gives new room, even if the caps are equal.
  settings.set("portfolio with a cap", portfolio!.portfolioId);
}

const sharingOf = ({ budgetControls }: Fields): unknown =>
  ((budgetControls ?? {}) as Record<string, Fields>).campaignUnspentBudgetSharing?.featureState;

/** Adds the bids of the enabled keywords, targets and themes, and what raises them. */
function drawBids(
  { amounts, settings, bids, segments }: Picture,
  all: Entities,
  family: Family,
  campaign: Fields,
  groups: readonly Fields[],
): void {
  for (const [segment, factor] of segmentsOf(family, campaign)) segments.set(segment, factor);
  // Nobody knows how Amazon adjusts the bids of placements, so both directions of a change can cost more.
  if (family === "sb") settings.set("optimization of placements", isOptimized(campaign));
  const rules = family === "sp" ? all["sp/optimizationRules"].filter(holdsFor(campaign.campaignId)) : [];
  const percentages = percentagesOf(rules.map(bidRuleOf), days);
  for (const group of groups) {
    if (family === "sd") settings.set(`goal of ${String(group.adGroupId)}`, group.bidOptimization);
    for (const one of biddersOf(all, family)) {
      if (one.adGroupId !== group.adGroupId || one.state !== "ENABLED") continue;
      const id = String(one.keywordId ?? one.targetId ?? one.themeId);
      const bid = Number(one.bid ?? group.defaultBid);
      bids.set(id, bid);
      // Schedule bid rules are added to the other factors.
      for (const [time, percent] of percentages) amounts.set(`raised bid of ${id} at ${time}`, (bid * percent) / 100); // prettier-ignore
    }
  }
}
