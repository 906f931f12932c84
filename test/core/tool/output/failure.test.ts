import { expect, test } from "vitest";
import { ConnectorError, type Outcome } from "../../../../src/core/ground/errors.ts";
import { failure, withinBudget } from "../../../../src/core/tool/output/failure.ts";

type Said = { error: { code: string; outcome?: string; message?: string; hint?: string } };
const error = (outcome: Outcome) =>
  new ConnectorError("upstream_timeout", `Slack took too long. ${"Details. ".repeat(200)}`, {
    outcome,
    hint: `Check before you send it again. ${"More. ".repeat(200)}`,
  });

test.each<[Outcome, string | undefined]>([
  ["unknown", "unknown"],
  ["partial", "partial"],
  ["not_started", undefined],
])("the model is told of every doubt, and only of doubts: %s", (outcome, told) => {
  const { text } = failure(error(outcome));
  expect((JSON.parse(text) as Said).error.outcome).toBe(told);
  // A small budget takes words away, and never the code or the doubt.
  for (const outputBudget of [2000, 500, 200, 90]) {
    const short = withinBudget(failure(error(outcome)), { outputBudget }).text;
    expect(short.length).toBeLessThanOrEqual(outputBudget);
    const said = (JSON.parse(short) as Said).error;
    expect([said.code, said.outcome]).toEqual(["upstream_timeout", told]);
  }
});
