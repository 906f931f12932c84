import { describe, expect, test } from "vitest";
import type { SpendRaise } from "../../../src/core/contract/judgement.ts";
import { daily, openCaps, summed } from "./open-caps.ts";

/** Returns raises of several items, each to 20. */
const several = (count: number, more: Partial<SpendRaise> = {}): SpendRaise[] =>
  Array.from({ length: count }, (_, item) => daily(20, { path: `items[${item}].daily`, item, ...more }));
const items = (count: number) => Array.from({ length: count }, () => ["spend"] as const);

/** Returns the error of a call with these raises under the cap `max_daily: 9`. */
const errorOf = (raises: readonly SpendRaise[], count = 0) =>
  openCaps({ max_daily: 9, max_bid: 5 }, { id: "1", currency: "USD" })
    .call({ raises, items: items(count) })
    .then(
      () => expect.unreachable(),
      (error: { message: string; hint: string; issues?: { path: string; message: string }[] }) => error,
    );

describe("the error for amounts above caps", () => {
  test("names five amounts, and counts the others", async () => {
    const shown = async (count: number) => (await errorOf(several(count), count)).message.match(/would be/g);
    expect(await shown(5)).toHaveLength(5);
    expect(await shown(7)).toHaveLength(5);
    expect((await errorOf(several(5), 5)).message).toMatch(/allows\. Items above the caps: 0-4\.$/);
    expect((await errorOf(several(7), 7)).message).toMatch(
      /allows; and 2 more\. Items above the caps: 0-6\.$/,
    );
  });

  test("has an issue for each of the first 50 amounts, if there are several", async () => {
    expect(await errorOf(several(1), 2)).not.toHaveProperty("issues.0");
    expect((await errorOf(several(2), 2)).issues).toHaveLength(2);
    const { issues } = await errorOf(several(51), 51);
    expect(issues).toHaveLength(50);
    expect(issues!.at(-1)).toEqual({
      path: "items[49].daily",
      message: "items[49].daily would be 20; that is more than max_daily (9) allows; at most 9",
    });
  });

  test.for<[string, SpendRaise[], number, RegExp, RegExp]>([
    [
      "one of three items",
      several(3).slice(1, 2),
      3,
      /allows\.$/,
      / Only items 0, 2 are within the caps: send them alone\.$/,
    ],
    ["two of three items", several(2), 3, / Items above the caps: 0-1\.$/, / Only item 2 is within the caps/],
    ["all items", several(2), 2, / Items above the caps: 0-1\.$/, /change the caps\.$/],
    ["no item of a batch", [daily(20)], 2, /allows\.$/, /change the caps\.$/],
    ["the only item", several(1), 1, /allows\.$/, /change the caps\.$/],
  ])("lists the items if the amounts belong to %s", async ([, raises, count, message, hint]) => {
    expect(await errorOf(raises, count)).toMatchObject({
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });

  test("names the thing that an amount belongs to", async () => {
    expect((await errorOf([daily(20, { of: "campaign 1" })])).message).toMatch(
      /: daily \(campaign 1\) would be 20;/,
    );
  });

  test("proposes an amount for each of the first five things, if the amounts differ", async () => {
    const raises = [
      daily(20, { of: "campaign 1" }),
      daily(20, { path: "bid", cap: "max_bid" }),
      ...several(4),
    ];
    const { hint } = await errorOf(raises, 4);
    expect(hint).toMatch(
      /^Propose at most 9 for campaign 1, 5 for bid, 9 for items\[0\]\.daily, 9 for items\[1\]\.daily, 9 for items\[2\]\.daily, or ask the user/,
    );
    expect((await errorOf([...several(5), daily(6, { cap: "max_bid" })], 5)).hint).toMatch(
      /^Propose at most 9,/,
    );
  });

  test("proposes the value of the param, if the limited amount is a multiple of it", async () => {
    const twice = daily(20, { factor: 2, of: "keyword 1" });
    const thrice = daily(30, { factor: 3, of: "keyword 2" });
    for (const raises of [
      [twice, thrice, twice],
      [thrice, twice],
    ]) {
      const error = await errorOf(raises);
      expect(error.message).toMatch(/^budgets\.set: daily \(keyword 2\) would be 30; [^;]*$/);
      expect(error.hint).toMatch(/^Propose at most 3, /);
    }
    const other = { ...twice, item: 1 };
    expect((await errorOf([thrice, other], 2)).issues).toHaveLength(2);
  });

  test("rounds amounts to four digits, and adds the currency of the cap", async () => {
    const { raise } = openCaps({ max_bid: { USD: 1 } }, { id: "1", currency: "USD" });
    await expect(raise({ path: "bid", cap: "max_bid", from: 0.123456, to: 1.00006 })).rejects.toThrow(
      / bid would be 1\.0001 USD, from 0\.1235 USD; /,
    );
    const day = openCaps({ max_bid: { USD: 1 } }, { id: "1", currency: "USD" });
    await expect(day.raise(summed(1.5, { cap: "max_bid" }))).rejects.toThrow(
      / would bring the sum of this day to 1\.5 USD; /,
    );
  });
});
