import { describe, expect, test } from "vitest";
import {
  createEffect,
  createGuard,
  updateEffect,
  updateGuard,
} from "../../../../src/connectors/amazon-ads/money/effects-and-guards.ts";
import type { SpendingEntity } from "../../../../src/connectors/amazon-ads/money/spending-entity.ts";
import { caps } from "../../../../src/connectors/amazon-ads/money/cap-names.ts";

type Dict = Record<string, unknown>;

const keywords: SpendingEntity = {
  entity: "sponsored_product_keywords",
  itemsParam: "keywords",
  idField: "keywordId",
  idsParam: "keywordIds",
  amounts: [{ path: "bid", cap: "max_bid" }],
};

/** Returns a list action that finds these records. `calls` contains the params of each call. */
function listOf(records: unknown) {
  const calls: Dict[] = [];
  const read = async (entity: string, action: string, params: Dict) => {
    expect([entity, action]).toEqual(["sponsored_product_keywords", "list"]);
    calls.push(params);
    return { data: records, meta: {} };
  };
  return { calls, read };
}
const records = (...ids: string[]) => ids.map((keywordId) => ({ keywordId, bid: 1, state: "ENABLED" }));

test("the caps that a policy can set", () => {
  expect(caps).toEqual(["max_daily_budget", "max_bid", "max_portfolio_budget"]);
});

describe("a create", () => {
  test("has the effect of its strongest item", () => {
    const { weakest, strongest, of } = createEffect(keywords);
    expect([weakest, strongest]).toEqual(["write", "spend"]);
    expect(of({ keywords: [{ state: "PAUSED" }, { state: "ENABLED" }] })).toBe("spend");
    expect(of({ keywords: [{ bid: 2, state: "PAUSED" }] })).toBe("write");
  });

  test("is judged without a read; items that are not records are left out", async () => {
    const items = [{ bid: 2, state: "ENABLED" }];
    expect(await createGuard(keywords)({ keywords: [...items, "x", null] })).toEqual({
      effect: "spend",
      raises: [{ path: "keywords[0].bid", cap: "max_bid", to: 2 }],
      after: items,
    });
    for (const nothing of [undefined, "x", {}])
      expect(await createGuard(keywords)({ keywords: nothing })).toEqual({
        effect: "write",
        raises: [],
        after: [],
      });
  });
});

describe("an update", () => {
  const guard = updateGuard(keywords);

  test("has an effect that also depends on the current record", () => {
    expect(updateEffect).toMatchObject({ weakest: "write", strongest: "spend" });
    expect(updateEffect.of()).toBeUndefined();
  });

  test("the first bid of a keyword spends", async () => {
    const { read } = listOf([{ keywordId: "7", state: "ENABLED" }]);
    expect(await guard({ keywords: [{ keywordId: "7", bid: 900 }] }, read)).toEqual({
      effect: "spend",
      raises: [{ path: "keywords[0].bid", cap: "max_bid", from: undefined, to: 900 }],
      before: [{ keywordId: "7" }],
      after: [{ keywordId: "7", bid: 900 }],
    });
  });

  test("shows the fields that the call names, with the id, before and after", async () => {
    const { read } = listOf([
      { bid: 1, keywordId: "7", state: "ENABLED", text: "a" },
      { keywordId: "8", bid: 3, state: "PAUSED" },
    ]);
    const items = [
      { state: "PAUSED", keywordId: "8" },
      { keywordId: "7", bid: 2, other: 5 },
    ];
    expect(await guard({ keywords: items }, read)).toStrictEqual({
      effect: "spend",
      raises: [{ path: "keywords[1].bid", cap: "max_bid", from: 1, to: 2 }],
      before: [
        { keywordId: "8", state: "PAUSED" },
        { keywordId: "7", bid: 1 },
      ],
      after: items,
    });
  });

  test("reads the current records by id, in all states that allow a change", async () => {
    const { calls, read } = listOf(records("7", "8"));
    await guard({ keywords: [{ keywordId: "7" }, { keywordId: 8 }, { keywordId: "7" }] }, read);
    await guard({ profileId: "1", keywords: [{ keywordId: "7" }] }, read);
    expect(calls).toStrictEqual([
      { keywordIds: ["7", "8"], states: ["ENABLED", "PAUSED", "PROPOSED"], limit: 2 },
      { keywordIds: ["7"], states: ["ENABLED", "PAUSED", "PROPOSED"], limit: 1, profileId: "1" },
    ]);
  });

  test("reads with the states of the entity, or without states and limit", async () => {
    const { calls, read } = listOf(records("7"));
    await updateGuard({ ...keywords, changeableStates: ["enabled"] })(
      { keywords: [{ keywordId: "7" }] },
      read,
    );
    await updateGuard({ ...keywords, changeableStates: [] })({ keywords: [{ keywordId: "7" }] }, read);
    expect(calls).toEqual([{ keywordIds: ["7"], states: ["enabled"], limit: 1 }, { keywordIds: ["7"] }]);
  });

  test.each([
    [undefined, 201, [100, 100, 1]],
    [undefined, 100, [100]],
    [10, 20, [10, 10]],
    [10, 21, [10, 10, 1]],
  ])("reads at most %s ids at once", async (idsPerRead, count, sizes) => {
    const ids = Array.from({ length: count }, (_, index) => String(index));
    const { calls, read } = listOf(records(...ids));
    const entity = idsPerRead === undefined ? keywords : { ...keywords, idsPerRead };
    await updateGuard(entity)({ keywords: ids.map((keywordId) => ({ keywordId })) }, read);
    expect(calls.map(({ keywordIds }) => (keywordIds as string[]).length)).toEqual(sizes);
    expect(calls.flatMap(({ keywordIds }) => keywordIds)).toEqual(ids);
  });

  test("matches ids that the platform returns as numbers, and ignores values that are not records", async () => {
    const { read } = listOf([null, "7", { keywordId: 7, bid: 1 }]);
    expect(await guard({ keywords: [{ keywordId: "7", bid: 2 }] }, read)).toMatchObject({ effect: "spend" });
  });

  test("fails if a record does not exist or cannot be changed", async () => {
    const missing = async (data: unknown, ...ids: string[]) =>
      guard({ keywords: ids.map((keywordId) => ({ keywordId })) }, listOf(data).read).then(
        () => expect.fail("it succeeded"),
        (error: unknown) => error as Error,
      );
    expect(await missing(records("7"), "7", "8", "9", "9")).toMatchObject({
      code: "not_found",
      message: "sponsored_product_keywords: this profile has no 8, 9 that can be changed.",
      path: "params.keywords",
      hint: expect.stringContaining("Archived records cannot be changed."),
      outcome: "not_started",
    });
    expect((await missing([], "1", "2", "3", "4", "5")).message).toContain("no 1, 2, 3, 4, 5 that");
    expect((await missing([], "1", "2", "3", "4", "5", "6")).message).toContain(
      "no 1, 2, 3, 4, 5 and 1 more that",
    );
    expect((await missing({ keywordId: "1" }, "1")).message).toContain("no 1 that");
    // An item without an id cannot have a record.
    await expect(guard({ keywords: [{}] }, listOf(["7"]).read)).rejects.toMatchObject({ code: "not_found" });
  });

  test("without items, nothing is read", async () => {
    const { calls, read } = listOf([]);
    expect(await guard({}, read)).toEqual({ effect: "write", raises: [], before: [], after: [] });
    expect(calls).toEqual([]);
  });
});
