import type { AmazonAdsState } from "../../../../../sandbox/amazon-ads/snapshot.ts";

// The oracle compares two states of the sandbox, and says whether the account can spend more. It shares no code with the
// connector. The rules are from Amazon's documentation of budgets, bids, placements, strategies and serving.

type Fields = Record<string, unknown>;
export type Entities = AmazonAdsState["accounts"][number]["entities"];
type Family = "sp" | "sb" | "sd";

/** What a campaign could spend, as numbers by name. A higher number is more spending. */
type Picture = Map<string, number>;

export interface Verdict {
  raised: string[];
  lowered: string[];
}

/** The days on which ceilings are compared: around every date of the cases, and far in the future. */
const days = [
  "2026-03-12",
  "2026-03-20",
  "2026-04-01",
  "2026-04-15",
  "2026-05-01",
  "2026-06-15",
  "2027-01-01",
];

const placements = {
  sp: ["PLACEMENT_TOP", "PLACEMENT_PRODUCT_PAGE", "PLACEMENT_REST_OF_SEARCH"],
  sb: ["TOP_OF_SEARCH", "DETAIL_PAGE", "HOME", "OTHER"],
  sd: ["any"],
};

/** The ids of the audiences of the cases. */
export const audiences = ["407242961697740599", "407242961697740600"];

/** The factors of the strategies for shoppers who will probably buy, for most shoppers, and for those who will not. */
const strategies: Record<string, Record<(typeof shoppers)[number], number>> = {
  LEGACY_FOR_SALES: { likely: 1, usual: 1, unlikely: 0.5 },
  MANUAL: { likely: 1, usual: 1, unlikely: 1 },
  AUTO_FOR_SALES: { likely: 2, usual: 1, unlikely: 0.5 },
  RULE_BASED: { likely: 1e9, usual: 1, unlikely: 1e9 },
};
const shoppers = ["likely", "usual", "unlikely"] as const;

/**
 * Enables all paused records that `known` contains. An earlier request that arrives later can enable these records, so
 * a request must not raise what they could spend, even if it pauses them. New records stay paused, because nobody else
 * knows their ids.
 */
export function withEnabled(all: Entities, known: Entities): Entities {
  const enabled = Object.entries(all).map(([collection, records]) => {
    const idField = idFields[collection.split("/")[1] ?? ""];
    if (idField === undefined) return [collection, records];
    const ids = new Set((known[collection as keyof Entities] as Fields[]).map((one) => one[idField]));
    const isPaused = (one: Fields) => one.state === "PAUSED" && ids.has(one[idField]);
    return [collection, records.map((one) => (isPaused(one) ? { ...one, state: "ENABLED" } : one))];
  });
  return Object.fromEntries(enabled) as Entities;
}

/** The ids of the records that a request can enable. A negative keyword stops ads while it is enabled. */
const idFields: Readonly<Record<string, string>> = {
  campaigns: "campaignId",
  adGroups: "adGroupId",
  productAds: "adId",
  ads: "adId",
  keywords: "keywordId",
  targets: "targetId",
  themes: "themeId",
};

/** Compares what one campaign could spend before and after a request. */
export function compare(before: Entities, after: Entities, family: Family, campaignId: string): Verdict {
  const [from, to] = [before, after].map((one) => pictureOf(one, family, campaignId)) as [Picture, Picture];
  const verdict: Verdict = { raised: [], lowered: [] };
  for (const name of new Set([...from.keys(), ...to.keys()])) {
    const [old, now] = [from.get(name) ?? 0, to.get(name) ?? 0];
    if (/^(goal|window)/.test(name)) {
      // A goal or a time window has no order, so each change counts as a raise.
      if (old !== now && from.has(name) && to.has(name)) verdict.raised.push(name);
    } else if (now > old) verdict.raised.push(name);
    else if (now < old) verdict.lowered.push(name);
  }
  return verdict;
}

