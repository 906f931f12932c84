import { describe, expect, test } from "vitest";
import type { PayingAccount, SpendRaise } from "../../../src/core/contract/judgement.ts";
import type { Caps } from "../../../src/core/contract/policy.ts";
import { openCaps } from "./open-caps.ts";

const bid = (to: number, more: Partial<SpendRaise> = {}): SpendRaise => ({
  path: "bid",
  cap: "max_bid",
  to,
  ...more,
});
const usd: PayingAccount = { id: "1", currency: "USD" };
const everywhere = { max_bid: { USD: 5, GBP: 4 }, max_new: 6 };
const accounts = { "1": { max_bid: 2 }, "2": { max_new: 3 } };

describe("the limit of an account", () => {
  test.for<[string, Caps, PayingAccount, number, RegExp]>([
    ["is the amount in its currency", everywhere, usd, 5, /would be 6 USD; .* max_bid \(5 USD\) allows/],
    ["can be in another currency", everywhere, { id: "1", currency: "GBP" }, 4, /max_bid \(4 GBP\) allows/],
    ["is the amount for its id", { ...everywhere, accounts }, usd, 2, /max_bid \(2 USD\) allows/],
    [
      "is the amount for all accounts if its id has no such cap",
      { ...everywhere, accounts },
      { id: "2", currency: "USD" },
      5,
      /max_bid \(5 USD\) allows/,
    ],
    [
      "is the amount for all accounts if its id has no caps",
      { ...everywhere, accounts },
      { id: "constructor", currency: "USD" },
      5,
      /max_bid \(5 USD\) allows/,
    ],
    ["can be 0 in every currency", { max_bid: 0 }, { id: "1", currency: "EUR" }, 0, /be 1; .*max_bid \(0\) /],
  ])("%s", async ([, caps, account, most, message]) => {
    const { raise } = openCaps(caps, account);
    await raise(bid(most));
    await expect(raise(bid(most + 1))).rejects.toMatchObject({
      code: "cap_exceeded",
      message: expect.stringMatching(message),
    });
  });

  test("has no currency if the cap is not an amount of money", async () => {
    const { raise } = openCaps({ ...everywhere, accounts }, { id: "2", currency: "USD" });
    await expect(raise({ path: "count", cap: "max_new", to: 4 })).rejects.toMatchObject({
      message: "budgets.set: count would be 4; that is more than max_new (3) allows.",
      hint: expect.stringMatching(/^Propose at most 3, /),
    });
  });
});

describe("a cap without an amount in the currency of the account", () => {
  test.for<[string | undefined, RegExp, RegExp]>([
    [
      "EUR",
      /^The cap max_bid is set in USD, GBP\. .* the account 7, which pays in EUR\.$/,
      /max_bid: { EUR: … }/,
    ],
    ["constructor", /which pays in constructor\.$/, /max_bid: { constructor: … }/],
    [
      undefined,
      /the account 7, whose currency is unknown\.$/,
      /max_bid: { USD: … } or accounts: { "7": { max_bid: … } }\. Tell/,
    ],
  ])("forbids raises of an account with the currency %s", async ([currency, message, hint]) => {
    const { raise } = openCaps(everywhere, { id: "7", currency });
    await expect(raise(bid(1))).rejects.toMatchObject({
      code: "policy_denied",
      path: "action",
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });

  test("forbids raises, and names no caps of accounts if the connector has none", async () => {
    const { call } = openCaps(everywhere, { id: "7" });
    const terms = { caps: ["max_bid"], moneyCaps: ["max_bid"] };
    await expect(call({ raises: [bid(1)] }, { terms })).rejects.toMatchObject({
      hint: expect.stringMatching(/with max_bid: { USD: … }\. Tell the user\.$/),
    });
  });

  test("forbids raises of a call that knows no account", async () => {
    const { call } = openCaps(everywhere);
    const judged = { raises: [bid(1)], account: async () => undefined as never };
    await expect(call(judged)).rejects.toThrow(/the account of this call, whose currency is unknown\.$/);
  });

  test("does not forbid calls that raise other amounts", async () => {
    await openCaps(everywhere, { id: "7" }).raise({ path: "count", cap: "max_new", to: 6 });
  });

  test("lets a batch send the items that raise nothing", async () => {
    const items = [["write"], ["spend"], ["spend"], ["write"]] as const;
    const raises = [bid(1, { item: 1 }), bid(1, { item: 2 }), bid(1)];
    await expect(openCaps(everywhere, { id: "7" }).call({ items, raises })).rejects.toMatchObject({
      message: expect.stringMatching(/ This concerns items 1-2\.$/),
      hint: expect.stringMatching(
        /^Only items 0, 3 are allowed: send them alone\. Amounts are never converted/,
      ),
    });
  });

  test("does not hide an error of another kind", async () => {
    const caps = {
      get max_bid(): number {
        throw new RangeError("Broken.");
      },
    };
    const { call } = openCaps(undefined);
    const judged = { items: [["write"], ["spend"]] as const, raises: [bid(1, { item: 1 })] };
    await expect(call({ policies: [{ caps }], ...judged })).rejects.toThrow(RangeError);
  });
});
