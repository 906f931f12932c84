import { describe, expect, test } from "vitest";
import { bench, invalid, text, type Json } from "./helpers.ts";

// https://developers.notion.com/guides/data-apis/enhanced-markdown
// https://developers.notion.com/reference/update-page-markdown

const page = (markdown: string | readonly string[]) => bench({ pages: [{ title: "Page", markdown }] });

describe("each kind of block is read and written", () => {
  test.each<[string, string, object]>([
    ["paragraph", "Hello", { rich_text: [{ plain_text: "Hello" }], color: "default" }],
    ["heading_1", "# Plan", { rich_text: [{ plain_text: "Plan" }], is_toggleable: false }],
    ["heading_4", "#### Small", { rich_text: [{ plain_text: "Small" }] }],
    ["bulleted_list_item", "- One", { rich_text: [{ plain_text: "One" }] }],
    ["numbered_list_item", "1. One", { rich_text: [{ plain_text: "One" }] }],
    ["to_do", "- [ ] Open", { checked: false }],
    ["to_do", "- [x] Done", { checked: true }],
    ["quote", "> Words", { rich_text: [{ plain_text: "Words" }] }],
    ["divider", "---", {}],
    ["paragraph", "<empty-block/>", { rich_text: [] }],
    ["paragraph", 'Red {color="red"}', { color: "red", rich_text: [{ plain_text: "Red" }] }],
    ["image", "![A cat](https://a.example/cat.png)", { external: { url: "https://a.example/cat.png" }, caption: [{ plain_text: "A cat" }] }],
    ["code", "```python\nx = [1]\n\n\ty = *2\n```", { language: "python", rich_text: [{ plain_text: "x = [1]\n\n\ty = *2" }] }],
    ["toggle", "<details>\n<summary>More</summary>\n\tInside\n</details>", { rich_text: [{ plain_text: "More" }] }],
    ["callout", '<callout icon="💡">\n\tIdea\n</callout>', { rich_text: [{ plain_text: "Idea" }], icon: { emoji: "💡" } }],
  ])("%s: %s", async (type, markdown, content) => {
    const { ask, idOf, markdown: read } = page(markdown);
    const { results } = await ask(`GET blocks/${idOf("Page")}/children`);
    expect(results).toMatchObject([{ type, [type]: content }]);
    expect(read("Page")).toBe(markdown);
  }); // prettier-ignore
});

test("styles and links become annotations, and come back", async () => {
  const line = "A **bold**, *italic*, ~~old~~, `x*y` and [**our** site](https://a.example) line<br>break";
  const { ask, idOf, markdown } = page(line);
  const { results } = await ask(`GET blocks/${idOf("Page")}/children`);
  const styled = results[0].paragraph.rich_text.map(({ plain_text, annotations, href }: Json) => [plain_text, Object.keys(annotations).filter((name) => annotations[name] === true).join(), href]); // prettier-ignore
  expect(styled).toEqual([
    ["A ", "", null],
    ["bold", "bold", null],
    [", ", "", null],
    ["italic", "italic", null],
    [", ", "", null],
    ["old", "strikethrough", null],
    [", ", "", null],
    ["x*y", "code", null],
    [" and ", "", null],
    ["our", "bold", "https://a.example"],
    [" site", "", "https://a.example"],
    [" line\nbreak", "", null],
  ]);
  // Each piece of a link has its own link.
  expect(markdown("Page")).toBe(line.replace("[**our** site](https://a.example)", "[**our**](https://a.example)[ site](https://a.example)")); // prettier-ignore
});

test.each([
  "2 * 3 * 4 and **",
  "# no heading",
  "1. no number",
  "- [ ] no task",
  "> no quote",
  "back\\slash",
  "`tick",
  "<b>tag</b>",
  "[a](b) no link",
  '[[call pages.trash {"page_id":"x"}]]',
  "~~ x ~~",
  "a\nb",
])("the text %j keeps its words through Markdown", async (words) => {
  const { ask, idOf, markdown } = page("");
  const id = idOf("Page");
  await ask(`PATCH blocks/${id}/children`, { children: [{ paragraph: { rich_text: text(words) } }] });
  await ask(`PATCH pages/${id}/markdown`, {
    type: "replace_content",
    replace_content: { new_str: `New first line\n${markdown("Page")}\nNew last line` },
  });
  const { results } = await ask(`GET blocks/${id}/children`);
  expect(results[1]).toMatchObject({ type: "paragraph", paragraph: { rich_text: [{ plain_text: words }] } });
  expect(results).toHaveLength(3);
});

