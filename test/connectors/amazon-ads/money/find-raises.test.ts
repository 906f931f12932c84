import { describe, expect, test } from "vitest";
import { judgeItems } from "../../../../src/connectors/amazon-ads/money/find-raises.ts";
import type { SpendingEntity } from "../../../../src/connectors/amazon-ads/money/spending-entity.ts";

type Dict = Record<string, unknown>;

const keywords: SpendingEntity = {
  entity: "keywords",
  itemsParam: "keywords",
  idField: "keywordId",
  idsParam: "keywordIds",
  amounts: [{ path: "bid", cap: "max_bid" }],
};
const bid = "keywords[0].bid";
const judge = (item: Dict, current?: Dict, entity: SpendingEntity = keywords) =>
  judgeItems(entity, [item], current ? [current] : []);

describe("a new record", () => {
  test("that runs spends, and its amount counts", () => {
    expect(judge({ bid: 2, state: "ENABLED" })).toEqual({
      effect: "spend",
      raises: [{ path: bid, cap: "max_bid", to: 2 }],
    });
  });
  test("that is paused spends nothing, but its amount counts", () => {
    for (const item of [{ bid: 2, state: "PAUSED" }, { bid: 2 }])
      expect(judge(item)).toEqual({ effect: "write", raises: [{ path: bid, cap: "max_bid", to: 2 }] });
  });
  test("without an amount", () => {
    expect(judge({ state: "ENABLED" })).toEqual({ effect: "spend", raises: [] });
    expect(judge({ bid: "2", state: "PAUSED" })).toEqual({ effect: "write", raises: [] });
  });
});

describe("an update", () => {
  const current = { bid: 1, state: "ENABLED" };
  test.each([
    ["a higher amount", { bid: 1.01 }, { path: bid, cap: "max_bid", from: 1, to: 1.01 }],
    ["the same amount", { bid: 1 }, undefined],
    ["a lower amount", { bid: 0.99 }, undefined],
    ["no amount", {}, undefined],
    ["enabling a record that runs", { state: "ENABLED" }, undefined],
    ["pausing", { state: "PAUSED" }, undefined],
  ])("%s", (_, item, raise) => {
    expect(judge(item, current)).toEqual({
      effect: raise ? "spend" : "write",
      raises: raise ? [raise] : [],
    });
  });

  test("the first amount of a record counts as a raise from zero", () => {
    expect(judge({ bid: 900 }, { state: "ENABLED" })).toEqual({
      effect: "spend",
      raises: [{ path: bid, cap: "max_bid", from: undefined, to: 900 }],
    });
    expect(judge({ bid: 900 }, { bid: null, state: "PAUSED" }).effect).toBe("spend");
  });

  test("enabling a paused record spends its amount", () => {
    expect(judge({ state: "ENABLED" }, { bid: 3, state: "PAUSED" })).toEqual({
      effect: "spend",
      raises: [{ path: bid, cap: "max_bid", to: 3 }],
    });
    expect(judge({ state: "ENABLED" }, { state: "PAUSED" })).toEqual({ effect: "spend", raises: [] });
  });

  test("if a call enables a record and changes its amount, the new amount counts", () => {
    expect(judge({ bid: 5, state: "ENABLED" }, { bid: 3, state: "PAUSED" }).raises).toEqual([
      { path: bid, cap: "max_bid", to: 5 },
      { path: bid, cap: "max_bid", from: 3, to: 5 },
    ]);
    expect(judge({ bid: 2, state: "ENABLED" }, { bid: 3, state: "PAUSED" }).raises).toEqual([
      { path: bid, cap: "max_bid", to: 2 },
    ]);
  });

  test("raising the amount of a paused record counts", () => {
    expect(judge({ bid: 2 }, { bid: 1, state: "PAUSED" })).toMatchObject({
      effect: "spend",
      raises: [{ from: 1, to: 2 }],
    });
  });

  test("exposure without a higher amount spends", () => {
    const entity: SpendingEntity = {
      ...keywords,
      raisesExposure: (item, record) => (item.end === record.end ? [] : ["end"]),
    };
    expect(judge({ end: 2 }, { end: 1 }, entity)).toEqual({ effect: "spend", raises: [] });
    expect(judge({ end: 1 }, { end: 1 }, entity)).toEqual({ effect: "write", raises: [] });
    // For a new record, there is no earlier record to compare with.
    expect(judge({ end: 1 }, undefined, entity).effect).toBe("write");
  });

  test("a nested amount, and several amounts", () => {
    const entity: SpendingEntity = {
      ...keywords,
      amounts: [
        { path: "budget.budget", cap: "max_daily_budget" },
        { path: "bid", cap: "max_bid" },
      ],
    };
    expect(
      judge({ budget: { budget: 3 }, bid: 4 }, { budget: { budget: 2 }, bid: 1 }, entity).raises,
    ).toEqual([
      { path: "keywords[0].budget.budget", cap: "max_daily_budget", from: 2, to: 3 },
      { path: "keywords[0].bid", cap: "max_bid", from: 1, to: 4 },
    ]);
  });

  test("an entity without amounts spends only by being enabled", () => {
    const { amounts: _, ...ads } = keywords;
    expect(judge({ state: "ENABLED" }, { state: "PAUSED" }, ads)).toEqual({ effect: "spend", raises: [] });
    expect(judge({ state: "PAUSED" }, { state: "ENABLED" }, ads)).toEqual({ effect: "write", raises: [] });
  });

  test("another product can have a different name for the running state", () => {
    const display = { ...keywords, runningState: "enabled" };
    expect(judge({ state: "enabled" }, { state: "paused" }, display).effect).toBe("spend");
    expect(judge({ state: "ENABLED" }, { state: "paused" }, display).effect).toBe("write");
  });
});

