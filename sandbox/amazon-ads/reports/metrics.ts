import type { Fields } from "../types.ts";
import type { Numbers } from "./daily-numbers.ts";

/**
 * The formulas for metric columns. The first pattern that matches the name of a column decides the column's formula.
 */
const METRICS: readonly [RegExp, (numbers: Numbers) => number | null][] = [
  [/^(gross)?[iI]mpressions$/, (n) => n.impressions],
  [/^impressionsViews$|^viewableImpressions$/, (n) => Math.round(n.impressions * 0.7)],
  [/^(gross)?[cC]lick(s|Throughs)$/, (n) => n.clicks],
  [/^(cost|spend)$/, (n) => n.cost / 100],
  [/^costPerClick$/, (n) => ratio(n.cost / 100, n.clicks)],
  [/^clickThroughRate$/, (n) => ratio(n.clicks * 100, n.impressions)],
  [/^viewClickThroughRate$/, (n) => ratio(n.clicks, Math.round(n.impressions * 0.7))],
  [/^viewabilityRate$/, (n) => ratio(Math.round(n.impressions * 0.7), n.impressions)],
  [/^purchaseClickRate/, (n) => ratio(n.orders, n.clicks)],
  [/^acosClicks/, (n) => ratio(n.cost * 100, n.sales)],
  [/^roasClicks/, (n) => ratio(n.sales, n.cost)],
  [/^(purchases|orders)(Clicks)?(1|7|14|30)?d?$/, (n) => n.orders],
  [/^purchases(SameSku|Promoted)/, (n) => Math.ceil(n.orders * 0.7)],
  [/^purchasesOtherSku/, (n) => n.orders - Math.ceil(n.orders * 0.7)],
  [/^(sales|attributedSales)(Clicks)?(1|7|14|30)?d?$/, (n) => n.sales / 100],
  [/^(sales|attributedSales)(SameSku|Promoted)/, (n) => Math.ceil(n.sales * 0.7) / 100],
  [/^salesOtherSku/, (n) => (n.sales - Math.ceil(n.sales * 0.7)) / 100],
  [/^unitsSold(Clicks)?(1|7|14|30)?d?$/, (n) => n.units],
  [/^unitsSoldSameSku/, (n) => Math.ceil(n.units * 0.7)],
  [/^unitsSoldOtherSku/, (n) => n.units - Math.ceil(n.units * 0.7)],
  [/^addToCart(Clicks)?$/, (n) => Math.round(n.clicks * 0.22)],
  [/^addToCartRate$/, (n) => ratio(Math.round(n.clicks * 0.22), n.impressions)],
  [/^eCPAddToCart$/, (n) => ratio(n.cost / 100, Math.round(n.clicks * 0.22))],
  [/^addToList/, (n) => Math.round(n.clicks * 0.03)],
  [/^detailPageViews(Clicks)?$/, (n) => Math.round(n.clicks * 1.3)],
  [/^brandedSearches(Clicks)?$/, (n) => Math.round(n.clicks * 0.1)],
  [/^newToBrandPurchases(Clicks)?$/, (n) => Math.round(n.orders * 0.6)],
  [/^newToBrandSales(Clicks)?$/, (n) => Math.round(n.sales * 0.6) / 100],
  [/^newToBrandUnitsSold(Clicks)?$/, (n) => Math.round(n.units * 0.6)],
  [/^newToBrand\w+Percentage$/, (n) => (n.orders > 0 ? 60 : null)],
  [/^videoCompleteViews$/, (n) => Math.round(n.impressions * 0.2)],
  [
    /^video(FirstQuartile|Midpoint|ThirdQuartile)Views$|^video5SecondViews$/,
    (n) => Math.round(n.impressions * 0.35),
  ],
  [/^cumulativeReach$/, (n) => Math.round(n.impressions * 0.55)],
  [/^impressionsFrequencyAverage$/, (n) => ratio(n.impressions, Math.round(n.impressions * 0.55))],
  [/^(topOfSearch|searchTerm)Impression(Share|Rank)$/, (n) => ratio(n.clicks * 10, n.impressions)],
  [/^invalid(Impressions|ClickThroughs)$/, (n) => Math.round(n.clicks * 0.02)],
  [/^invalid\w+Rate$/, () => 0.02],
];

const ratio = (over: number, under: number): number | null =>
  under === 0 ? null : Math.round((over / under) * 10_000) / 10_000;

/** Returns the value of a metric column. If there is no formula, returns null for a rate and 0 for any other metric. */
export function metric(column: string, numbers: Numbers): Fields[string] {
  const found = METRICS.find(([pattern]) => pattern.test(column));
  if (found) return found[1](numbers);
  return /rate|percentage|average|share|ecp/i.test(column) ? null : 0;
}
