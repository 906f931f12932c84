import { describe, expect, test } from "vitest";
import type { Effect } from "../../../src/core/contract/effect.ts";
import type { Policy } from "../../../src/core/contract/policy.ts";
import { enforceEffects, strongestOf } from "../../../src/core/policy/enforce-effects.ts";

const writer: Policy = { effects: ["read", "write"] };
const call = (policies: readonly Policy[], effects: readonly Effect[], items?: readonly Effect[][]) => () =>
  enforceEffects(policies, "bids", "update", { effects, ...(items ? { items } : {}) });
const denied = (message: RegExp, hint: RegExp) =>
  expect.objectContaining({
    code: "policy_denied",
    path: "action",
    message: expect.stringMatching(message),
    hint: expect.stringMatching(hint),
  });

test.for<[readonly Effect[], Effect]>([
  [["write", "spend", "read"], "spend"],
  [["read"], "read"],
  [[], "write"],
])("the strongest effect of %j is %s", ([effects, strongest]) =>
  expect(strongestOf(effects)).toBe(strongest),
);

test("every policy must allow every effect of a call", () => {
  call([writer, {}], ["read", "write"])();
  for (const policies of [
    [writer, {}],
    [{}, writer],
  ])
    expect(call(policies, ["write", "spend"])).toThrow(denied(/its effect is spend/, /Tell the user\.$/));
});

describe("the error for a batch", () => {
  test("lists the items that are refused, and the items that can be sent alone", () => {
    const items: Effect[][] = [
      ["write"],
      ["spend"],
      ["write", "spend"],
      ["write"],
      ["write"],
      ["destructive"],
      ["read"],
    ];
    expect(call([writer], ["write", "spend"], items)).toThrow(
      denied(
        /^bids\.update is not allowed here: its effect is spend, .* This concerns items 1-2, 5\.$/,
        /^Only items 0, 3-4, 6 are allowed: send them alone\. The connector's policy decides that/,
      ),
    );
  });
  test.for<[string, Policy, Effect[][] | undefined]>([
    ["the call has no items", writer, undefined],
    ["the only item is refused", writer, [["spend"]]],
    ["all items are refused", writer, [["spend"], ["spend"]]],
    ["the policy excludes the action", { exclude: ["bids"] }, [["write"], ["spend"]]],
  ])("lists no items if %s", ([, policy, items]) =>
    expect(call([policy], ["spend"], items)).toThrow(
      expect.objectContaining({
        message: expect.not.stringContaining("items"),
        hint: expect.not.stringContaining("items"),
      }),
    ),
  );
});
