import { describe, expect, test } from "vitest";
import { percentItems } from "../../../../../src/connectors/amazon-ads/money/model/percent-items.ts";

const keywords = { entity: "sponsored_product_keywords", itemsParam: "keywords", idField: "keywordId", idsParam: "keywordIds", kind: "keyword" } as const; // prettier-ignore
const change = (bid: number | undefined, percent: number, more: object = {}, currency = "USD") =>
  percentItems(keywords, "bid", [{ keywordId: "7", bid }], { percent, ...more }, { currency });

describe("an amount changed by a percentage", () => {
  test.each([
    ["a lowering", 1, -10, {}, 0.9],
    ["a raise", 1, 10, {}, 1.1],
    ["rounded down", 0.25, 10, {}, 0.27],
    ["a product that floating point makes too small", 1.1, 10, {}, 1.21],
    ["not below min", 1, -50, { min: 0.8 }, 0.8],
    ["not above max", 1, 50, { max: 1.2 }, 1.2],
    ["a raise that ends below min is not lifted to min", 0.5, 10, { min: 2 }, 0.55],
    ["a lowering that ends above max is not lowered to max", 2, -10, { max: 1 }, 1.8],
  ])("%s", (_, bid, percent, more, expected) => {
    expect(change(bid, percent, more)).toEqual({ items: [{ keywordId: "7", bid: expected }], leftOut: [] });
  });

  test.each([
    ["no own bid", undefined, -10, {}, "NO_OWN_AMOUNT"],
    ["already below min: a lowering never raises", 0.5, -10, { min: 0.8 }, "SAME_AMOUNT"],
    ["already above max: a raise never lowers", 2, 10, { max: 1.5 }, "SAME_AMOUNT"],
    ["too small to change", 0.02, 10, {}, "SAME_AMOUNT"],
    ["nothing would be left", 0.01, -50, {}, "SAME_AMOUNT"],
  ])("left out: %s", (_, bid, percent, more, reason) => {
    expect(change(bid, percent, more)).toEqual({ items: [], leftOut: [{ id: "7", reason }] });
  });

  test("has no decimals if the currency has none", () => {
    expect(change(105, 10, {}, "JPY").items).toEqual([{ keywordId: "7", bid: 115 }]);
  });

  test("keeps the budget type if it is inside an object", () => {
    const budget = { budget: 20, budgetType: "DAILY", effectiveBudget: 24 };
    const { items } = percentItems(
      keywords,
      "budget.budget",
      [{ keywordId: "7", budget }],
      { percent: -10 },
      {},
    );
    expect(items).toEqual([{ keywordId: "7", budget: { budget: 18, budgetType: "DAILY" } }]);
  });

  test("never goes the other way, and is never raised by more than the percentage", () => {
    for (let index = 1; index <= 500; index += 1) {
      const bid = Math.round(index * 7.3) / 100;
      const percent = (index % 2 === 0 ? 1 : -1) * (1 + (index % 90));
      const next = change(bid, percent).items[0]?.bid as number | undefined;
      if (next === undefined) continue;
      expect(Math.sign(next - bid)).toBe(Math.sign(percent));
      if (percent > 0) expect(next).toBeLessThanOrEqual(bid * (1 + percent / 100) + 1e-9);
      expect(Math.round(next * 100)).toBeCloseTo(next * 100, 6);
    }
  });
});
