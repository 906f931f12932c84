import { expect, test } from "vitest";
import { bidFactors, raisesBids } from "../../../../../src/connectors/amazon-ads/money/model/bid-factors.ts";

test("removing an adjustment that lowers bids raises bids, and removing one that raises bids does not", () => {
  const brands = (percentage?: number) => {
    const list = percentage === undefined ? [] : [{ placement: "HOME", percentage }];
    return bidFactors({ bidding: { bidOptimization: false, bidAdjustmentsByPlacement: list } }, "sb");
  };
  expect(raisesBids(brands(), brands(-50))).toBe(true);
  expect(raisesBids(brands(), brands(50))).toBe(false);
});
