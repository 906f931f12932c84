import { describe, expect, test } from "vitest";
import {
  datesThatRunLonger,
  portfolioExposure,
  raisesBids,
} from "../../../../src/connectors/amazon-ads/money/exposure.ts";

describe("dates of a campaign", () => {
  const current = { state: "ENABLED", startDate: "2026-02-20", endDate: "2026-03-01" };
  test.each([
    ["a later end", { endDate: "2026-03-02" }, ["endDate"]],
    ["the same end", { endDate: "2026-03-01" }, []],
    ["an earlier end", { endDate: "2026-02-28" }, []],
    ["an earlier start", { startDate: "2026-02-19" }, ["startDate"]],
    ["the same start", { startDate: "2026-02-20" }, []],
    ["a later start", { startDate: "2026-02-21" }, []],
    ["both", { startDate: "2026-01-01", endDate: "2027-01-01" }, ["endDate", "startDate"]],
    ["neither", { name: "x" }, []],
    ["an earlier start of a campaign that the call pauses", { startDate: "2026-01-01", state: "PAUSED" }, []],
  ])("%s: %j", (_, item, expected) => {
    expect(datesThatRunLonger(item, current)).toEqual(expected);
  });

  test("an earlier start counts if the campaign is enabled by the call or already runs", () => {
    const earlier = { startDate: "2026-01-01" };
    const paused = { ...current, state: "PAUSED" };
    expect(datesThatRunLonger(earlier, paused)).toEqual([]);
    expect(datesThatRunLonger({ ...earlier, state: "ENABLED" }, paused)).toEqual(["startDate"]);
  });

  test("another product can have a different name for the running state", () => {
    const enabled = { startDate: "20260220", state: "enabled" };
    expect(datesThatRunLonger({ startDate: "20260101" }, enabled, "enabled")).toEqual(["startDate"]);
    expect(datesThatRunLonger({ startDate: "20260101" }, enabled)).toEqual([]);
  });

  test("dates that are not text are ignored, both in the call and in the record", () => {
    for (const [before, after] of [
      [1, 2],
      [1, "2"],
      ["1", 2],
    ])
      expect(datesThatRunLonger({ endDate: after }, { endDate: before })).toEqual([]);
  });

  test("dates do not count if the current record has no dates", () => {
    expect(
      datesThatRunLonger({ endDate: "2026-03-01", startDate: "2026-01-01" }, { state: "ENABLED" }),
    ).toEqual([]);
  });
});

describe("the budget of a portfolio", () => {
  const current = { amount: 12, policy: "DATE_RANGE", startDate: "2026-02-01", endDate: "2026-05-31" };
  test.each([
    ["no budget", undefined, []],
    ["a budget that is not an object", "12", []],
    ["the same", current, []],
    ["an earlier end", { ...current, endDate: "2026-05-30" }, []],
    ["a later end", { ...current, endDate: "2026-06-01" }, ["budget.endDate"]],
    ["an end that is left out", { amount: 12, policy: "DATE_RANGE" }, ["budget.endDate"]],
    ["an end that is null", { ...current, endDate: null }, ["budget.endDate"]],
    ["no cap", { ...current, policy: "NO_CAP" }, ["budget.policy"]],
    ["the amount every month", { ...current, policy: "MONTHLY_RECURRING" }, ["budget.policy"]],
    ["everything", { policy: "NO_CAP" }, ["budget.endDate", "budget.policy"]],
  ])("%s", (_, budget, expected) => {
    expect(portfolioExposure(budget, current)).toEqual(expected);
  });

  test.each([
    ["NO_CAP", "NO_CAP", []],
    ["MONTHLY_RECURRING", "MONTHLY_RECURRING", []],
    ["MONTHLY_RECURRING", "NO_CAP", []],
    ["NO_CAP", "MONTHLY_RECURRING", ["budget.policy"]],
    ["DATE_RANGE", "NO_CAP", []],
    ["DATE_RANGE", "MONTHLY_RECURRING", []],
  ])("to %s from %s", (policy, currentPolicy, expected) => {
    expect(portfolioExposure({ policy }, { policy: currentPolicy })).toEqual(expected);
  });

  test("if a portfolio has no budget yet, only NO_CAP raises its exposure", () => {
    expect(portfolioExposure({ policy: "NO_CAP" }, undefined)).toEqual(["budget.policy"]);
    expect(portfolioExposure({ policy: "MONTHLY_RECURRING", endDate: "2026-06-01" }, null)).toEqual([]);
  });
});

describe("bidding", () => {
  const strategies = ["LEGACY_FOR_SALES", "MANUAL", "AUTO_FOR_SALES", "RULE_BASED"];
  /** For each strategy, the strategies that can bid more. */
  const higher: Record<string, string[]> = {
    LEGACY_FOR_SALES: ["MANUAL", "AUTO_FOR_SALES", "RULE_BASED"],
    MANUAL: ["AUTO_FOR_SALES", "RULE_BASED"],
    AUTO_FOR_SALES: ["RULE_BASED"],
    RULE_BASED: ["AUTO_FOR_SALES"],
  };
  const changes = strategies.flatMap((from) => strategies.map((to) => [from, to] as const));
  test.each(changes)("from %s to %s", (from, to) => {
    expect(raisesBids({ strategy: to }, { strategy: from })).toBe(higher[from]!.includes(to));
  });

  test("without a current strategy, bids are only lowered", () => {
    for (const current of [undefined, {}, { strategy: null }]) {
      expect(raisesBids({ strategy: "LEGACY_FOR_SALES" }, current)).toBe(false);
      expect(raisesBids({ strategy: "MANUAL" }, current)).toBe(true);
    }
  });

  test("an unknown strategy can bid more than the lowest strategy", () => {
    expect(raisesBids({ strategy: "NEW" }, {})).toBe(true);
    expect(raisesBids({ strategy: "NEW" }, { strategy: "MANUAL" })).toBe(false);
  });

  test("a call without bidding, or without a strategy, does not change the strategy", () => {
    expect(raisesBids(undefined, { strategy: "LEGACY_FOR_SALES" })).toBe(false);
    expect(raisesBids({ strategy: null }, { strategy: "LEGACY_FOR_SALES" })).toBe(false);
    expect(raisesBids({}, { strategy: "RULE_BASED" })).toBe(false);
  });

  const top = (percentage: unknown) => ({ placement: "PLACEMENT_TOP", percentage });
  const page = (percentage: unknown) => ({ placement: "PLACEMENT_PRODUCT_PAGE", percentage });
  const current = { placementBidding: [top(50), page(10)] };
  test.each([
    ["a higher percentage", [top(51)], true],
    ["the same", [top(50), page(10)], false],
    ["a lower one", [top(49)], false],
    ["none", [], false],
    ["the percentage of another placement", [page(50)], true],
    ["one lower, one higher", [top(0), page(11)], true],
    ["a placement that had none", [{ placement: "PLACEMENT_REST_OF_SEARCH", percentage: 1 }], true],
    ["a placement that had none, at 0", [{ placement: "PLACEMENT_REST_OF_SEARCH", percentage: 0 }], false],
    ["text", [top("51")], true],
    ["what is not a record", [null, 7], false],
    ["what is not a list", "PLACEMENT_TOP", false],
  ])("percentages: %s", (_, placementBidding, expected) => {
    expect(raisesBids({ placementBidding }, current)).toBe(expected);
  });

  test("percentages as text compare as numbers", () => {
    expect(raisesBids({ placementBidding: [top("100")] }, { placementBidding: [top("50")] })).toBe(true);
  });
});
