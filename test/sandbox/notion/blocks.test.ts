import { expect, test } from "vitest";
import { bench, invalid, text, type Json } from "./helpers.ts";

// https://developers.notion.com/reference/patch-block-children
// https://developers.notion.com/reference/request-limits

const paragraph = (content: string, children?: object[]) => ({ paragraph: { rich_text: text(content), ...(children ? { children } : {}) } }); // prettier-ignore
const world = () => bench({ pages: [{ title: "Page", markdown: ["One", "Two"] }] });

test("blocks are added at the end, or after a block, with children", async () => {
  const { ask, idOf, markdown } = world();
  const id = idOf("Page");
  const { results } = await ask(`GET blocks/${id}/children`);
  const added = await ask(`PATCH blocks/${id}/children`, {
    children: [paragraph("A", [paragraph("A1")]), paragraph("B")],
    after: results[0].id,
  });
  expect(added.results).toMatchObject([{ has_children: true, parent: { type: "page_id", page_id: id } }, { has_children: false }]); // prettier-ignore
  expect(await ask(`PATCH blocks/${id}/children`, { children: [paragraph("x")], after: id })).toMatchObject(invalid("body.after should be the id of a block in")); // prettier-ignore
  await ask(`PATCH blocks/${id}/children`, { children: [paragraph("End")] });
  expect(markdown("Page")).toBe("One\nA\n\tA1\nB\nTwo\nEnd");
});

test("each type has Notion's fields and defaults", async () => {
  const { ask, idOf } = world();
  const given = [
    { to_do: { rich_text: text("x"), checked: true } },
    { callout: { rich_text: text("x"), icon: { emoji: "💡" }, color: "blue_background" } },
    { code: { rich_text: text("x"), language: "sql" } },
    { file: { external: { url: "https://a.example/f.pdf" }, name: "f.pdf" } },
    { table: { table_width: 2, children: [{ table_row: { cells: [text("a"), []] } }] } },
  ];
  const { results } = await ask(`PATCH blocks/${idOf("Page")}/children`, { children: given });
  expect(results.map((one: Json) => one[one.type])).toMatchObject([
    { rich_text: [{ plain_text: "x" }], checked: true, color: "default" },
    { icon: { type: "emoji", emoji: "💡" }, color: "blue_background" },
    { caption: [], language: "sql" },
    { caption: [], type: "external", external: { url: "https://a.example/f.pdf" }, name: "f.pdf" },
    { table_width: 2, has_column_header: false, has_row_header: false },
  ]);
  const { results: rows } = await ask(`GET blocks/${results[4].id}/children`);
  expect(rows).toMatchObject([{ type: "table_row", table_row: { cells: [[{ plain_text: "a" }], []] } }]);
});

test("a block keeps its type, and the fields that a request does not have", async () => {
  const { ask, idOf } = world();
  const task = { to_do: { rich_text: text("Milk") } };
  const { results } = await ask(`PATCH blocks/${idOf("Page")}/children`, { children: [task] });
  const path = `PATCH blocks/${results[0].id}`;
  expect(await ask(path, { to_do: { checked: true } })).toMatchObject({ to_do: { checked: true, rich_text: [{ plain_text: "Milk" }] } }); // prettier-ignore
  expect(await ask(path, { paragraph: { rich_text: [] } })).toMatchObject(invalid("the type of a block cannot be changed")); // prettier-ignore
  expect(await ask(path, { to_do: { checked: "yes" } })).toMatchObject(invalid("body.to_do.checked should be a boolean")); // prettier-ignore
});

test("a block in the trash is not listed, is not changed, and comes back", async () => {
  const { ask, idOf, markdown } = world();
  const { results } = await ask(`GET blocks/${idOf("Page")}/children`);
  const path = `blocks/${results[0].id}`;
  expect(await ask(`DELETE ${path}`)).toMatchObject({ in_trash: true, archived: true });
  expect(markdown("Page")).toBe("Two");
  expect(await ask(`GET ${path}`)).toMatchObject({ in_trash: true });
  expect(await ask(`PATCH ${path}`, { paragraph: { rich_text: text("x") } })).toMatchObject(invalid("in the trash")); // prettier-ignore
  expect(await ask(`PATCH ${path}/children`, { children: [paragraph("x")] })).toMatchObject(invalid("in the trash")); // prettier-ignore
  await ask(`PATCH ${path}`, { archived: false });
  expect(markdown("Page")).toBe("One\nTwo");
});