function pictureOf(all: Entities, family: Family, campaignId: string): Picture {
  const picture: Picture = new Map();
  const campaign = all[`${family}/campaigns`].find((one) => one.campaignId === campaignId);
  if (!campaign || campaign.state !== "ENABLED") return picture;
  const groups = servingGroups(all, family, campaignId);
  if (groups.length === 0) return picture;
  budgets(picture, all, campaign, all[`${family}/budgetRules`].filter(holdsFor(campaignId)));
  for (const group of groups) bids(picture, all, family, campaign, group);
  return picture;
}

/** Returns the enabled ad groups that have an enabled ad and an enabled keyword or target. */
function servingGroups(all: Entities, family: Family, campaignId: string): Fields[] {
  const ads = family === "sb" ? all["sb/ads"] : all[`${family}/productAds`];
  const enabledIn = (records: Fields[], { adGroupId }: Fields) =>
    records.some((one) => one.adGroupId === adGroupId && one.state === "ENABLED");
  return all[`${family}/adGroups`].filter(
    (group) =>
      group.campaignId === campaignId &&
      group.state === "ENABLED" &&
      enabledIn(ads, group) &&
      enabledIn(biddersOf(all, family), group),
  );
}

const biddersOf = (all: Entities, family: Family): Fields[] => [
  ...(family === "sd" ? [] : all[`${family}/keywords`]),
  ...all[`${family}/targets`],
  ...(family === "sb" ? all["sb/themes"] : []),
];

/** Adds the ceiling of the campaign and the cap of its portfolio, for each day. */
function budgets(picture: Picture, all: Entities, campaign: Fields, rules: readonly Fields[]): void {
  const nested = campaign.budget as Fields | number;
  const amount = typeof nested === "number" ? nested : Number(nested.budget);
  const ceiling = campaign.budgetType === "LIFETIME" ? amount : amount * 2;
  const portfolio = all.portfolios.find((one) => one.portfolioId === campaign.portfolioId);
  const cap = (portfolio?.budget ?? { policy: "NO_CAP" }) as Fields;
  const isRange = cap.policy === "DATE_RANGE";
  const isOn = (day: string, { startDate, endDate }: Fields) =>
    (typeof startDate !== "string" || startDate <= day) && (typeof endDate !== "string" || day <= endDate);
  for (const day of days) {
    if (!isOn(day, campaign)) continue;
    picture.set(`ceiling ${day}`, ceiling);
    if (cap.policy === "NO_CAP") picture.set(`cap ${day}`, Infinity);
    else if (isOn(day, { endDate: cap.endDate })) picture.set(`cap ${day}`, Number(cap.amount ?? Infinity));
  }
  const running = days.filter((day) => isOn(day, campaign));
  addRules(picture, "raised ceiling", ceiling, rules.map(budgetRuleOf), running);
  // A monthly budget can be spent again each month.
  picture.set("renewals", isRange ? 1 : 2);
  // In a new period, the portfolio can spend the amount again, whatever it has spent in the old period.
  if (cap.policy !== "NO_CAP") picture.set("window of the period", isRange ? Date.parse(String(cap.startDate)) : 0); // prettier-ignore
  const sharing = (portfolio?.budgetControls as { campaignUnspentBudgetSharing?: Fields } | undefined)
    ?.campaignUnspentBudgetSharing?.featureState;
  picture.set("sharing", portfolio && sharing !== "DISABLED" ? 1 : 0);
  // Another portfolio with a cap gives new room, even if the caps are equal.
  if (cap.policy !== "NO_CAP") picture.set("window of portfolio", Number(portfolio!.portfolioId));
}

const holdsFor =
  (campaignId: unknown) =>
  ({ state, campaignIds }: Fields): boolean =>
    state === "ENABLED" && (campaignIds as unknown[]).includes(campaignId);

const weekdays = ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"];
const weekdayOf = (day: string) => weekdays[new Date(day).getUTCDay()]!;
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The times of a rule: its days, and the hours at which it begins and ends. */
interface Times {
  first: string;
  last: string;
  daysOfWeek: string[];
  begin: number;
  end: number;
}

