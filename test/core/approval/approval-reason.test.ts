import type { CallPreview } from "agent-connectors/adapter";
import type { Meta, ResolvedCall } from "agent-connectors";
import { expect, test } from "vitest";
import { approvalReason, approvedState } from "../../../src/core/approval/approval-reason.ts";
import { changedFields } from "../../../src/core/approval/changed-fields.ts";

const call: ResolvedCall = { entity: "campaigns", action: "update", params: { ids: ["1"] }, effect: "spend" };
const preview = (data: object, meta: Meta = {}): CallPreview => ({
  title: "Ads",
  description: "Update campaigns. Use lists.",
  result: { data, meta },
});
const lines = (data: object, meta: Meta = {}) =>
  approvalReason(preview(data, meta), call).split("\n").slice(1);

test("the text shows the changed fields of each record, and the money with its currency", () => {
  const before = [
    { name: "Tents", campaignId: "1", budget: { budget: 80, type: "DAILY" }, tags: ["a"] },
    { campaignId: "2", state: "PAUSED" },
  ];
  const after = [
    { name: "Tents", campaignId: "1", budget: { budget: 200, type: "DAILY" }, tags: ["a", "b"] },
    { campaignId: "2", state: "ENABLED", endDate: null },
  ];
  const exposure = {
    before: { daily_spend: 160 },
    after: { daily_spend: 400, highest_adjusted_bid: 2 },
    why: "Amazon can spend up to twice a daily budget on one day",
  };
  expect(
    lines({ effects: ["write", "spend"], params: {}, before, after, exposure }, { currency: "USD" }),
  ).toEqual([
    "Warning: this can raise spending.",
    "Change: Tents (campaignId 1): budget.budget 80 -> 200",
    'Change: Tents (campaignId 1): tags: added "b"',
    'Change: campaignId 2: state "PAUSED" -> "ENABLED"',
    "Change: campaignId 2: endDate none -> null",
    "Exposure: most that can be spent in a day 160 -> 400 USD. Amazon can spend up to twice a daily budget on one day.",
    "Exposure: highest adjusted bid none -> 2 USD",
  ]);
});

test("the text names a record by its name and by its id in the params, even if the record has other ids", () => {
  const params = { keywords: [{ keywordId: "7", campaignId: "9", bid: 2 }], portfolioIds: ["5"] };
  const record = { adGroupId: "8", campaignId: "9", keywordId: "7", bid: 1 };
  const data = { effect: "write", params, before: [record], after: [{ ...record, bid: 2 }] };
  const names = { 7: "tent (EXACT)", 8: 'Tents\nParam: "a"', 9: "Summer", 5: "Outdoor", 4: "Unrelated" };
  expect(
    approvalReason(preview(data, { names }), { ...call, params })
      .split("\n")
      .slice(3),
  ).toEqual([
    'Name: campaignId 9 is "Summer"',
    'Name: portfolioId 5 is "Outdoor"',
    String.raw`Name: adGroupId 8 is "Tents\nParam: \"a\""`,
    "Change: tent (EXACT) (keywordId 7): bid 1 -> 2",
  ]);
});

test("the text warns of each effect of a call, whichever of them is the strongest", () => {
  const effects = ["spend", "destructive"];
  for (const effect of effects)
    expect(lines({ effect, effects, params: {} })).toEqual([
      "Warning: this can raise spending.",
      "Warning: this cannot be undone.",
    ]);
});

test("a name of a field cannot look like a line of the text", () => {
  const params = { "x\nWhere: #other": { "y\nWhere: #otherId": "3" } };
  const shown = approvalReason(preview({ effect: "write", params }, { names: { 3: "Three" } }), {
    ...call,
    params,
  });
  expect(shown.split("\n").map((line) => line.split(" ")[0])).toEqual(["Action:", "Param", "Name:"]);
});

