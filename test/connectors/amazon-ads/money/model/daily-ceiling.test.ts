import { expect, test } from "vitest";
import { dailyCeiling } from "../../../../../src/connectors/amazon-ads/money/model/daily-ceiling.ts";
import { effectiveRaises } from "../../../../../src/connectors/amazon-ads/money/model/effective-bids.ts";
import { unknownFactors } from "../../../../../src/connectors/amazon-ads/money/model/bid-factors.ts";

const campaign = { state: "ENABLED", budget: { budget: 10, budgetType: "DAILY" } };

test.each<[object, number]>([
  [{}, 22],
  [{ endDate: "2026-03-12" }, 22],
  [{ endDate: "2026-03-11" }, 0],
  [{ state: "PAUSED" }, 0],
  [{ budget: undefined }, Infinity],
  [{ budget: 10, budgetType: "LIFETIME" }, 11],
  [{ budget: 10, budgetType: "lifetime" }, 11],
  [{ budget: 10, budgetType: "DAILY" }, 22],
])("with rules of 10 percent, a campaign with %j can spend %s on one day", (more, ceiling) => {
  expect(dailyCeiling({ ...campaign, ...more }, "20260312", { dayFactor: 2, percent: 10 })).toBe(ceiling);
});

test("a bid of 0 stays 0, even if nobody knows the factors", () => {
  const bid = { of: "keyword 1", from: 0, to: 0, key: "k" };
  const adjustments = { campaignId: "1", before: unknownFactors, after: unknownFactors, rulePercent: 0 };
  expect(effectiveRaises(bid, adjustments, { path: "bid" })).toMatchObject([{ from: 0, to: 0 }]);
});
