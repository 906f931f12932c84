import { describe, expect, test } from "vitest";
import type { Judgement } from "../../../src/core/contract/judgement.ts";
import { daily, openCaps } from "./open-caps.ts";

const bid = (item?: number) => daily(2, { path: "bid", cap: "max_bid", item });

describe("of a batch", () => {
  const items: Judgement["items"] = [["write"], ["spend"], ["spend"]];

  test("only the items that spend need a cap", async () => {
    await openCaps({ max_daily: 9 }).call({ items, raises: [bid(0), daily(2, { item: 1 })] });
  });

  test("an item without own effects spends like the call", async () => {
    const { call } = openCaps({ max_daily: 9 });
    await expect(call({ raises: [bid(0)] })).rejects.toMatchObject({ code: "policy_denied" });
    await call({ effects: ["write"], raises: [bid(0)] });
  });

  test("the error names the items whose raises have no cap", async () => {
    const raises = [daily(2, { item: 1 }), bid(2), bid()];
    await expect(openCaps({ max_daily: 9 }).call({ items, raises })).rejects.toMatchObject({
      message: expect.stringMatching(/the policy has no cap max_bid\. This concerns item 2\.$/),
      hint: expect.stringMatching(/^Only items 0-1 are allowed: send them alone\. Only code can allow it/),
    });
  });

  test("the error gives the reasons of these items only", async () => {
    const reasons = [undefined, "The daily amount rises.", "The bid rises."];
    const raises = [daily(2, { item: 1 }), bid(2)];
    await expect(openCaps({ max_daily: 9 }).call({ items, raises, reasons })).rejects.toThrow(
      /no cap max_bid\. The bid rises\. This concerns item 2\.$/,
    );
  });

  test("the error names all items that spend if no policy has caps", async () => {
    await expect(openCaps(undefined).call({ items, raises: [bid(2)] })).rejects.toMatchObject({
      message: expect.stringMatching(/ This concerns items 1-2\.$/),
      hint: expect.stringMatching(/^Only item 0 is allowed: send it alone/),
    });
  });
});

describe("the error for a missing cap", () => {
  test.for<[string, Parameters<typeof openCaps>[1], RegExp]>([
    [
      "shows the currency of the account",
      { id: "1", currency: "GBP" },
      /caps: { max_daily: …, max_bid: { GBP: … }, /,
    ],
    [
      "shows no currency that is unknown",
      { id: "1" },
      /caps: { max_daily: …, max_bid: …, max_change_percent: … } }/,
    ],
  ])("%s", async ([, account, hint]) => {
    const { raise } = openCaps({ max_other: 1 }, account);
    await expect(raise(daily(2), bid())).rejects.toMatchObject({ hint: expect.stringMatching(hint) });
  });

  test("proposes no cap for an amount that another proposed cap limits too", async () => {
    const { raise } = openCaps({ max_other: 1 });
    const either = daily(2, { cap: "max_sum", orCaps: ["max_bid"] });
    const twice = daily(2, { cap: "max_new", orCaps: ["max_old"] });
    await expect(raise(twice, either, bid(), twice)).rejects.toMatchObject({
      message: expect.stringMatching(/has no cap max_bid, max_new\.$/),
      hint: expect.stringMatching(/caps: { max_bid: …, max_new: …, max_change_percent: … }/),
    });
  });

  test("numbers the policies only if several have caps and no name", async () => {
    const { call } = openCaps(undefined);
    const named = { name: "user", caps: { max_bid: 1 } };
    await expect(
      call({ policies: [{}, named, { caps: { max_bid: 1 } }], raises: [daily(2)] }),
    ).rejects.toThrow(
      /, and the policy of the user has no cap max_daily, and the policy has no cap max_daily\.$/,
    );
  });

  test("is about the policy if no policy has caps", async () => {
    await expect(openCaps(undefined).raise(daily(2))).rejects.toThrow(
      /, and the policy has no cap max_daily\.$/,
    );
  });
});