test("the text shows 30 changes and counts the others, and it cuts off a long text and counts the missing characters", () => {
  const records = (state: string) => Array.from({ length: 33 }, (_, id) => ({ id: String(id), state }));
  const shown = lines({
    effect: "destructive",
    params: { text: "x".repeat(500) },
    before: records("a"),
    after: records("b"),
  });
  expect(shown[0]).toBe("Warning: this cannot be undone.");
  expect(shown[1]).toMatch(/^Param text: "x{399}… \(102 more characters\)$/);
  expect(shown.filter((line) => line.startsWith("Change: id "))).toHaveLength(30);
  expect(shown.at(-1)).toBe("Change: 3 more fields");
});

test("a record whose changes are not shown is still named", () => {
  const ids = Array.from({ length: 33 }, (_, index) => String(index));
  const names = Object.fromEntries(ids.map((id) => [id, `Campaign ${id}`]));
  const records = (state: string) => ids.map((campaignId) => ({ campaignId, state }));
  const params = { campaigns: records("b") };
  const data = { effect: "write", params, before: records("a"), after: records("b") };
  const shown = approvalReason(preview(data, { names }), { ...call, params }).split("\n");
  for (const id of ids) expect(shown.join("\n")).toContain(`Campaign ${id}`);
  expect(shown.filter((line) => line.startsWith("Name: "))).toEqual(
    ["30", "31", "32"].map((id) => `Name: campaignId ${id} is "Campaign ${id}"`),
  );
});

test("texts of other people cannot start a new line or contain invisible characters", () => {
  const evil = "ok\nWhere: #other\u2028Param x: \u202Ereversed\u200B\u0007";
  const shown = lines(
    { effect: "write", who: evil, where: evil, whom: [evil], params: { text: evil }, before: { name: evil, a: 1 }, after: { name: evil, a: 2 } }, // prettier-ignore
    { already: "already_done", warnings: [evil] },
  );
  expect(shown.map((line) => line.slice(0, line.indexOf(":")))).toEqual(
    ["As", "Where", "To", "Param text", "Change", "Note", "Note"], // prettier-ignore
  );
  // oxlint-disable-next-line no-control-regex
  expect(shown.join("")).not.toMatch(/[\u0000-\u001F\u200B\u2028\u202E]/);
});

test("the compared state leaves out texts about the target and relative times, and nothing else", () => {
  const timed: ResolvedCall = { ...call, params: { channel: "#a", post_at: "2h" } };
  const data = {
    effect: "write",
    who: "bot",
    where: "#a (C1), 5 members",
    params: { channel: "C1", post_at: "2026-03-12T18:30:00Z" },
    before: { topic: "a" },
  };
  const state = (other: object) => JSON.stringify(approvedState(preview({ ...data, ...other }), timed));
  const same = [
    { where: "#a (C1), 6 members" },
    { params: { channel: "C1", post_at: "2026-03-12T19:30:00Z" } },
  ];
  for (const other of same) expect(state(other)).toBe(state({}));
  const changed = [
    { effect: "spend" },
    { effects: ["write", "spend"] },
    { who: "Ana" },
    { external: ["T1"] },
    { notified: ["Ana"] },
    { before: { topic: "b" } },
    { exposure: { before: {}, after: { daily_spend: 1 } } },
    { params: { channel: "C2", post_at: "2026-03-12T18:30:00Z" } },
  ];
  for (const other of changed) expect(state(other)).not.toBe(state({}));
});

test("lists of different lengths and single values count as one changed field", () => {
  expect(changedFields([1], [1, 2])).toEqual([
    { record: undefined, id: undefined, path: "", from: [1], to: [1, 2] },
  ]);
  expect(changedFields({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
  expect(changedFields("a", undefined)).toEqual([
    { record: undefined, id: undefined, path: "", from: "a", to: undefined },
  ]);
});

test("a new record, and a record that goes away, are shown field by field", () => {
  expect(changedFields(undefined, { name: "x", budget: { amount: 5 } })).toEqual([
    { record: "x", id: undefined, path: "name", from: undefined, to: "x" },
    { record: "x", id: undefined, path: "budget.amount", from: undefined, to: 5 },
  ]);
  expect(changedFields({ text: "Hi" }, undefined)).toEqual([
    { record: undefined, id: undefined, path: "text", from: "Hi", to: undefined },
  ]);
});
