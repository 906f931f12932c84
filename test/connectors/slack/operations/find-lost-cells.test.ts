import { describe, expect, test } from "vitest";
import { findCells } from "../../../../src/connectors/slack/operations/find-lost-cells.ts";

// How an item of a list shows its cells: https://docs.slack.dev/reference/methods/slackLists.items.list

const since = Date.parse("2030-01-31T12:00:00Z");
const seconds = since / 1000;
type Dict = Record<string, unknown>;

const field = (more: Dict) => ({ key: "status", column_id: "Col1", ...more });
const row = (id: string, shown: Dict | undefined, updated: unknown = String(seconds - 3600)) => ({
  id,
  fields: [{ column_id: "Col0", date: ["2030-01-31"] }, ...(shown ? [field(shown)] : [])],
  updated_timestamp: updated,
});

/** Looks for cells in a list with these rows. Also returns the requests. */
async function look(cells: Dict[], rows: Dict[]) {
  const sent: string[] = [];
  const read = async (operation: string, { id, cursor }: Dict): Promise<unknown> => {
    sent.push(operation);
    if (operation === "slackLists.items.info") return { record: rows.find((one) => one["id"] === id) };
    const start = Number(cursor ?? 0);
    const end = start + 100;
    const next_cursor = end < rows.length ? String(end) : "";
    return { items: rows.slice(start, end), response_metadata: { next_cursor } };
  };
  return { found: await findCells("F1", cells)(read, since), sent };
}

const done = { record: { list_id: "F1" } };
const one = async (asked: Dict, shown: Dict | undefined) =>
  (await look([{ row_id: "Rec1", column_id: "Col1", ...asked }], [row("Rec1", shown)])).found;

const text = (words: string, more: Dict = {}) => [
  {
    type: "rich_text",
    ...more,
    elements: [{ type: "rich_text_section", elements: [{ type: "text", text: words }] }],
  },
];
const url = "https://acme.slack.com/archives/C1/p1712161829000300";

describe("a cell that shows the requested value was changed", () => {
  test.each<[string, Dict, Dict | undefined]>([
    ["select", { select: ["completed"] }, { value: "completed", select: ["completed"] }],
    ["number", { number: [3] }, { value: 3, number: [3] }],
    ["date", { date: ["2025-09-19"] }, { date: ["2025-09-19"], timestamp: [-1] }],
    ["user", { user: ["U1", "U2"] }, { user: ["U1", "U2"] }],
    ["checkbox", { checkbox: true }, { value: true, checkbox: true }],
    ["a checkbox in a list", { checkbox: false }, { checkbox: [false] }],
    [
      "rich_text",
      { rich_text: text("a < b") },
      { text: "a < b", rich_text: text("a &lt; b", { block_id: "x" }) },
    ],
    ["message", { message: [url] }, { message: [{ value: url, channel_id: "C1", ts: "1712161829.000300" }] }],
    ["nothing", { user: [] }, undefined],
  ])("%s", async (_type, asked, shown) => {
    expect(await one(asked, shown)).toEqual(done);
  });

  test.each<[string, Dict, Dict | undefined]>([
    ["another value", { number: [3] }, { number: [4] }],
    ["fewer values", { user: ["U1", "U2"] }, { user: ["U1"] }],
    ["more values", { user: ["U1"] }, { user: ["U1", "U2"] }],
    ["no value", { checkbox: true }, undefined],
    ["a value of another type", { select: ["a"] }, { date: ["a"] }],
    ["another text", { rich_text: text("a") }, { rich_text: text("b") }],
    ["a text instead of blocks", { rich_text: text("a") }, { rich_text: ["a"] }],
    ["the right value, but none was requested", {}, { date: ["2030-01-31"] }],
  ])("not: %s", async (_why, asked, shown) => {
    expect(await one(asked, shown)).toEqual({ unchanged: true });
  });
});

const cells = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ row_id: `Rec${index}`, column_id: "Col1", number: [1] }));
const rows = (count: number, shown: Dict) =>
  Array.from({ length: count }, (_, index) => row(`Rec${index}`, shown));

test.each([
  ["one request for each of a few rows", 5, 5, Array.from({ length: 5 }, () => "slackLists.items.info")],
  ["pages for more rows", 6, 120, ["slackLists.items.list"]],
])("rows are read with %s", async (_name, asked, all, sent) => {
  const result = await look(cells(asked), rows(all, { number: [1] }));
  expect(result).toEqual({ found: done, sent });
});

test("rows that Slack does not show leave the outcome unknown", async () => {
  expect((await look(cells(2), rows(1, { number: [1] }))).found).toBeUndefined();
  const { found, sent } = await look(cells(6), rows(700, { number: [1] }).reverse());
  expect(found).toBeUndefined();
  expect(sent).toHaveLength(5);
});

test.each([
  ["a minute after the write began", String(seconds + 60)],
  ["a minute before, by a clock that may be wrong", String(seconds - 60)],
  ["at an unknown time", null],
])("if one of the rows was changed %s, the write is not sent again", async (_when, updated) => {
  const shown = [row("Rec0", { number: [2] }), row("Rec1", { number: [2] }, updated)];
  expect((await look(cells(2), shown)).found).toEqual({ unchanged: false });
});
