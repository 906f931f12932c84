import type { Fields } from "../types.ts";
import type { Numbers, Order } from "./daily-numbers.ts";

/** A metric of one keyword or target on one day. The values of several days and targets can be added. */
type Additive = (numbers: Numbers) => number;

/** A value that depends on the sums of other columns. */
type Derived = (sumOf: (column: string) => number) => number | null;

const orders =
  (
    value: (order: Order) => number,
    window: number,
    includes: (order: Order) => boolean = () => true,
  ): Additive =>
  (numbers) =>
    numbers.orders.reduce(
      (sum, order) => (order.window <= window && includes(order) ? sum + value(order) : sum),
      0,
    );

/** Returns the attribution window in days. Default: 14. */
const daysOf = (window: string | undefined): number => Number(window ?? 14);

const values: Readonly<Record<string, (order: Order) => number>> = {
  purchases: () => 1,
  orders: () => 1,
  sales: ({ sales }) => sales / 100,
  attributedSales: ({ sales }) => sales / 100,
  unitsSold: ({ units }) => units,
};

const isSame = ({ sameSku }: Order): boolean => sameSku;
const isOther = ({ sameSku }: Order): boolean => !sameSku;
const isNew = ({ newToBrand }: Order): boolean => newToBrand;

/** The columns whose values can be added. A column has the formula of the first pattern that matches its name. */
const ADDITIVE: readonly [RegExp, (match: readonly (string | undefined)[]) => Additive][] = [
  [/^(?:gross)?[iI]mpressions$/, () => (n) => n.impressions],
  [/^impressionsViews$|^viewableImpressions$/, () => (n) => Math.round(n.impressions * 0.7)],
  [/^(?:gross)?[cC]lick(?:s|Throughs)$/, () => (n) => n.clicks],
  [/^(?:cost|spend)$/, () => (n) => n.cost / 100],
  [
    /^(purchases|orders|sales|attributedSales|unitsSold)(?:Clicks)?(?:(\d+)d)?$/,
    ([, what, window]) => orders(values[what!]!, daysOf(window)),
  ],
  [
    /^(purchases|sales|attributedSales|unitsSold)(?:SameSku|Promoted)(?:Clicks)?(?:(\d+)d)?$/,
    ([, what, window]) => orders(values[what!]!, daysOf(window), isSame),
  ],
  [
    /^(purchases|sales|unitsSold)(?:OtherSku|BrandHalo)(?:Clicks)?(?:(\d+)d)?$/,
    ([, what, window]) => orders(values[what!]!, daysOf(window), isOther),
  ],
  [
    /^newToBrand(Purchases|Sales|UnitsSold)(?:Clicks)?(?:(\d+)d)?$/,
    ([, what, window]) =>
      orders(values[what!.replace(/^./, (first) => first.toLowerCase())]!, daysOf(window), isNew),
  ],
  [/^addToCart(?:Clicks)?$/, () => (n) => Math.round(n.clicks * 0.22)],
  [/^addToList/, () => (n) => Math.round(n.clicks * 0.03)],
  [/^detailPageViews(?:Clicks)?$/, () => (n) => Math.round(n.clicks * 1.3)],
  [/^brandedSearches(?:Clicks)?$/, () => (n) => Math.round(n.clicks * 0.1)],
  [/^videoCompleteViews$/, () => (n) => Math.round(n.impressions * 0.2)],
  [
    /^video(?:FirstQuartile|Midpoint|ThirdQuartile)Views$|^video5SecondViews$/,
    () => (n) => Math.round(n.impressions * 0.35),
  ],
  [/^invalid(?:Impressions|ClickThroughs)$/, () => (n) => Math.round(n.clicks * 0.02)],
];

const ratio = (over: number, under: number): number | null =>
  under === 0 ? null : Math.round((over / under) * 10_000) / 10_000;

/**
 * Returns the number of people who saw an ad. People see several ads, so this number grows more slowly than the
 * impressions.
 */
const reach = (impressions: number): number => Math.round(impressions ** 0.9);

/** The columns whose values cannot be added. A column has the formula of the first pattern that matches its name. */
const DERIVED: readonly [RegExp, (match: readonly (string | undefined)[]) => Derived][] = [
  [/^costPerClick$/, () => (sum) => ratio(sum("cost"), sum("clicks"))],
  [/^clickThroughRate$/, () => (sum) => ratio(sum("clicks") * 100, sum("impressions"))],
  [/^viewClickThroughRate$/, () => (sum) => ratio(sum("clicks"), sum("impressionsViews"))],
  [/^viewabilityRate$/, () => (sum) => ratio(sum("impressionsViews"), sum("impressions"))],
  [
    /^purchaseClickRate(\d+)d$/,
    ([, days]) =>
      (sum) =>
        ratio(sum(`purchases${days}d`), sum("clicks")),
  ],
  [
    /^acosClicks(\d+)d$/,
    ([, days]) =>
      (sum) =>
        ratio(sum("cost") * 100, sum(`sales${days}d`)),
  ],
  [
    /^roasClicks(\d+)d$/,
    ([, days]) =>
      (sum) =>
        ratio(sum(`sales${days}d`), sum("cost")),
  ],
  [/^addToCartRate$/, () => (sum) => ratio(sum("addToCart"), sum("impressions"))],
  [/^eCPAddToCart$/, () => (sum) => ratio(sum("cost"), sum("addToCart"))],
  [
    /^newToBrand(Purchases|Sales|UnitsSold)Percentage$/,
    ([, what]) =>
      (sum) =>
        ratio(sum(`newToBrand${what}`) * 100, sum(what!.replace(/^./, (first) => first.toLowerCase()))),
  ],
  [/^cumulativeReach$/, () => (sum) => reach(sum("impressions"))],
  [/^impressionsFrequencyAverage$/, () => (sum) => ratio(sum("impressions"), reach(sum("impressions")))],
  [
    /^(?:topOfSearch|searchTerm)Impression(?:Share|Rank)$/,
    () => (sum) => ratio(sum("clicks") * 10, sum("impressions")),
  ],
  [/^invalid\w+Rate$/, () => () => 0.02],
];

const find = <T>(
  column: string,
  formulas: readonly [RegExp, (match: readonly (string | undefined)[]) => T][],
) => {
  for (const [pattern, formula] of formulas) {
    const match = pattern.exec(column);
    if (match) return formula(match);
  }
  return undefined;
};

/**
 * Calculates the value of a column in one row. `cells`: the numbers of the row's keywords and targets on each day. A
 * column without a formula is 0, or null if its name is that of a rate.
 */
export function metric(column: string, cells: readonly Numbers[]): Fields[string] {
  const sumOf = (name: string): number => {
    const formula = find(name, ADDITIVE);
    // Rounding to cents removes the errors that binary numbers make with decimal fractions.
    return formula ? Math.round(cells.reduce((sum, cell) => sum + formula(cell), 0) * 100) / 100 : 0;
  };
  if (find(column, ADDITIVE)) return sumOf(column);
  const derived = find(column, DERIVED);
  if (derived) return derived(sumOf);
  return /rate|percentage|average|share|ecp/i.test(column) ? null : 0;
}
