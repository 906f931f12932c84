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
  expect(file).toMatchObject({ title: "All owls", mode: "quip", filetype: "quip" });
  const page = await fetch(String(file?.url_private), {
    headers: { authorization: `Bearer ${sandbox.tokens.user}` },
  });
  expect(await page.text()).toBe("<h1>Owls</h1>\n<p>They screech.</p>\n<h2>Food</h2>\n<p>Voles.</p>");
  expect((await bot.conversations.info({ channel: channel_id })).channel?.properties).toMatchObject({
    canvas: { file_id: canvas, is_empty: false },
  });
  expect((await bot.files.list({ types: "spaces" })).files).toHaveLength(1);
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
