import { namesIn } from "../types/column-kinds.ts";

/**
 * A ratio for several rows together: the sum of `over`, divided by the sum of `under`, times `factor`. Without
 * `over`, the ratio is the average of the rows' own values, weighted by `under`.
 */
export interface Ratio {
  name: string;
  over?: string | undefined;
  under: string;
  factor: number;
}

type Rule = [pattern: RegExp, over: string, under: string, factor: number];

const cost = "cost spend totalCost";

/**
 * For each ratio, the first rule with a matching pattern applies. `over` and `under` list the possible columns, and the
 * first column that the report has is used. `$1` and `$2` are the groups of the pattern. For example, `sales$1$2` is
 * `salesClicks14d` for the ratio `acosClicks14d`. `#` is `$1`, and `~` is `$1$2`, with a lower-case first letter.
 */
const rules: readonly Rule[] = [
  [/^(?:costPerClick|eCPC)$/, cost, "clicks", 1],
  [/^(?:costPerThousandImpressions|eCPM)$/, cost, "impressions", 1000],
  [/^clickThroughRate$/, "clicks", "impressions", 100],
  [/^acos(Clicks|)(\d+d|)$/, cost, "sales$1$2 sales$2", 100],
  [/^roas(Clicks|)(\d+d|)$/, "sales$1$2 sales$2", cost, 1],
  [/^ROAS$/, "sales", cost, 1],
  [/^(total|offAmazon|combined|newToBrand)ROAS$/, "$1Sales $1ProductSales", cost, 1],
  [/^(total|offAmazon|combined|newToBrand)ERPM$/, "$1Sales $1ProductSales", "impressions", 1000],
  [/^eRPM$/, "sales", "impressions", 1000],
  [/^(total|offAmazon|combined)ECPP$/, cost, "$1Purchases", 1],
  [/^eCPP$/, cost, "purchases", 1],
  [/^(?:NewToBrandECPP|costPerNewToBrandPurchase)$/, cost, "newToBrandPurchases", 1],
  [/^eCP(\w)(\w+)$/, cost, "~ ~s", 1],
  [/^(total|newToBrand)ECP(\w+)$/, cost, "$1$2 $1$2s", 1],
  [/^(\w+)CPA$/, cost, "$1", 1],
  // The rates below can be fractions (0.05) or percentages (5). With an empty `over`, the average keeps this unit.
  [/^viewClickThroughRate$/, "", "viewableImpressions impressionsViews", 1],
  [/^(?:viewabilityRate|video5SecondViewRate)$/, "", "impressions", 1],
  [/^invalidImpressionRate$/, "", "grossImpressions", 1],
  [/^invalidClickThroughRate$/, "", "grossClickThroughs", 1],
  [/^purchaseClickRate(\d+d)$/, "", "clicks", 1],
  [/^newToBrand(Purchases|Sales|UnitsSold)Percentage(\d+d|)$/, "", "#$2", 1],
];

/** Amazon documents these rates as shares of the impressions. */
const ofImpressions = new Set(
  namesIn(`
  addToCartRate addToListRate addToWatchlistRate alexaSkillEnableRate brandSearchRate brandedSearchRate
  detailPageViewRate downloadedVideoPlayRate freeTrialSubscriptionSignupRate newSubscribeAndSaveRate
  paidSubscriptionSignupRate playTrailerRate productReviewPageVisitRate purchaseRate rentalRate skillInvocationRate
  subscriptionSignupRate totalAddToCartRate totalAddToListRate totalDetailPageViewRate
  totalProductReviewPageVisitRate totalPurchaseRate totalSubscribeAndSaveRate videoDownloadRate videoStreamsRate
`),
);

const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1);

/** Returns undefined if the report does not have the needed columns. */
export function ratioOf(name: string, known: ReadonlySet<string>): Ratio | undefined {
  if (ofImpressions.has(name))
    return known.has("impressions") ? { name, under: "impressions", factor: 1 } : undefined;
  for (const [pattern, over, under, factor] of rules) {
    const groups = pattern.exec(name);
    if (!groups) continue;
    const [, one = "", two = ""] = groups;
    const first = (columns: string) =>
      namesIn(
        columns
          .replaceAll("~", one.toLowerCase() + two)
          .replaceAll("#", lowerFirst(one))
          .replaceAll("$1", one)
          .replaceAll("$2", two),
      ).find((column) => known.has(column));
    const divided = over === "" ? undefined : first(over);
    const divisor = first(under);
    if (divisor === undefined || (over !== "" && divided === undefined)) return undefined;
    return { name, over: divided, under: divisor, factor };
  }
  return undefined;
}

/** Returns whether the connector can compute a column that a report does not have. */
export const isComputed = (name: string): boolean =>
  /^(acos|roas)(Clicks)?(\d+d)?$|^(costPerClick|clickThroughRate)$/.test(name);

/**
 * Returns the ratios that `sumBy` always adds: the cost per click, the click-through rate, and the ACOS and the ROAS
 * for each attribution window whose sales are in `columns`. Leaves out each ratio whose columns are missing.
 */
export function usualRatios(columns: readonly string[]): Ratio[] {
  const known = new Set(columns);
  const windows = columns.flatMap((name) => /^sales(\d+d|)$/.exec(name)?.[1] ?? []);
  const names = [
    "costPerClick",
    "clickThroughRate",
    ...windows.flatMap((one) => [`acos${one}`, `roas${one}`]),
  ];
  return names.flatMap((name) => ratioOf(name, known) ?? []);
}

/** Returns null if the divisor is 0. */
export const divide = (over: number, under: number, factor: number): number | null =>
  under > 0 ? Math.round((over / under) * factor * 1e4) / 1e4 : null;
