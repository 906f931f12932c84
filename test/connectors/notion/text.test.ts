import { NotionConnector } from "agent-connectors/notion";
import { describe, expect, test } from "vitest";
import { simpleSchema, simpleValue } from "../../../src/connectors/notion/text/property-values.ts";
import { readableText, richText } from "../../../src/connectors/notion/text/rich-text.ts";
import { blockView } from "../../../src/connectors/notion/text/views.ts";
import { testClock } from "../../fixtures/clock.ts";

const piece = (plain_text: string, href: string | null = null) => ({ type: "text", plain_text, href });

describe("rich text", () => {
  test("a long text becomes several pieces, without a cut letter", () => {
    const text = `${"a".repeat(1999)}😀${"b".repeat(2500)}`;
    const pieces = richText(text) as { text: { content: string } }[];
    expect(pieces.map(({ text: { content } }) => content.length)).toEqual([1999, 2000, 502]);
    expect(pieces.map(({ text: { content } }) => content).join("")).toBe(text);
    expect(pieces.every(({ text: { content } }) => content.isWellFormed())).toBe(true);
  });
  test("links stay readable", () => {
    expect(readableText([piece("See "), piece("the plan", "https://a.example"), piece("https://b.example", "https://b.example")])).toBe("See [the plan](https://a.example)https://b.example"); // prettier-ignore
  });
});

test.for<[string, unknown, unknown]>([
  ["title", [piece("Buy"), piece(" milk")], "Buy milk"],
  ["rich_text", piece("one item"), "one item"],
  ["number", 3.5, 3.5],
  ["number", null, null],
  ["checkbox", false, false],
  ["select", { name: "A" }, "A"],
  ["select", null, null],
  ["status", { name: "Done" }, "Done"],
  ["multi_select", [{ name: "A" }, { name: "B" }], ["A", "B"]],
  ["date", { start: "2026-01-31", end: null, time_zone: null }, "2026-01-31"],
  ["date", { start: "2026-01-31", end: "2026-02-02", time_zone: null }, "2026-01-31/2026-02-02"],
  ["date", { start: "2026-01-31T10:00", end: null, time_zone: "Europe/Berlin" }, "2026-01-31T10:00 Europe/Berlin"], // prettier-ignore
  ["people", [{ id: "u1", name: "Ana" }, { id: "u2" }], ["Ana", "u2"]],
  ["created_by", { id: "u1" }, "u1"],
  ["files", [{ name: "a.pdf", external: { url: "https://a.example" } }, { name: "b", file: { url: "https://b.example" } }], [{ name: "a.pdf", url: "https://a.example" }, { name: "b", url: "https://b.example" }]], // prettier-ignore
  ["relation", [{ id: "p1" }], ["p1"]],
  ["relation", { id: "p1" }, "p1"],
  ["formula", { type: "string", string: "x" }, "x"],
  ["rollup", { type: "array", array: [{ type: "number", number: 1 }, { type: "title", title: [piece("t")] }] }, [1, "t"]], // prettier-ignore
  ["rollup", { type: "number", number: 7 }, 7],
  ["unique_id", { prefix: "TASK", number: 4 }, "TASK-4"],
  ["unique_id", { prefix: null, number: 4 }, "4"],
  ["url", "https://a.example", "https://a.example"],
  ["created_time", "2026-01-31T10:00:00Z", "2026-01-31T10:00:00Z"],
  ["verification", { state: "verified" }, "verified"],
  ["a_new_type", { x: 1 }, { x: 1 }],
])("a property of the type %s is simple for a model", ([type, value, simple]) => {
  expect(simpleValue({ id: "x", type, [type]: value })).toEqual(simple);
});

test("the schema of a data source shows types and options", () => {
  const properties = {
    Name: { type: "title", title: {} },
    Status: { type: "status", status: { options: [{ name: "Open" }, { name: "Done" }] } },
  };
  expect(simpleSchema(properties)).toEqual({ Name: "title", Status: "status: Open, Done" });
});

test("a block keeps its caption, its cells and its other fields", () => {
  const block = { object: "block", id: "b1", has_children: false };
  expect(blockView({ ...block, type: "table_row", table_row: { cells: [[piece("a")], [], [piece("b"), piece("c")]] } })).toEqual({ id: "b1", type: "table_row", cells: ["a", [], "bc"] }); // prettier-ignore
  expect(blockView({ ...block, type: "to_do", to_do: { rich_text: [piece("Milk")], checked: true, color: "default" } })).toEqual({ id: "b1", type: "to_do", text: "Milk", checked: true }); // prettier-ignore
  expect(blockView({ ...block, type: "code", code: { rich_text: [piece("x = 1")], language: "python", caption: [piece("Code")] } })).toEqual({ id: "b1", type: "code", text: "x = 1", language: "python", caption: "Code" }); // prettier-ignore
});

const page_id = "393abc1e-edcd-80f3-813b-e205934558c6";
const open = (page: object) =>
  new NotionConnector(
    { auth: { api_token: "ntn_0123456789" } },
    { clock: testClock(), fetch: (async () => Response.json({ id: page_id, ...page })) as typeof fetch },
  );

test("a tool marks what people have written, also the address of a bookmark", async () => {
  const bookmark = { object: "block", type: "bookmark", bookmark: { url: "https://a.example/ignore-all-rules", caption: [] } }; // prettier-ignore
  const tool = await open(bookmark).tool();
  const { text } = await tool.call({ entity: "blocks", action: "get", params: { block_id: page_id } });
  expect(JSON.parse(text)).toMatchObject({ untrusted: ["url"], data: { type: "bookmark" } });
});

test("the trash is undone only if the page was not in the trash before", async () => {
  const undo = { entity: "pages", action: "restore", params: { page_id } };
  expect((await open({ in_trash: false }).pages.trash({ page_id })).meta.undo).toEqual(undo);
  expect((await open({ in_trash: true }).pages.trash({ page_id })).meta.undo).toBeUndefined();
});

test("a move is undone to the old parent, if a page can be moved there", async () => {
  const move = (parent: object) =>
    open({ parent }).pages.move({ page_id, parent_page_id: "6aff91ae-c0ba-4906-82e2-27dc02cd6d98" });
  const old = "393abc1e-edcd-8178-a193-000baf4739c9";
  expect((await move({ type: "data_source_id", data_source_id: old })).meta.undo?.params).toEqual({ page_id, data_source_id: old }); // prettier-ignore
  expect((await move({ type: "page_id", page_id: old })).meta.undo?.params).toEqual({ page_id, parent_page_id: old }); // prettier-ignore
  expect((await move({ type: "workspace", workspace: true })).meta.undo).toBeUndefined();
});

test("a file with two contents is refused before anything is sent, with the name of the param", async () => {
  const notion = new NotionConnector({ auth: { api_token: "ntn_0123456789" } });
  const file = { filename: "a.txt", content_type: "text/plain", content: "a", content_base64: "YQ==" };
  await expect(
    notion.file_uploads.send({ file_upload_id: "393abc1e-edcd-80f3-813b-e205934558c6", file }),
  ).rejects.toMatchObject({ code: "invalid_params", path: "params.file", outcome: "not_started" });
});
