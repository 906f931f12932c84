import { describe, expect, test } from "vitest";
import type { Judgement, SpendRaise } from "../../../src/core/contract/judgement.ts";
import type { Caps } from "../../../src/core/contract/policy.ts";
import type { Reservation } from "../../../src/core/policy/enforce-caps.ts";
import { ConnectorError } from "../../../src/core/ground/errors.ts";
import { memoryTotals, totalsOn, type Totals } from "./memory-totals.ts";
import { daily, openCaps, summed } from "./open-caps.ts";

const hour = 3_600_000;
const sumOf = (sum: number, most: number | string) => ({
  code: "cap_exceeded",
  message: expect.stringMatching(`to ${sum}; that is more than max_sum \\(\\d+\\) allows`),
  hint: expect.stringContaining(`Propose at most ${most},`),
});

describe("a raise of 6 counts for the day", () => {
  const notSent = new ConnectorError("aborted", "Stopped.");
  const unknown = new ConnectorError("aborted", "Stopped.", { outcome: "unknown" });
  test.for<[string, number, (reservation: Reservation) => Promise<void> | undefined]>([
    ["while the call runs", 6, () => undefined],
    ["if the call succeeds", 6, ({ settle }) => settle({})],
    ["if the outcome is unknown", 6, ({ fail }) => fail(unknown)],
    [
      "if another kind of error has an outcome",
      6,
      ({ fail }) => fail(Object.assign(new Error("Lost."), { outcome: "not_started" })),
    ],
    ["if the error says nothing about the outcome", 6, ({ fail }) => fail(new Error("Lost."))],
    ["unless nothing was sent", 0, ({ fail }) => fail(notSent)],
    ["only once if the call succeeds twice", 6, async ({ settle }) => { await settle({}); await settle({}); }], // prettier-ignore
  ])("%s", async ([, counted, end]) => {
    const { raise } = openCaps({ max_sum: 10 });
    await end((await raise(summed(6, { item: 0 })))!);
    await raise(summed(10 - counted));
    await expect(raise(summed(1))).rejects.toMatchObject(sumOf(11, 0));
  });
});

test("of a batch, the raises of the items that certainly failed do not count", async () => {
  const { call, raise } = openCaps({ max_sum: 10 });
  const raises = [
    summed(2, { path: "items[0]", item: 0 }),
    summed(3, { path: "items[1]", item: 1 }),
    summed(1, { path: "total" }),
  ];
  const failed = (data: unknown) => data as number[];
  const reservation = await call({ raises, failed });
  await reservation!.settle([0]);
  await expect(raise(summed(7))).rejects.toMatchObject(sumOf(11, 6));
  await raise(summed(6));
});

test("a dry run is refused above a cap, and reserves nothing", async () => {
  const { call, raise } = openCaps({ max_sum: 10 });
  expect(await call({ raises: [summed(6)] }, { dryRun: true })).toBeUndefined();
  await raise(summed(10));
  await expect(call({ raises: [summed(6)] }, { dryRun: true })).rejects.toMatchObject(sumOf(16, 0));
});

test("a dry run is not the first change of the day, so a percentage stays relative to the value before that", async () => {
  const { call } = openCaps({ max_daily: 100, max_change_percent: 50 });
  const change = (current: number, to: number, dryRun: boolean) =>
    call(
      { current: { bid: current }, raises: [daily(to, { key: "bid", from: current })] },
      { dryRun, terms: { caps: ["max_daily"] } },
    );
  await change(10, 15, true);
  // Somebody else has raised the amount from 10 to 20.
  await change(20, 30, false);
  await expect(change(30, 31, true)).rejects.toMatchObject({ code: "cap_exceeded" });
});

