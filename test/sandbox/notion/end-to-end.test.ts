import { NotionConnector } from "agent-connectors/notion";
import { notionSandbox } from "agent-connectors/sandbox";
import { expect, test } from "vitest";
import type { Json } from "./helpers.ts";
import * as entities from "../../../src/connectors/notion/entities/index.ts";

type Dict = Record<string, Json>;

test.each(["injected", "socket"])("all actions of the connector work with the sandbox: %s", async (route) => {
  const sandbox = notionSandbox({ rateLimits: false });
  const server = route === "socket" ? await sandbox.listen() : undefined;
  const options = server ? { endpoint: server.url.replace(/\/$/, ""), clock: sandbox.clock } : sandbox.options;
  const notion = new NotionConnector({ auth: { api_token: sandbox.tokens.internal } }, options);
  const used = new Set<string>();
  const call = async (name: string, params: Dict = {}): Promise<Json> => {
    used.add(name);
    const [entity, action] = name.split(".") as [never, never];
    return ((await notion.execute(entity, action, params as never)) as Dict).data;
  };
  try {
    const [home] = await call("search.titles", { query: "Fernhill Home" });
    const [source] = await call("search.titles", { filter: { property: "object", value: "data_source" } });
    const data_source_id = source.id;
    const database_id = (await call("data_sources.get", { data_source_id })).parent.database_id;

    const me = await call("users.me");
    const [maya] = await call("users.list");
    expect((await call("users.get", { user_id: maya.id })).name).toBe("Maya Chen");

    const page = await call("pages.create", { parent_page_id: home.id, title: "Plan", children: ["One"] });
    const page_id = page.id;
    await call("pages.update", { page_id, icon: { emoji: "📌" } });
    expect(await call("pages.get", { page_id })).toMatchObject({ icon: { emoji: "📌" } });
    expect((await call("pages.get_property", { page_id, property_id: "title" })).results).toHaveLength(1);
    await call("pages.append_markdown", { page_id, markdown: "Two" });
    await call("pages.edit_markdown", { page_id, edits: [{ old_str: "Two", new_str: "Three" }] });
    expect((await call("pages.get_markdown", { page_id })).markdown).toBe("One\nThree");
    await call("pages.replace_markdown", { page_id, markdown: "- New" });
    await call("pages.trash", { page_id });
    expect((await call("pages.restore", { page_id })).in_trash).toBe(false);
    const other = await call("pages.create", { database_id, title: "Entry", properties: { Hours: { number: 1 } } });
    await call("pages.move", { page_id: other.id, parent_page_id: page_id });

    const [block] = await call("blocks.list", { block_id: page_id });
    const block_id = block.id;
    await call("blocks.append", { block_id, children: ["Inside"] });
    await call("blocks.update", { block_id, type: "bulleted_list_item", text: "Newer" });
    await call("blocks.delete", { block_id });
    await call("blocks.restore", { block_id });
    expect(await call("blocks.get", { block_id })).toMatchObject({ has_children: true, in_trash: false, bulleted_list_item: { rich_text: [{ plain_text: "Newer" }] } });

    const database = await call("databases.create", { parent_page_id: page_id, title: "Stock", properties: { Item: { title: {} } } });
    const made = { database_id: database.id };
    await call("databases.update", { ...made, title: "Stocks" });
    await call("databases.trash", made);
    await call("databases.restore", made);
    expect((await call("databases.get", made)).title).toMatchObject([{ plain_text: "Stocks" }]);
    const second = await call("data_sources.create", { ...made, title: "More", properties: { Name: { title: {} } } });
    const more = { data_source_id: second.id };
    await call("data_sources.update", { ...more, properties: { Count: { number: {} } } });
    await call("data_sources.trash", more);
    expect(Object.keys((await call("data_sources.restore", more)).properties)).toEqual(["Name", "Count"]);
    expect(await call("data_sources.list_templates", more)).toEqual([]);
    const filter = { property: "Status", status: { equals: "Done" } };
    expect(await call("data_sources.query", { data_source_id, filter })).toHaveLength(1);

    const comment = await call("comments.create", { page_id, rich_text: "Good." });
    const comment_id = comment.id;
    await call("comments.update", { comment_id, rich_text: "Better." });
    expect(await call("comments.list", { block_id: page_id })).toMatchObject([{ created_by: { id: me.id }, rich_text: [{ plain_text: "Better." }] }]);
    await call("comments.delete", { comment_id });

    const { id: file_upload_id } = await call("file_uploads.create", { filename: "a.txt", content_type: "text/plain" });
    await call("file_uploads.send", { file_upload_id, file: { filename: "a.txt", content_type: "text/plain", content: "Hello" } });
    expect(await call("file_uploads.get", { file_upload_id })).toMatchObject({ status: "uploaded", content_length: 5 });
  } finally {
    await server?.close();
  }
  const all = Object.entries(entities).flatMap(([entity, actions]) => Object.keys(actions).map((action) => `${entity}.${action}`));
  expect([...used].toSorted()).toEqual(all.toSorted());
}); // prettier-ignore