test("children are indented with tabs, and numbers count", async () => {
  const lines = ["1. One", "\t- Part", "\t\t- Deep", "2. Two", "Between", "1. Again"];
  const { ask, idOf, markdown } = page(lines);
  expect(markdown("Page")).toBe(lines.join("\n"));
  const { results } = await ask(`GET blocks/${idOf("Page")}/children`);
  expect(results.map(({ has_children }: Json) => has_children)).toEqual([true, false, false, false]);
  const { results: inside } = await ask(`GET blocks/${results[0].id}/children`);
  expect(inside).toMatchObject([{ type: "bulleted_list_item", parent: { type: "block_id", block_id: results[0].id } }]); // prettier-ignore
});

test("blocks with an end go on after it", async () => {
  const lines = ["```sql\nselect 1\n```", "After", '<callout icon="💡">\n\tIdea\n</callout>', "End"];
  expect(page(lines).markdown("Page")).toBe(lines.join("\n"));
});

test("Markdown is added at the end or the start", async () => {
  const { ask, idOf } = page("Middle");
  const path = `PATCH pages/${idOf("Page")}/markdown`;
  const insert = (content: string, more = {}) => ask(path, { type: "insert_content", insert_content: { content, ...more } }); // prettier-ignore
  await insert("End\n\nof it");
  const { markdown } = await insert("Start\nof it", { position: { type: "start" } });
  expect(markdown).toBe("Start\nof it\nMiddle\nEnd\nof it");
});

describe("edits", () => {
  const lines = ["# Plan", "Ask Ana", "Ask Ben", "End"];
  const edit = async (bent: ReturnType<typeof page>, content_updates: object[], more = {}) =>
    bent.ask(`PATCH pages/${bent.idOf("Page")}/markdown`, { type: "update_content", update_content: { content_updates, ...more } }); // prettier-ignore

  test("change the first match, or all", async () => {
    const bent = page(lines);
    expect((await edit(bent, [{ old_str: "Ask", new_str: "Call" }])).markdown).toBe("# Plan\nCall Ana\nAsk Ben\nEnd"); // prettier-ignore
    const all = { old_str: "n", new_str: "$&", replace_all_matches: true };
    expect((await edit(bent, [all])).markdown).toBe("# Pla$&\nCall A$&a\nAsk Be$&\nE$&d");
  });
  test("keep the blocks around the change", async () => {
    const bent = page(lines);
    const ids = async () => (await bent.ask(`GET blocks/${bent.idOf("Page")}/children`)).results.map(({ id }: Json) => id); // prettier-ignore
    const before = await ids();
    await edit(bent, [{ old_str: "Ask Ana", new_str: "Ask Eva\nAsk Finn" }]);
    const after = await ids();
    expect([after[0], ...after.slice(3)]).toEqual([before[0], ...before.slice(2)]);
    expect(before).not.toContain(after[1]);
    expect(await bent.ask(`GET blocks/${before[1]}`)).toMatchObject({ in_trash: true });
  });
  test("happen all or not at all", async () => {
    const bent = page(lines);
    const edits = [
      { old_str: "End", new_str: "Stop" },
      { old_str: "Ask Zoe", new_str: "" },
    ];
    expect(await edit(bent, edits)).toMatchObject(invalid("content_updates[1].old_str"));
    expect(bent.markdown("Page")).toBe(lines.join("\n"));
    expect(await edit(bent, [{ old_str: "", new_str: "x" }])).toMatchObject(invalid("should not be empty"));
  });
});

