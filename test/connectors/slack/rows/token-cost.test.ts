import { expect, test } from "vitest";
import { costs } from "../../../../bench/token-cost.ts";

// A list costs the model few tokens, but contains everything that the next call needs.

const measured = await costs();

test.each(measured)(
  "$what by $tokenizer: cost at most $limit of the tokens of Slack's records",
  ({ raw, ours, limit }) => {
    expect(ours / raw).toBeLessThanOrEqual(limit);
  },
);

test.each(measured)("$what by $tokenizer: nothing is missing", ({ missing }) => {
  expect(missing).toEqual([]);
});
