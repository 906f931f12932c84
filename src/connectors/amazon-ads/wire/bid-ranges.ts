import { type Dict, at, dicts } from "../../../core/ground/json.ts";

// The ranges of bids and daily budgets that Amazon publishes for each marketplace, in the marketplace's currency.
// Amazon's page has mistakes, so a value outside the range only adds a warning.
// https://advertising.amazon.com/API/docs/en-us/reference/concepts/limits

type Range = readonly [low: number, high: number];
interface Ranges {
  currency: string;
  bid: Range;
  budget?: Range | undefined;
  brandsBid: Range;
  displayBid?: Range | undefined;
}

// prettier-ignore
const marketplaces: Readonly<Record<string, Ranges>> = {
  AE: { currency: "AED", bid: [0.24, 184], budget: [4, 3700000], brandsBid: [0.4, 184], displayBid: [0.2, 3670] },
  AU: { currency: "AUD", bid: [0.02, 1410], budget: [1.4, 1500000], brandsBid: [0.1, 70], displayBid: [0.2, 1000] },
  BE: { currency: "EUR", bid: [0.02, 1000], budget: [1, 1000000], brandsBid: [0.1, 39], displayBid: [0.02, 1000] },
  BR: { currency: "BRL", bid: [0.07, 3700], budget: [1.32, 5300000], brandsBid: [0.53, 200], displayBid: [0.07, 3700] },
  CA: { currency: "CAD", bid: [0.02, 1000], budget: [1, 1000000], brandsBid: [0.1, 49], displayBid: [0.02, 1000] },
  DE: { currency: "EUR", bid: [0.02, 1000], budget: [1, 1000000], brandsBid: [0.1, 39], displayBid: [0.02, 1000] },
  EG: { currency: "EGP", bid: [0.15, 7400], budget: [7, 7400000], brandsBid: [0.7, 400], displayBid: [0.15, 7400] },
  ES: { currency: "EUR", bid: [0.02, 1000], budget: [1, 1000000], brandsBid: [0.1, 39], displayBid: [0.02, 1000] },
  FR: { currency: "EUR", bid: [0.02, 1000], budget: [1, 1000000], brandsBid: [0.1, 39], displayBid: [0.02, 1000] },
  IE: { currency: "EUR", bid: [0.02, 1000], budget: [1, 1000000], brandsBid: [0.1, 39], displayBid: undefined },
  IN: { currency: "INR", bid: [1, 5000], budget: [50, 21000000], brandsBid: [1, 500], displayBid: [1, 5000] },
  IT: { currency: "EUR", bid: [0.02, 1000], budget: [1, 1000000], brandsBid: [0.1, 39], displayBid: [0.02, 1000] },
  JP: { currency: "JPY", bid: [2, 100000], budget: [100, 21000000], brandsBid: [10, 7760], displayBid: [2, 100000] },
  MX: { currency: "MXN", bid: [0.1, 20000], budget: [1, 21000000], brandsBid: [0.1, 20000], displayBid: [0.1, 20000] },
  NL: { currency: "EUR", bid: [0.02, 1000], budget: [1, 1000000], brandsBid: [0.1, 39], displayBid: [0.02, 1000] },
  PL: { currency: "PLN", bid: [0.04, 2000], budget: [2, 2000000], brandsBid: [0.2, 200], displayBid: [0.02, 1000] },
  SA: { currency: "SAR", bid: [0.1, 3670], budget: [4, 3700000], brandsBid: [0.4, 184], displayBid: [0.1, 3670] },
  SE: { currency: "SEK", bid: [0.18, 9300], budget: [9, 9300000], brandsBid: [0.9, 500], displayBid: [0.18, 1000] },
  SG: { currency: "SGD", bid: [0.02, 1100], budget: [1.39, 1300000], brandsBid: [0.14, 100], displayBid: [0.14, 1410] },
  TR: { currency: "TRY", bid: [0.05, 2500], budget: [2, 2500000], brandsBid: [0.2, 200], displayBid: [0.05, 2500] },
  UK: { currency: "GBP", bid: [0.02, 1000], budget: [1, 1000000], brandsBid: [0.1, 31], displayBid: [0.02, 1000] },
  US: { currency: "USD", bid: [0.02, 1000], budget: [1, 1000000], brandsBid: [0.1, 49], displayBid: [0.02, 1000] },
  ZA: { currency: "ZAR", bid: [1, 7000], budget: [20, 7000000], brandsBid: [0.7, 350], displayBid: [0.7, 1000] },
};

/** The paths of the amounts in an item, with their ranges. */
const amounts = [
  { operations: /^sp\./, path: "bid", range: "bid" },
  { operations: /^sp\./, path: "defaultBid", range: "bid" },
  { operations: /^sp\./, path: "budget.budget", range: "budget" },
  { operations: /^sb\./, path: "bid", range: "brandsBid" },
  { operations: /^sd\./, path: "bid", range: "displayBid" },
  { operations: /^sd\./, path: "defaultBid", range: "displayBid" },
] as const;

export function rangeWarnings(operation: string, args: Dict, country: string | undefined): string[] {
  const ranges =
    country !== undefined && Object.hasOwn(marketplaces, country) ? marketplaces[country] : undefined;
  if (!ranges || !/\.(create|update)$/.test(operation)) return [];
  return Object.entries(args).flatMap(([key, items]) =>
    dicts(items).flatMap((item, index) =>
      amounts.flatMap(({ operations, path, range }) => {
        const value = at(item, path);
        const allowed = ranges[range];
        if (!operations.test(operation) || typeof value !== "number" || !allowed) return [];
        const [low, high] = allowed;
        if (value >= low && value <= high) return [];
        return [
          `${key}[${index}].${path}: ${value} is outside the range that Amazon publishes for ${country}, ${low} to ${high} ${ranges.currency}.`,
        ];
      }),
    ),
  );
}
