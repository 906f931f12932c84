import { describe, expect, test } from "vitest";
import type { Caps } from "../../../src/core/contract/policy.ts";
import { readCaps } from "../../../src/core/policy/read-caps.ts";
import { terms } from "./open-caps.ts";

const read = (caps: unknown, known: object = terms) => readCaps(caps, known, "policy");

describe("caps of a policy", () => {
  test("are copied, and the copy cannot be changed", () => {
    const caps = {
      max_bid: { USD: 2, GBP: 1.5 },
      max_new: 3,
      max_change_percent: 0.5,
      accounts: { "12": { max_bid: 4, max_new: undefined } },
    };
    const copy = read(caps);
    expect(copy).toEqual({
      max_bid: { USD: 2, GBP: 1.5 },
      max_new: 3,
      max_change_percent: 0.5,
      accounts: { "12": { max_bid: 4 } },
    });
    for (const one of [copy, copy.max_bid, copy.accounts, (copy["accounts"] as Caps)["12"]])
      expect(Object.isFrozen(one)).toBe(true);
    caps.max_bid.USD = 900;
    expect(copy.max_bid).toEqual({ USD: 2, GBP: 1.5 });
  });

  test("0 and unlimited need no currency", () => {
    expect(read({ max_bid: 0 })).toEqual({ max_bid: 0 });
    expect(read({ max_bid: "unlimited" })).toEqual({ max_bid: "unlimited" });
    const amounts = { max_bid: { USD: "unlimited", GBP: 2 } };
    expect(read(amounts)).toEqual(amounts);
    // A service reads a policy from JSON, which has no Infinity.
    expect(read(JSON.parse(JSON.stringify(amounts)))).toEqual(amounts);
    expect(() => read({ max_bid: Infinity })).toThrow(/a number of at least 0, or "unlimited", got Infinity/);
  });

  test("an amount of money without a currency is refused, and the hint says how to write it", () => {
    expect(() => read({ max_bid: 2 })).toThrow(
      expect.objectContaining({
        code: "config_error",
        message: "policy.caps.max_bid has no currency.",
        hint: "Write the cap with its currency, such as max_bid: { USD: 2 }.",
      }),
    );
  });

  test.for<[unknown, RegExp]>([
    ["5", /^policy\.caps must be an object, got "5"/],
    [null, /^policy\.caps must be an object/],
    [[1], /^policy\.caps must be an object/],
    [{ max_bib: 1 }, /^policy\.caps: there is no cap "max_bib"/],
    [JSON.parse('{"__proto__": {"max_bid": 1}}'), /there is no cap "__proto__"/],
    [{ max_bid: "1" }, /^policy\.caps\.max_bid .*"1"/],
    [
      { max_bid: { USD: "1" } },
      /^policy\.caps\.max_bid\.USD must be a number of at least 0, or "unlimited", got "1"/,
    ],
    [{ max_bid: { USD: -0.01 } }, /max_bid\.USD .*-0\.01/],
    [{ max_bid: { USD: Number.NaN } }, /max_bid\.USD .*NaN/],
    [{ max_bid: { usd: 1 } }, /"usd" is not a currency/],
    [{ max_bid: { USDT: 1 } }, /"USDT" is not a currency/],
    [{ max_bid: { "-USD": 1 } }, /"-USD" is not a currency/],
    [{ max_bid: JSON.parse('{"__proto__": 1}') }, /"__proto__" is not a currency/],
    [{ max_bid: {} }, /max_bid has no currency/],
    [{ max_new: { USD: 1 } }, /^policy\.caps\.max_new must be a number/],
    [{ max_change_percent: Number.NaN }, /max_change_percent .*NaN/],
    [{ accounts: 5 }, /^policy\.caps\.accounts must be an object/],
    [{ accounts: { US: { max_bid: 1 } } }, /"US" is not an id/],
    [{ accounts: { "1": 5 } }, /^policy\.caps\.accounts\.1 must be an object/],
    [{ accounts: { "1": { max_bib: 1 } } }, /accounts\.1: there is no cap "max_bib"/],
    [{ accounts: { "1": { max_bid: -1 } } }, /accounts\.1\.max_bid .*-1/],
  ])("refuses %j", ([caps, message]) =>
    expect(() => read(caps)).toThrow(
      expect.objectContaining({
        code: "config_error",
        message: expect.stringMatching(message),
        hint: expect.stringMatching(/^Caps: max_bid, max_new, max_change_percent; .*max_bid: \{ USD: 2 \}/),
      }),
    ),
  );

  test("a connector without caps accepts none, and a connector that names no accounts has no caps for them", () => {
    expect(() => read({ max_change_percent: 1 }, {})).toThrow(/no cap "max_change_percent"/);
    expect(() => read({ accounts: {} }, { caps: ["max_new"] })).toThrow(/no cap "accounts"/);
    expect(read({}, {})).toEqual({});
  });

  test("an error about a long id is cut", () => {
    const error = () => read({ accounts: { ["1".repeat(9000)]: 5 } });
    expect(error).toThrow(expect.objectContaining({ message: expect.stringMatching(/^.{400}…$/) }));
  });

  test("the hint for a connector without amounts of money shows no currency", () =>
    expect(() => read({ max_old: 1 }, { caps: ["max_new"] })).toThrow(
      expect.objectContaining({
        hint: 'Caps: max_new, max_change_percent; each a number of at least 0, or "unlimited".',
      }),
    ));
});