describe("the raises of one call", () => {
  test("count together, in the given order, and the proposal keeps the amounts within the cap", async () => {
    const raises = [6, 5, 4].map((to, item) => summed(to, { path: `items[${item}]`, item }));
    await expect(openCaps({ max_sum: 10 }).raise(...raises)).rejects.toMatchObject({
      ...sumOf(11, 0),
      path: "params.items[1]",
    });
  });

  test("that are all above the cap get proposals that share what the day allows", async () => {
    const { raise } = openCaps({ max_sum: 10 });
    const both = (...amounts: number[]) =>
      raise(...amounts.map((to, item) => summed(to, { from: 5, path: `items[${item}]`, item })));
    await expect(both(20, 30)).rejects.toMatchObject({
      hint: expect.stringMatching(/^Propose at most 15 for items\[0\], 5 for items\[1\], or/),
    });
    await both(15, 5);
  });

  test("count once for the same amount, up to its highest value", async () => {
    const { raise } = openCaps({ max_sum: 10 });
    await raise(summed(6, { key: "budget" }), summed(4, { key: "budget" }));
    await raise(summed(5, { key: "budget" }));
    await expect(raise(summed(5))).rejects.toMatchObject(sumOf(11, 4));
  });

  test("count from 0 for a new amount", async () => {
    const { raise } = openCaps({ max_sum: 10 });
    await raise(summed(7, { from: undefined }));
    await expect(raise(summed(4, { from: undefined }))).rejects.toMatchObject(sumOf(11, 3));
  });

  test("count from the amount before the call, and the proposed amount includes it", async () => {
    const { raise } = openCaps({ max_sum: 10 });
    await raise(summed(7));
    await expect(raise(summed(9, { from: 5 }))).rejects.toMatchObject(sumOf(11, 8));
    await raise(summed(8, { from: 5 }));
  });

  test("can be proposed up to the amount before the call, if the day is already above the cap", async () => {
    const totals = memoryTotals();
    await openCaps({ max_sum: 10 }, undefined, totals).raise(summed(10, { key: "budget" }));
    const lower = openCaps({ max_sum: 4 }, undefined, totals);
    await expect(lower.raise(summed(3, { from: 2 }))).rejects.toMatchObject(sumOf(11, 2));
  });

  test("need no other cap for an amount with the same limit", async () => {
    const { raise } = openCaps({ max_daily: 9 });
    expect(await raise(summed(100, { orCaps: ["max_daily"] }), daily(9))).toBeUndefined();
  });
});

test("an amount that starts again counts in addition to the raises that are still reserved", async () => {
  const { raise } = openCaps({ max_sum: 10 });
  const budget = (to: number, more: Partial<SpendRaise> = {}) => summed(to, { key: "budget", ...more });
  await raise(budget(2));
  await raise(budget(4));
  await raise(summed(1, { key: "other" }));
  await raise(budget(5, { restarts: true }));
  await expect(raise(summed(1))).rejects.toMatchObject(sumOf(11, 0));
});

test("a raise to an amount that the account had on the same day does not count", async () => {
  const { call, raise } = openCaps({ max_sum: 10 });
  await call({ effects: ["write"], currentPerDay: { budget: 20 } });
  await raise(summed(20, { key: "budget", from: 5 }));
  await expect(raise(summed(31, { key: "budget", from: 5 }))).rejects.toMatchObject(sumOf(11, 15));
});

describe("the raises of other days, accounts and connectors do not count", () => {
  const cap = { max_sum: 10 };
  test("after midnight at the account", async () => {
    const { raise, clock } = openCaps(cap, { id: "1", timezone: "America/Los_Angeles" });
    await raise(summed(6));
    await clock.sleep(6 * hour);
    await expect(raise(summed(6))).rejects.toMatchObject({ code: "cap_exceeded" });
    await clock.sleep(hour);
    await raise(summed(6));
  });
  test("for another account or connector", async () => {
    const totals = memoryTotals();
    await openCaps(cap, { id: "1" }, totals).raise(summed(6));
    await openCaps(cap, { id: "2" }, totals).raise(summed(6));
    await openCaps(cap, { id: "1" }, totals).call({ raises: [summed(6)] }, { connector: "other" });
    const same = openCaps(cap, { id: "1" }, totals);
    await expect(same.raise(summed(6))).rejects.toMatchObject({ code: "cap_exceeded" });
  });
});

