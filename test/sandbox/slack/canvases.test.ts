import type { WebClient } from "@slack/web-api";
import { expect, test } from "vitest";
import { connect, failure } from "./clients.ts";

const markdown = (text: string): { type: "markdown"; markdown: string } => ({
  type: "markdown",
  markdown: text,
});

const find = async (bot: WebClient, canvas_id: string, text: string): Promise<string> => {
  const { sections } = await bot.canvases.sections.lookup({ canvas_id, criteria: { contains_text: text } });
  return sections?.[0]?.id ?? "";
};

test("a canvas is created, edited by section, read as a file and deleted", async () => {
  const { sandbox, bot, person, id } = await connect();
  const channel_id = id("random");
  const { canvas_id } = await bot.canvases.create({
    title: "Owls",
    channel_id,
    document_content: markdown("# Owls\n\nThey hoot.\n\n## Food\n\nMice."),
  });
  const canvas = String(canvas_id);
  const edit = (change: object): Promise<unknown> =>
    bot.apiCall("canvases.edit", { canvas_id: canvas, changes: [change] });
  await edit({
    operation: "insert_after",
    section_id: await find(bot, canvas, "Mice"),
    document_content: markdown("Voles."),
  });
  await edit({
    operation: "replace",
    section_id: await find(bot, canvas, "hoot"),
    document_content: markdown("They screech."),
  });
  await edit({ operation: "delete", section_id: await find(bot, canvas, "Mice") });
  await edit({ operation: "rename", title_content: markdown("All owls") });
  const { sections } = await bot.canvases.sections.lookup({
    canvas_id: canvas,
    criteria: { section_types: ["any_header"], contains_text: "o" },
  });
  expect(sections).toHaveLength(2);
  const { file } = await person.files.info({ file: canvas });
  expect(file).toMatchObject({
    name: "-",
    title: "All owls",
    mode: "quip",
    filetype: "quip",
    mimetype: "application/vnd.slack-docs",
    permalink: expect.stringContaining("/docs/"),
    shares: { public: { [channel_id]: [{ source: "CHANNEL_TAB" }] } },
  });
  const page = await fetch(String(file?.url_private), {
    headers: { authorization: `Bearer ${sandbox.tokens.user}` },
  });
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect((await page.text()).replaceAll(/ id="temp:C:[^"]+"/g, "")).toBe(
    '<div class="quip-canvas-content"><h1>Owls</h1><p class="line">They screech.</p><h2>Food</h2><p class="line">Voles.</p></div>',
  );
  expect((await bot.conversations.info({ channel: channel_id })).channel?.properties).toMatchObject({
    canvas: { file_id: canvas, is_empty: false },
    tabs: [{ type: "canvas", data: { file_id: canvas } }, { type: "files" }, { type: "bookmarks" }],
  });
  for (const types of ["spaces", "canvas"]) expect((await bot.files.list({ types })).files).toHaveLength(1);
  await bot.canvases.delete({ canvas_id: canvas });
  expect(await failure(find(bot, canvas, "x"))).toBe("canvas_deleted");
  expect(await failure(edit({ operation: "delete", section_id: "x" }))).toBe("canvas_not_found");
});

test("invalid canvases are refused", async () => {
  const { bot, client, sandbox } = await connect();
  const create = (text: string): Promise<unknown> =>
    failure(bot.apiCall("canvases.create", { document_content: markdown(text) }));
  expect(await create("> 1. no")).toBe("canvas_creation_failed");
  const { canvas_id } = await bot.canvases.create({ document_content: markdown("Hi") });
  const edit = (change: object, web = bot): Promise<unknown> =>
    failure(web.apiCall("canvases.edit", { canvas_id, changes: [change] }));
  expect(await edit({ operation: "burn" })).toBe("invalid_arguments");
  expect(await edit({ operation: "delete", section_id: "temp:C:none" })).toBe("canvas_editing_failed");
  expect(await edit({ operation: "insert_at_end", document_content: { type: "html" } })).toBe(
    "canvas_editing_failed",
  );
  expect(await edit({ operation: "delete" }, client(sandbox.tokens.limited))).toBe("missing_scope");
  expect(await edit({ operation: "delete" }, client(sandbox.tokens.user))).toBe("canvas_not_found");
});

// The HTML of canvases is not documented. These forms were recorded from Slack by several public projects, such as
// https://github.com/shibayu36/slack-explorer-mcp and https://github.com/shaharia-lab/slackcli.
test("lists, tables, quotes, code, marks and mentions are served as Slack's HTML", async () => {
  const { sandbox, bot } = await connect();
  const html = async (text: string) => {
    const { canvas_id } = await bot.canvases.create({ document_content: markdown(text) });
    const { file } = await bot.files.info({ file: String(canvas_id) });
    const page = await fetch(String(file?.url_private), {
      headers: { authorization: `Bearer ${sandbox.tokens.bot}` },
    });
    const [, inner] = /^<div class="quip-canvas-content">(.*)<\/div>$/s.exec(await page.text()) ?? [];
    return inner?.replaceAll(/ id=(["'])temp:C:.*?\1/g, "");
  };
  const item = (text: string, marks: string, value = "") =>
    `<li class='${marks}' style=''${value}><span>${text}</span>\n<br/></li>`;
  expect(await html("- a\n    - b\n- c")).toBe(
    `<div data-section-style='5' class="" style=""><ul>${item("a", "parent", " value='1'")}<ul>${item("b", "")}</ul>${item("c", "")}</ul></div>`,
  );
  expect(await html("- [x] a\n- [ ] b")).toContain(
    `'7' class="" style=""><ul>${item("a", "checked", " value='1'")}`,
  );
  expect(await html("1. a")).toContain("data-section-style='6'");
  expect(await html("| a | b |\n|---|---|\n| 1 < 2 | |")).toBe(
    `<table><tr><td><p class="line">a</p></td><td><p class="line">b</p></td></tr><tr><td><p class="line">1 &lt; 2</p></td><td><p class="line"></p></td></tr></table>`,
  );
  expect(await html("> a\n> b\n\n---\n\n```\nx\ny\n```")).toBe(
    `<blockquote>a<br>b</blockquote><hr style='width:100%'><pre class='prettyprint'>x<br>y</pre>`,
  );
  expect(await html("**a** _b_ ~~c~~ `d_e` snake_case [x](https://a.test/?b&c) ![](@U07ABC123)")).toBe(
    `<p class="line"><b>a</b> <i>b</i> <del>c</del> <code>d_e</code> snake_case <a href="https://a.test/?b&amp;c">x</a> <control data-remapped="true"><a>@U07ABC123</a></control></p>`,
  );
  expect(await failure(bot.canvases.create({ document_content: markdown("- a\n    - [ ] b") }))).toBe(
    "canvas_creation_failed",
  );
});
