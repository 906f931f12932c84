import { expect, test } from "vitest";
import {
  bidFactors,
  highestFactor,
  raisesBids,
} from "../../../../../src/connectors/amazon-ads/money/model/bid-factors.ts";

test("removing an adjustment that lowers bids raises bids, and removing one that raises bids does not", () => {
  const brands = (percentage?: number) => {
    const list = percentage === undefined ? [] : [{ placement: "HOME", percentage }];
    return bidFactors({ bidding: { bidOptimization: false, bidAdjustmentsByPlacement: list } }, "sb");
  };
  expect(raisesBids(brands(), brands(-50))).toBe(true);
  expect(raisesBids(brands(), brands(50))).toBe(false);
});

const audience = (...ids: string[]) => ({ audienceSegments: ids.map((audienceId) => ({ audienceId })) });
const factorOf = (...args: Parameters<typeof bidFactors>) => highestFactor(bidFactors(...args));

test.each(["shopperCohortBidding", "shopperCohortBidAdjustments", "bidAdjustmentsByShopperSegment"])(
  "adjustments for audiences in %s count, whatever the name of the percentage",
  (list) => {
    for (const name of ["percent", "percentage"])
      expect(factorOf({ dynamicBidding: { [list]: [{ ...audience("1"), [name]: 50 }] } }, "sp")).toBe(1.5);
    expect(factorOf({ dynamicBidding: { [list]: [audience("1")] } }, "sp")).toBe(Infinity);
  },
);

test("an audience is the same in any order of its segments", () => {
  const campaign = (...ids: string[]) =>
    bidFactors({ dynamicBidding: { shopperCohortBidding: [{ ...audience(...ids), percent: 50 }] } }, "sp");
  expect(raisesBids(campaign("2", "1"), campaign("1", "2"))).toBe(false);
  expect(raisesBids(campaign("3", "1"), campaign("1", "2"))).toBe(true);
});

test("placements of a Sponsored Brands campaign that Amazon optimizes do not count", () => {
  const bidAdjustmentsByPlacement = [{ placement: "HOME", percentage: 100 }];
  const factor = (bidOptimization: boolean) =>
    factorOf({ bidding: { bidOptimization, bidAdjustmentsByPlacement } }, "sb");
  expect(factor(false)).toBe(2 * factor(true));
});
