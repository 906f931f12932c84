import { expect, test } from "vitest";
import { widensCondition } from "../../../../../src/connectors/amazon-ads/money/model/budget-rule.ts";

const rule = (comparison: string, threshold: number | undefined) => ({
  metric: "ROAS",
  comparison,
  threshold,
});

test.each(["GREATER_THAN", "GREATER_THAN_OR_EQUAL_TO", "LESS_THAN", "LESS_THAN_OR_EQUAL_TO"])(
  "if a threshold is unknown, a condition with %s may hold on more days",
  (comparison) => {
    for (const [after, before] of [
      [3, undefined],
      [undefined, 3],
      [undefined, undefined],
    ])
      expect(widensCondition(rule(comparison, after), rule(comparison, before))).toBe(true);
    expect(widensCondition(rule(comparison, 3), rule(comparison, 3))).toBe(false);
  },
);
