import { describe, expect, test } from "vitest";
import type { Effect } from "../../../src/core/contract/effect.ts";
import type { PayingAccount, Judgement, RecordChange } from "../../../src/core/contract/judgement.ts";
import { memoryTotals, totalsOn, type Totals } from "./memory-totals.ts";
import { dropOutdated, rememberStates, withoutRestores } from "../../../src/core/policy/restored-records.ts";
import { testClock } from "../../fixtures/clock.ts";

const hour = 3_600_000;
const change = (before: string, after: string, key = "campaign 1", item = 0): RecordChange => ({
  item,
  key,
  before,
  after,
});

/** Opens an account on which calls change records. */
function open(account: PayingAccount = { id: "1" }, totals: Totals = memoryTotals()) {
  const clock = testClock(Date.UTC(2026, 2, 12));
  const used: string[] = [];
  const counting: Totals = {
    update: (id, update) => {
      used.push(id);
      return totals.update(id, update);
    },
  };
  const context = { totals: counting, clock, connector: "acme" };
  const judged = (effect: Effect, records: readonly RecordChange[]): Judgement => ({
    effects: [effect],
    items: records.map(() => [effect]),
    changes: { account, records },
  });
  return {
    clock,
    context,
    used,
    /** Runs a call that lowers the amounts of records. */
    lower: (...records: RecordChange[]) => rememberStates(judged("write", records), {}, context),
    /** Returns the effects of a call that raises the amounts of records. */
    raise: async (...records: RecordChange[]) =>
      (await withoutRestores(judged("spend", records), context)).effects,
    states: async () => (await totalsOn("2026-03-12", totals, "acme")).states,
  };
}

describe("after a call has lowered a record from A to B", () => {
  test.for<[string, RecordChange, Effect]>([
    ["the change from B to A spends nothing", change("B", "A"), "write"],
    ["a change from B to another state spends", change("B", "C"), "spend"],
    ["a change to A spends if somebody else has changed the record", change("C", "A"), "spend"],
    ["a change of another record spends", change("B", "A", "campaign 2"), "spend"],
    ["a change of a record with the name of a method spends", change("B", "A", "constructor"), "spend"],
  ])("%s", async ([, raised, effect]) => {
    const { lower, raise } = open();
    await lower(change("A", "B"));
    expect(await raise(raised)).toEqual([effect]);
  });

  test("the change back spends for another account, and with another connector", async () => {
    const store = memoryTotals();
    await open({ id: "1" }, store).lower(change("A", "B"));
    expect(await open({ id: "2" }, store).raise(change("B", "A"))).toEqual(["spend"]);
    const judged: Judgement = {
      effects: ["spend"],
      changes: { account: { id: "1" }, records: [change("B", "A")] },
    };
    const { context } = open({ id: "1" }, store);
    expect(await withoutRestores(judged, { ...context, connector: "other" })).toBe(judged);
  });

  test.for<[string | undefined, number, Effect]>([
    [undefined, 23, "write"],
    [undefined, 24, "spend"],
    ["America/Los_Angeles", 6, "write"],
    ["America/Los_Angeles", 7, "spend"],
  ])("in the time zone %s, the change back %i hours later is a %s", async ([timezone, hours, effect]) => {
    const { lower, raise, clock } = open({ id: "1", timezone });
    await lower(change("A", "B"));
    await clock.sleep(hours * hour);
    expect(await raise(change("B", "A"))).toEqual([effect]);
  });
});

test("a record can go back to each of its states of the day", async () => {
  const { lower, raise } = open();
  await lower(change("A", "B"));
  await lower(change("B", "C"));
  for (const state of ["A", "B"]) expect(await raise(change("C", state))).toEqual(["write"]);
});

test("a record cannot go back to a state from before a change by somebody else", async () => {
  const { lower, raise } = open();
  await lower(change("A", "B"));
  await lower(change("X", "Y"));
  for (const state of ["A", "B"]) expect(await raise(change("Y", state))).toEqual(["spend"]);
  expect(await raise(change("Y", "X"))).toEqual(["write"]);
});

test("a record that somebody else has brought back to a state of the day can go to no other state of the day", async () => {
  const { lower, raise } = open();
  await lower(change("A", "B"));
  await lower(change("B", "C"));
  expect(await raise(change("B", "A"))).toEqual(["spend"]);
});

test("a call that spends or changes nothing leaves no state", async () => {
  const { context, used, lower } = open();
  await lower(change("A", "A"));
  await lower();
  await rememberStates({ effects: ["write"] }, {}, context);
  for (const items of [{ items: [["spend"]] }, {}] as const)
    await rememberStates(
      { effects: ["spend"], ...items, changes: { account: { id: "1" }, records: [change("A", "B")] } },
      {},
      context,
    );
  expect(used).toEqual([]);
});

test("a call without the effect `spend` or without changed records is not compared with earlier states", async () => {
  const { context, used } = open();
  for (const judged of [
    { effects: ["spend"] },
    { effects: ["write"], changes: { account: { id: "1" }, records: [change("B", "A")] } },
  ] as const)
    expect(await withoutRestores(judged, context)).toBe(judged);
  expect(used).toEqual([]);
});