test("a change of a block changes the time of its page", async () => {
  const { ask, idOf, sandbox } = world();
  const { results } = await ask(`GET blocks/${idOf("Page")}/children`);
  sandbox.clock.advance(3_600_000);
  await ask(`PATCH blocks/${results[0].id}`, { paragraph: { rich_text: text("x") } });
  const page = await ask(`GET pages/${idOf("Page")}`);
  expect([page.created_time, page.last_edited_time]).toEqual([
    "2026-03-12T16:30:00.000Z",
    "2026-03-12T17:30:00.000Z",
  ]);
  expect(page.last_edited_by.id).toBe((await ask("GET users/me")).id);
});

const many = (count: number) => Array.from({ length: count }, (_, index) => paragraph(String(index)));

test("a request has at most 100 blocks, and a list has at most 100 in a page", async () => {
  const { ask, idOf } = bench({ pages: [{ title: "Page" }] });
  const path = `blocks/${idOf("Page")}/children`;
  expect(await ask(`PATCH ${path}`, { children: many(101) })).toMatchObject(invalid("body.children.length should be ≤ 100, instead was 101")); // prettier-ignore
  await ask(`PATCH ${path}`, { children: many(100) });
  await ask(`PATCH ${path}`, { children: many(5) });
  const first = await ask(`GET ${path}`);
  expect([first.results.length, first.has_more]).toEqual([100, true]);
  const second = await ask(`GET ${path}?start_cursor=${first.next_cursor}`);
  expect([second.results.length, second.has_more, second.next_cursor]).toEqual([5, false, null]);
  expect(await ask(`GET ${path}?page_size=101`)).toMatchObject(invalid("query.page_size"));
  expect(await ask(`GET ${path}?start_cursor=${idOf("Page")}`)).toMatchObject(invalid("query.start_cursor"));
});

test.each<[string, unknown, string]>([
  ["no blocks", [], "body.children.length should be ≥ 1"],
  ["no list", {}, "body.children should be an array"],
  ["an unknown type", [{ poem: {} }], "body.children[0] should have exactly one of"],
  ["two types", [{ paragraph: {}, quote: {} }], "body.children[0] should have exactly one of"],
  ["a missing text", [{ paragraph: {} }], "body.children[0].paragraph.rich_text should be defined"],
  ["an unknown field", [{ paragraph: { rich_text: [], text: "x" } }], "paragraph.text should be not present"],
  ["a wrong color", [{ paragraph: { rich_text: [], color: "gold" } }], "paragraph.color should be"],
  ["a long text", [paragraph("x".repeat(2001))], "rich_text[0].text.content.length should be ≤ 2000, instead was 2001"],
  ["101 pieces of text", [{ quote: { rich_text: Array.from({ length: 101 }, () => text("x")[0]) } }], "quote.rich_text.length should be ≤ 100"],
  ["children of a heading", [{ heading_1: { rich_text: [], children: [paragraph("x")] } }], "heading_1.children should be not present"],
  ["three levels", [paragraph("1", [paragraph("2", [paragraph("3")])])], "at most 2 levels"],
  ["a row with one cell of two", [{ table: { table_width: 2, children: [{ table_row: { cells: [[]] } }] } }], "2 cells"],
  ["a table without rows", [{ table: { table_width: 2 } }], "at least one table_row"],
  ["a page as a block", [{ child_page: { title: "x" } }], "does not imitate new blocks of the type child_page"],
  ["columns", [{ column_list: {} }], "does not imitate new blocks of the type column_list"],
  ["a person who does not exist", [{ paragraph: { rich_text: [{ mention: { user: { id: "00000000-0000-0000-0000-000000000001" } } }] } }], "mention.user.id"],
])("%s: the request is refused, and nothing changes", async (_what, children, words) => {
  const { ask, idOf, markdown } = world();
  expect(await ask(`PATCH blocks/${idOf("Page")}/children`, { children })).toMatchObject(invalid(words));
  expect(markdown("Page")).toBe("One\nTwo");
}); // prettier-ignore

test("mentions and equations are complete in the answer", async () => {
  const { ask, idOf } = bench({ people: ["Ana Silva"], pages: [{ title: "Page" }] });
  const [ana] = (await ask("GET users")).results;
  const rich_text = [
    { mention: { user: { id: ana.id } } },
    { mention: { page: { id: idOf("Page") } } },
    { mention: { date: { start: "2026-03-01", end: "2026-03-02" } } },
    { equation: { expression: "e=mc^2" } },
  ];
  const { results } = await ask(`PATCH blocks/${idOf("Page")}/children`, { children: [{ paragraph: { rich_text } }] }); // prettier-ignore
  expect(results[0].paragraph.rich_text.map((one: Json) => [one.type, one.plain_text, one.href !== null])).toEqual([["mention", "@Ana Silva", false], ["mention", "Page", true], ["mention", "2026-03-01 → 2026-03-02", false], ["equation", "e=mc^2", false]]); // prettier-ignore
});