/**
 * The ways to understand a rule whose end is not later than its beginning. Amazon does not document whether such a rule
 * ends on the next day, and whether equal times are the whole day.
 */
const nights = [
  { endsNextDay: true, equalIsAllDay: true },
  { endsNextDay: true, equalIsAllDay: false },
  { endsNextDay: false, equalIsAllDay: true },
  { endsNextDay: false, equalIsAllDay: false },
];

function applies(day: string, hour: number, times: Times, night: (typeof nights)[number]): boolean {
  const { first, last, daysOfWeek, begin, end } = times;
  const isOn = (date: string) => first <= date && date <= last && daysOfWeek.includes(weekdayOf(date));
  if (begin < end) return isOn(day) && begin <= hour && hour < end;
  if (begin === end && !night.equalIsAllDay) return false;
  if (begin <= hour) return isOn(day);
  return hour < end && isOn(night.endsNextDay ? dayBefore(day) : day);
}

/** Adds what rules add to an amount at each hour of the days. */
function addRules(
  picture: Picture,
  name: string,
  amount: number,
  rules: readonly { times: Times; percent: number }[],
  onDays = days,
): void {
  if (rules.length === 0) return;
  for (const day of onDays)
    for (const hour of hours)
      for (const [index, night] of nights.entries()) {
        const active = rules.filter(({ times }) => applies(day, hour, times, night));
        const percent = active.reduce((sum, one) => sum + one.percent, 0);
        picture.set(`${name} ${day} ${hour} ${index}`, (amount * percent) / 100);
      }
}

const hourOf = (time: string) => Number(time.slice(0, 2));
const dashed = (date: string) => date.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");

/** Reads a budget rule. A condition that holds more often counts as a higher percentage. */
function budgetRuleOf({ ruleDetails }: Fields): { times: Times; percent: number } {
  const { duration, recurrence, budgetIncreaseBy, performanceMeasureCondition } = ruleDetails as {
    duration: { dateRangeTypeRuleDuration: Record<string, string> };
    recurrence: { daysOfWeek: string[]; intraDaySchedule: Record<string, string>[] };
    budgetIncreaseBy: { value: number };
    performanceMeasureCondition: { threshold: number };
  };
  const { startDate, endDate } = duration.dateRangeTypeRuleDuration;
  const { startTime, endTime } = recurrence.intraDaySchedule[0]!;
  return {
    times: {
      first: dashed(startDate!),
      last: dashed(endDate!),
      daysOfWeek: recurrence.daysOfWeek,
      begin: hourOf(startTime!),
      end: hourOf(endTime!),
    },
    percent: budgetIncreaseBy.value - performanceMeasureCondition.threshold / 1e3,
  };
}

function bidRuleOf({ recurrence, action }: Fields): { times: Times; percent: number } {
  const { daysOfWeek, timesOfDay, duration } = recurrence as {
    daysOfWeek: string[];
    timesOfDay: Record<string, string>[];
    duration: Record<string, string>;
  };
  const { startTime, endTime } = timesOfDay[0]!;
  return {
    times: {
      first: duration.startTime!.slice(0, 10),
      last: duration.endTime!.slice(0, 10),
      daysOfWeek,
      begin: hourOf(startTime!),
      end: hourOf(endTime!),
    },
    percent: (action as { actionDetails: { value: number } }).actionDetails.value,
  };
}

function strategyOf(campaign: Fields) {
  const bidding = (campaign.dynamicBidding ?? {}) as Fields;
  return strategies[String(bidding.strategy ?? "LEGACY_FOR_SALES")]!;
}