describe("the exact raises", () => {
  const exact = (caps: Caps, raises: SpendRaise[], more: Partial<Judgement> = {}) => {
    let asked = 0;
    const { call, raise } = openCaps(caps);
    const exactRaises = async () => {
      asked++;
      return raises.map((one) => ({ ...one, to: one.to / 2 }));
    };
    return { raise, run: () => call({ raises, exactRaises, ...more }), asked: () => asked };
  };
  test("replace the raises if the policy limits the sum of a day", async () => {
    const { run, raise } = exact({ max_sum: 10 }, [summed(8, { path: "one" }), summed(4, { path: "two" })]);
    await run();
    await expect(raise(summed(5))).rejects.toMatchObject(sumOf(11, 4));
  });
  test.for<[string, Caps, SpendRaise[]]>([
    ["the policy has no cap for the day", { max_daily: 9 }, [summed(9, { orCaps: ["max_daily"] })]],
    ["the cap for the day is unlimited", { max_sum: "unlimited" }, [summed(9)]],
    ["the cap limits each amount", { max_daily: 9 }, [daily(9)]],
  ])("are not computed if %s", async ([, caps, raises]) => {
    const { run, asked } = exact(caps, raises);
    expect(await run()).toBeUndefined();
    expect(asked()).toBe(0);
  });
});

test.for<[string, Caps | undefined, Partial<Judgement>, number, number]>([
  ["a call without amounts", { max_sum: 10 }, { effects: ["write"] }, 0, 0],
  [
    "a call under a policy without caps",
    undefined,
    { effects: ["write"], raises: [daily(2)], current: { bid: 1 } },
    0,
    0,
  ],
  ["a raise with a limit for each amount", { max_daily: 9 }, { raises: [daily(2, { from: 1 })] }, 1, 0],
  ["a raise with an unlimited sum", { max_sum: "unlimited" }, { raises: [summed(2)] }, 1, 0],
  ["a raise with a limit for the day", { max_sum: 10 }, { raises: [summed(2)] }, 1, 1],
  [
    "a change of an amount without a cap in percent",
    { max_sum: 10 },
    { effects: ["write"], current: { bid: 1 } },
    1,
    0,
  ],
  [
    "a change of an amount with a cap in percent",
    { max_change_percent: 9 },
    { effects: ["write"], current: { bid: 1 } },
    1,
    1,
  ],
  [
    "a change of an amount of the day",
    { max_sum: 10 },
    { effects: ["write"], currentPerDay: { budget: 1 } },
    1,
    1,
  ],
  [
    "a new amount with a cap in percent",
    { max_daily: 9, max_change_percent: 9 },
    { raises: [daily(2)] },
    1,
    0,
  ],
  [
    "a raise with a cap in percent",
    { max_daily: 9, max_change_percent: 100 },
    { raises: [daily(2, { from: 1 })] },
    1,
    1,
  ],
])("%s asks for the account and uses the store only if needed", async ([, caps, judged, asked, used]) => {
  const { call, counts } = openCaps(caps);
  await call(judged);
  expect(counts()).toEqual({ asked, used });
});

test("a call that only changes an amount of the day reserves nothing", async () => {
  const totals = memoryTotals();
  const { call } = openCaps({ max_sum: 10 }, undefined, totals);
  expect(await call({ effects: ["write"], currentPerDay: { budget: 3 } })).toBeUndefined();
  expect(await totalsOn("2026-03-12", totals, "bank")).toEqual({
    amounts: { budget: { first: 3, high: 3 } },
    reserved: {},
  });
});

describe("if the store fails", () => {
  const failing = (after: number): Totals => {
    const totals = memoryTotals();
    let left = after;
    return {
      update: (id, change) => (left-- > 0 ? totals.update(id, change) : Promise.reject(new Error("Lost."))),
    };
  };
  test("before the call, nothing is sent", async () => {
    const { raise } = openCaps({ max_sum: 10 }, undefined, failing(0));
    await expect(raise(summed(1))).rejects.toMatchObject({
      code: "storage_unavailable",
      message: expect.stringMatching(/^budgets\.set: the store failed/),
      hint: expect.stringContaining("Nothing was sent."),
    });
  });
  test("after the call, the call still returns its result", async () => {
    const { raise } = openCaps({ max_sum: 10 }, undefined, failing(1));
    await (await raise(summed(1)))!.settle({});
  });
});
