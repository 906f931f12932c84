import { expect, test } from "vitest";
import {
  bidRuleItem,
  raisesRuleBids,
  readBidRule,
} from "../../../../../src/connectors/amazon-ads/money/model/bid-rule.ts";

const rule = { name: "Evening", increasePercent: 20, startDate: "2026-03-01", state: "ENABLED" };

test.each([
  rule,
  { ...rule, endDate: "2026-04-01", daysOfWeek: ["MONDAY"], startTime: "08:00", endTime: "20:00" },
])("a bid rule is read as it was written: %j", (written) => {
  expect(readBidRule(bidRuleItem(written))).toEqual(written);
});

test("a rule with only one time reaches to the other end of the day", () => {
  expect(readBidRule(bidRuleItem({ ...rule, startTime: "08:00" }))).toMatchObject({ endTime: "23:59" });
  expect(readBidRule(bidRuleItem({ ...rule, endTime: "20:00" }))).toMatchObject({ startTime: "00:00" });
});

test.each<[object, object, boolean]>([
  [{ increasePercent: 21 }, {}, true],
  [{ increasePercent: 19 }, {}, false],
  [{ increasePercent: undefined }, {}, true],
  [{}, { increasePercent: undefined }, true],
  [{ increasePercent: undefined, state: "PAUSED" }, {}, false],
  [{}, { state: "PAUSED" }, true],
  [{ increasePercent: 1 }, { state: "PAUSED" }, true],
  [{ endDate: "2026-04-01" }, {}, false],
  [{}, { endDate: "2026-04-01" }, true],
])("a rule with %j instead of %j raises bids: %s", (after, before, raises) => {
  expect(raisesRuleBids({ ...rule, ...after }, { ...rule, ...before })).toBe(raises);
});
