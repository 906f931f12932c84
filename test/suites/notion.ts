import type { NotionConnector } from "agent-connectors/notion";
import type { NotionSandbox } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";
import type { Loop } from "./adapter.ts";
import { benchTests, failure, type Way, ways } from "./platform-suite.ts";
import { hidden, home, source } from "./notion/workspace.ts";

/** A connector to a new workspace, in process or in hosted mode. */
export interface NotionBench {
  notion: NotionConnector;
  sandbox: NotionSandbox;
  close?: () => Promise<void>;
}

/** Tests what every connector to Notion must do, in process and in hosted mode. */
export function testNotion(
  name: string,
  open: () => Promise<NotionBench>,
  given: readonly Way[] = ways,
): void {
  describe.each(given)(`Notion ${name}, by %s`, (way) => {
    const run = benchTests(open, ({ notion }) => notion, way);
    const writes = ({ sandbox }: NotionBench) =>
      sandbox.calls().filter(({ method, path, status }) => status === 200 && method !== "GET" && !/search|query/.test(path)).length; // prettier-ignore
    const inTrash = ({ sandbox }: NotionBench, id: unknown) =>
      sandbox.state().pages.find((page) => page.id === id)!.in_trash;

    run("check() says which workspace it is", async (_call, { notion }) => {
      expect(await notion.check()).toMatchObject({
        status: "healthy",
        identity: { bot: { workspace_name: "Acme" } },
      });
    });

    run("lists have pages, in the query and in the body", async (call) => {
      const entries = { data_source_id: source, limit: 2 };
      const { data: first, meta } = await call("data_sources", "query", entries);
      expect(first).toHaveLength(2);
      expect(meta).toMatchObject({ has_more: true });
      const { data: rest, meta: end } = await call("data_sources", "query", { ...entries, cursor: meta.next_cursor }); // prettier-ignore
      expect(rest).toHaveLength(1);
      expect(end.next_cursor).toBeUndefined();
      const filter = { property: "Done", checkbox: { equals: true } };
      expect((await call("data_sources", "query", { data_source_id: source, filter })).data).toHaveLength(1);
      await call("blocks", "append", { block_id: home, children: ["One", "Two", "Three"] });
      const { meta: more } = await call("blocks", "list", { block_id: home, limit: 2 });
      const { data: last } = await call("blocks", "list", { block_id: home, limit: 2, cursor: more.next_cursor }); // prettier-ignore
      expect(last).toMatchObject([{ paragraph: { rich_text: [{ plain_text: "Three" }] } }]);
    });

    run("a page is created, found, moved into the trash, and brought back", async (call, bench) => {
      const created = await call("pages", "create", { parent_page_id: home, title: "Plan" });
      const page_id = created.data.id;
      expect(created.meta.undo).toEqual({ entity: "pages", action: "trash", params: { page_id } });
      expect((await call("search", "titles", { query: "Plan" })).data).toMatchObject([{ id: page_id }]);
      const { data: dry } = await call("pages", "trash", { page_id, dry_run: true });
      expect(dry).toMatchObject({ before: { in_trash: false }, after: { in_trash: true } });
      expect(inTrash(bench, page_id)).toBe(false);
      const { meta } = await call("pages", "trash", { page_id });
      expect(inTrash(bench, page_id)).toBe(true);
      await call(meta.undo!.entity, meta.undo!.action, meta.undo!.params);
      expect(inTrash(bench, page_id)).toBe(false);
      expect(writes(bench)).toBe(3);
    });

    run("Markdown is added and read, and comments are read", async (call) => {
      await call("pages", "append_markdown", { page_id: home, markdown: "# Hi" });
      expect((await call("pages", "get_markdown", { page_id: home })).data.markdown).toBe("# Hi");
      await call("comments", "create", { page_id: home, rich_text: "Good." });
      expect((await call("comments", "list", { block_id: home })).data).toMatchObject([{ rich_text: [{ plain_text: "Good." }] }]); // prettier-ignore
    });

    run("a page that is not shared is not found, and a wrong id is not sent", async (call, { sandbox }) => {
      expect(await failure(call("pages", "get", { page_id: hidden }))).toMatchObject({
        code: "not_found",
        platform: { status: 404, code: "object_not_found" },
      });
      const before = sandbox.calls().length;
      expect(await failure(call("pages", "get", { page_id: "../users" }))).toMatchObject({
        code: "invalid_params",
        path: "params.page_id",
      });
      expect(await failure(call("pages", "create", { title: "Nowhere" }))).toMatchObject({
        code: "invalid_params",
        outcome: "not_started",
      });
      expect(sandbox.calls()).toHaveLength(before);
    });
  });
}

/** Tests that an adapter offers Notion. The calls go through the framework's own loop. */
export function testNotionAdapter({ name, run }: Loop, open: () => Promise<NotionBench>): void {
  test(`${name}: a model reads, writes once, and sees errors`, async () => {
    const { notion, sandbox, close } = await open();
    try {
      const seen = await run(notion, [
        [{ id: "c1", args: { entity: "data_sources", action: "query", params: { data_source_id: source, limit: 1 } } }], // prettier-ignore
        [{ id: "c2", args: { entity: "pages", action: "create", params: { parent_page_id: home, title: "Plan", children: ["Ask Ana"] } } }], // prettier-ignore
        [{ id: "c3", args: { entity: "pages", action: "get", params: { page_id: hidden } } }],
        [{ id: "c4", args: { entity: "comments", action: "delete", params: { comment_id: hidden } } }],
      ]);
      const [read, written, missing, refused] = seen.map(([one]) => one!);
      expect(read!.text).toContain('"Milk",true');
      expect(JSON.parse(read!.text)).toMatchObject({ untrusted: ["properties"] });
      expect(JSON.parse(written!.text)).toMatchObject({ data: { properties: { title: "Plan" } } });
      expect(sandbox.calls().filter(({ operation }) => operation === "POST /v1/pages")).toHaveLength(1);
      expect(JSON.parse(missing!.text)).toMatchObject({ error: { code: "not_found" } });
      expect(missing!.marked).toBe(true);
      // A tool does not offer what cannot be undone.
      expect(JSON.parse(refused!.text)).toMatchObject({ error: { code: "policy_denied" } });
    } finally {
      await close?.();
    }
  });
}