describe("of a batch", () => {
  const batch = (
    items: readonly (readonly Effect[])[] | undefined,
    ...records: RecordChange[]
  ): Judgement => ({
    effects: ["spend"],
    ...(items ? { items } : {}),
    changes: { account: { id: "1" }, records },
    after: "kept",
  });
  const back = (item: number) => change("B", "A", `campaign ${item}`, item);

  test.for<[string, Judgement, object]>([
    [
      "only the items that restore a state lose the effect `spend`",
      batch([["spend"], ["spend"]], back(0), change("B", "C", "campaign 1", 1)),
      { effects: ["write", "spend"], items: [["write"], ["spend"]] },
    ],
    [
      "the items keep their other effects",
      batch(
        [
          ["spend", "destructive"],
          ["read", "spend"],
        ],
        back(0),
        back(1),
      ),
      { effects: ["destructive", "read"], items: [["destructive"], ["read"]] },
    ],
    [
      "all items can restore states",
      batch([["spend"], ["spend"]], back(0), back(1)),
      { effects: ["write"], items: [["write"], ["write"]] },
    ],
    [
      "an item that also raises another record keeps the effect `spend`",
      batch([["spend"]], back(0), change("B", "C", "campaign 1", 0)),
      { effects: ["spend"], items: [["spend"]] },
    ],
    [
      "a call without a list of items spends if one of its records is raised",
      batch(undefined, back(0), change("B", "C", "campaign 1", 1)),
      { effects: ["spend"] },
    ],
    [
      "a call without a list of items is one item",
      batch(undefined, back(0)),
      { effects: ["write"], items: [["write"]] },
    ],
  ])("%s", async ([, judged, expected]) => {
    const { lower, context } = open();
    await lower(change("A", "B", "campaign 0", 0), change("A", "B", "campaign 1", 1));
    expect(await withoutRestores(judged, context)).toEqual({ ...judged, ...expected });
  });

  test("only the items that do not spend leave a state", async () => {
    const { context, raise } = open();
    const records = [0, 1].map((item) => change("A", "B", `campaign ${item}`, item));
    await rememberStates(batch([["spend"], ["write"]], ...records), {}, context);
    expect(await raise(back(0))).toEqual(["spend"]);
    expect(await raise({ ...back(1), item: 0 })).toEqual(["write"]);
  });
});

describe("if the store fails", () => {
  const failing = { update: () => Promise.reject(new Error("Lost.")) };
  test("the change back spends", async () => {
    expect(await open({ id: "1" }, failing).raise(change("B", "A"))).toEqual(["spend"]);
  });
  test("a call that lowers an amount can still be sent", async () => {
    await open({ id: "1" }, failing).lower(change("A", "B"));
  });
});

describe("the store of a day", () => {
  test("contains a short hash of each state, in the order of the states", async () => {
    const { lower, states } = open();
    await lower(change("A", "B"));
    const hash = expect.stringMatching(/^[0-9a-f]{16}$/);
    expect(await states()).toEqual({ "campaign 1": [hash, hash] });
  });

  test("keeps the last 20 states of a record", async () => {
    const { lower, raise } = open();
    for (let state = 1; state <= 20; state++) await lower(change(`${state - 1}`, `${state}`));
    expect(await raise(change("20", "0"))).toEqual(["spend"]);
    expect(await raise(change("20", "1"))).toEqual(["write"]);
  });

  test("keeps the 1000 records that calls have changed last", async () => {
    const { lower, raise } = open();
    const names = Array.from({ length: 1000 }, (_, index) => `campaign ${index}`);
    await lower(...names.map((name) => change("A", "B", name)));
    await lower(change("B", "C", "campaign 0"));
    await lower(change("A", "B", "campaign 1000"));
    expect(await raise(change("B", "A", "campaign 1"))).toEqual(["spend"]);
    for (const kept of [change("C", "A", "campaign 0"), change("B", "A", "campaign 2")])
      expect(await raise(kept)).toEqual(["write"]);
  });

  test("keeps its totals when states are added", async () => {
    const store = memoryTotals();
    const totals = { amounts: { budget: { first: 1, high: 2 } }, reserved: { call: { budget: 2 } } };
    await totalsOn("2026-03-12", store, "acme", totals);
    await open({ id: "1" }, store).lower(change("A", "B"));
    expect(await totalsOn("2026-03-12", store, "acme")).toMatchObject(totals);
  });
});

describe("a call that makes the states of some records outdated", () => {
  const outdated = (effect: Effect, item?: number): Judgement => ({
    effects: [effect],
    changes: { account: { id: "1" }, records: [], outdated: [{ prefix: "campaign 1", item }] },
  });

  test("ends them before it is sent, and keeps the states of other records", async () => {
    const { context, lower, raise } = open();
    await lower(change("A", "B"), change("A", "B", "campaign 2", 1));
    await dropOutdated(outdated("write", 0), context);
    expect(await raise(change("B", "A"))).toEqual(["write"]);
    await dropOutdated(outdated("spend", 0), context);
    expect(await raise(change("B", "A"))).toEqual(["spend"]);
    expect(await raise(change("B", "A", "campaign 2"))).toEqual(["write"]);
    await dropOutdated(outdated("write"), context);
  });

  test("is refused if the store fails", async () => {
    const failing = { update: () => Promise.reject(new Error("Lost.")) };
    const { context } = open({ id: "1" }, failing);
    await expect(dropOutdated(outdated("spend"), context)).rejects.toMatchObject({
      code: "storage_unavailable",
      outcome: "not_started",
    });
  });
});