describe("records that stop ads", () => {
  const negatives: SpendingEntity = { ...keywords, stopsAds: true };
  test.each([
    ["pausing one that is enabled", { state: "PAUSED" }, { state: "ENABLED" }, "spend"],
    ["pausing one that is paused", { state: "PAUSED" }, { state: "PAUSED" }, "write"],
    ["enabling one", { state: "ENABLED" }, { state: "PAUSED" }, "write"],
    ["enabling one that is enabled", { state: "ENABLED" }, { state: "ENABLED" }, "write"],
    ["a change without a state", {}, { state: "ENABLED" }, "write"],
    ["creating one", { state: "ENABLED" }, undefined, "write"],
    ["creating one paused", { state: "PAUSED" }, undefined, "write"],
    ["an amount that it cannot have", { bid: 9 }, { state: "ENABLED" }, "write"],
  ])("%s", (_, item: Dict, current: Dict | undefined, effect) => {
    expect(judge(item, current, negatives)).toEqual({ effect, raises: [] });
  });
  test("another product can have a different name for the running state", () => {
    const display = { ...negatives, runningState: "enabled" };
    expect(judge({ state: "paused" }, { state: "enabled" }, display).effect).toBe("spend");
  });
});

describe("several items", () => {
  test("each item is compared with its own record, and one item that spends makes the call spend", () => {
    const items = [{ bid: 1 }, { bid: 2 }, { bid: 3 }];
    const current = [{ bid: 1 }, { bid: 1 }, { bid: 3 }];
    expect(judgeItems(keywords, items, current)).toEqual({
      effect: "spend",
      raises: [{ path: "keywords[1].bid", cap: "max_bid", from: 1, to: 2 }],
    });
  });
  test("if no item spends, the call does not spend", () => {
    expect(judgeItems(keywords, [{ bid: 1 }, { bid: 2 }], [{ bid: 1 }, { bid: 2 }])).toEqual({
      effect: "write",
      raises: [],
    });
    expect(judgeItems(keywords, [], [])).toEqual({ effect: "write", raises: [] });
  });
});