/** Adds the highest bid of each keyword and target for each placement, and the negatives that stop ads. */
function bids(picture: Picture, all: Entities, family: Family, campaign: Fields, group: Fields): void {
  for (const one of biddersOf(all, family)) {
    if (one.adGroupId !== group.adGroupId || one.state !== "ENABLED") continue;
    const id = String(one.keywordId ?? one.targetId ?? one.themeId);
    const base = Number(one.bid ?? group.defaultBid);
    for (const auction of auctionsOf(family))
      picture.set(
        `bid ${id} ${Object.values(auction).join(" ")}`,
        base * factorOf(family, campaign, auction),
      );
    // Schedule bid rules are added to the other factors.
    if (family !== "sp") continue;
    const rules = all["sp/optimizationRules"].filter(holdsFor(campaign.campaignId));
    addRules(picture, `raised bid ${id}`, base, rules.map(bidRuleOf));
  }
  if (family === "sd") picture.set(`goal ${String(group.adGroupId)}`, String(group.bidOptimization).length);
  // Nobody knows how Amazon adjusts the bids of placements, so both directions of a change can cost more.
  if (family === "sb") picture.set("goal of the placements", isOptimized(campaign) ? 1 : 2);
  const inGroup = ({ adGroupId }: Fields) => adGroupId === group.adGroupId;
  const negatives =
    family === "sb"
      ? [...all["sb/negativeKeywords"], ...all["sb/negativeTargets"]].filter(inGroup)
      : family === "sd"
        ? all["sd/negativeTargets"].filter(inGroup)
        : [
            // prettier-ignore
            ...all["sp/negativeKeywords"].filter(inGroup),
            ...all["sp/negativeTargets"].filter(inGroup),
            ...all["sp/campaignNegativeKeywords"].filter(({ campaignId }) => campaignId === group.campaignId),
            ...all["sp/campaignNegativeTargets"].filter(({ campaignId }) => campaignId === group.campaignId),
          ];
  const stopping = negatives.filter(({ state }) => state === "ENABLED").length;
  picture.set(`shown ads of ${String(group.adGroupId)}`, 1e6 - stopping);
}

/** Who sees an ad, and where. */
interface Auction {
  placement: string;
  audience: string | undefined;
  onBusinessSite: boolean;
  shopper: (typeof shoppers)[number];
}

const auctionsOf = (family: Family): Auction[] =>
  placements[family].flatMap((placement) =>
    [undefined, ...audiences].flatMap((audience) =>
      [true, false].flatMap((onBusinessSite) =>
        shoppers.map((shopper) => ({ placement, audience, onBusinessSite, shopper })),
      ),
    ),
  );

const factor = (all: readonly Fields[]) => 1 + Math.max(0, ...all.map(({ percentage }) => Number(percentage))) / 100; // prettier-ignore

function factorOf(family: Family, campaign: Fields, auction: Auction): number {
  if (family === "sd") return 4;
  if (family === "sb") return brandsFactorOf(campaign, auction);
  const { placementBidding = [] } = (campaign.dynamicBidding ?? {}) as { placementBidding?: Fields[] };
  const at = (name: string) => factor(placementBidding.filter(({ placement }) => placement === name));
  return (
    at(auction.placement) *
    (auction.onBusinessSite ? at("SITE_AMAZON_BUSINESS") : 1) *
    strategyOf(campaign)[auction.shopper]
  );
}

const isOptimized = (campaign: Fields) =>
  ((campaign.bidding ?? {}) as { bidOptimization?: boolean }).bidOptimization !== false;

/** A Sponsored Brands campaign can also lower the bids of a placement. */
function brandsFactorOf(campaign: Fields, { placement, audience }: Auction): number {
  const { bidAdjustmentsByPlacement = [], shopperCohortBidAdjustments = [] } = (campaign.bidding ?? {}) as Record<string, Fields[]>; // prettier-ignore
  const own = isOptimized(campaign) ? [] : bidAdjustmentsByPlacement.filter((one) => one.placement === placement); // prettier-ignore
  const placed = own.length === 0 ? 1 : 1 + Math.max(...own.map(({ percentage }) => Number(percentage))) / 100; // prettier-ignore
  const names = ({ audienceSegments }: Fields) => (audienceSegments as Fields[]).some(({ audienceId }) => audienceId === audience); // prettier-ignore
  return placed * factor(shopperCohortBidAdjustments.filter(names));
}