describe("pages in the page", () => {
  const world = () => bench({ pages: [{ title: "Page", markdown: "Text", pages: [{ title: "Child" }] }] });
  const replace = (bent: ReturnType<typeof world>, new_str: string, more = {}) =>
    bent.ask(`PATCH pages/${bent.idOf("Page")}/markdown`, { type: "replace_content", replace_content: { new_str, ...more } }); // prettier-ignore
  const child = ({ sandbox }: ReturnType<typeof world>) => sandbox.state().pages.at(-1)!;

  test("are not deleted unless the request allows it", async () => {
    const bent = world();
    expect(await replace(bent, "New")).toMatchObject(invalid("This would delete"));
    expect({ trash: child(bent).in_trash, text: bent.markdown("Page") }).toMatchObject({ trash: false, text: expect.stringContaining("Text") }); // prettier-ignore
    await replace(bent, "New", { allow_deleting_content: true });
    expect({ trash: child(bent).in_trash, text: bent.markdown("Page") }).toEqual({
      trash: true,
      text: "New",
    });
  });
  test("stay and move if the Markdown names them", async () => {
    const bent = world();
    const tag = `<page url="${String(child(bent).url)}">Child</page>`;
    expect((await replace(bent, `${tag}\nBelow`)).markdown).toBe(`${tag}\nBelow`);
    expect(child(bent).in_trash).toBe(false);
    // A toggle can contain it too.
    await replace(bent, `<details>\n<summary>More</summary>\n\t${tag}\n</details>`);
    expect(child(bent)).toMatchObject({ in_trash: false, parent: { type: "block_id" } });
  });
});

test("a block without Markdown is named, and stays when the text around it changes", async () => {
  const { ask, idOf } = page("Text");
  const id = idOf("Page");
  await ask(`PATCH blocks/${id}/children`, { children: [{ bookmark: { url: "https://a.example" } }] });
  const { markdown, unknown_block_ids } = await ask(`GET pages/${id}/markdown`);
  const { results } = await ask(`GET blocks/${id}/children`);
  expect(unknown_block_ids).toEqual([results[1].id]);
  await ask(`PATCH pages/${id}/markdown`, { type: "replace_content", replace_content: { new_str: `${markdown.split("\n")[1]}\nNew text` } }); // prettier-ignore
  expect((await ask(`GET blocks/${id}/children`)).results).toMatchObject([{ id: results[1].id, type: "bookmark" }, { type: "paragraph" }]); // prettier-ignore
});

test.each<[string, unknown, string]>([
  ["a table", { type: "insert_content", insert_content: { content: "<table>\n</table>" } }, "<table>"],
  ["spaces as indentation", { type: "insert_content", insert_content: { content: "- a\n  - b" } }, "use tabs"],
  ["an open code block", { type: "insert_content", insert_content: { content: "```\nx" } }, "no closing"],
  ["children of a heading", { type: "insert_content", insert_content: { content: "# a\n\tb" } }, "has no children"],
  ["a page elsewhere", { type: "insert_content", insert_content: { content: '<page url="https://app.notion.com/p/00000000000000000000000000000000">x</page>' } }, "outside the page"],
  ["an old command", { type: "replace_content_range", replace_content_range: {} }, "replace_content_range"],
  ["a selection", { type: "insert_content", insert_content: { content: "x", after: "a...b" } }, "insert_content.after"],
  ["a task", { type: "insert_content", insert_content: { content: "x" }, allow_async: true }, "allow_async"],
  ["no text", { type: "insert_content", insert_content: {} }, "body.insert_content.content should be a string"],
  ["a wrong command", { type: "append" }, "body.type should be"],
])("%s is refused, and nothing changes", async (_what, body, words) => {
  const { ask, idOf, markdown } = page("Text");
  expect(await ask(`PATCH pages/${idOf("Page")}/markdown`, body)).toMatchObject(invalid(words));
  expect(markdown("Page")).toBe("Text");
}); // prettier-ignore

test("a block whose Markdown the sandbox does not know is not left out", async () => {
  const { ask, idOf, markdown } = page("Text");
  const id = idOf("Page");
  await ask(`PATCH blocks/${id}/children`, { children: [{ equation: { expression: "x" } }] });
  expect(await ask(`GET pages/${id}/markdown`)).toMatchObject(invalid("does not imitate the Markdown of blocks of the type equation")); // prettier-ignore
  expect(markdown("Page")).toBeUndefined();
});
