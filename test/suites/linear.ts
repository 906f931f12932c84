import type { LinearConnector } from "agent-connectors/linear";
import { describe, expect, test } from "vitest";
import type { Loop } from "./adapter.ts";
import { benchTests, failure, type Way, ways } from "./platform-suite.ts";
import type { LinearPlatform } from "./linear/platform.ts";

type Dict = Record<string, unknown>;
/** The fields of records and of dry runs that the tests read. */
interface Data extends Dict {
  id: string;
  identifier: string;
  params: Dict;
}

/** A connector to a new workspace, in process or in hosted mode. */
export interface LinearBench {
  linear: LinearConnector;
  platform: LinearPlatform;
  close(): Promise<void>;
}

/** Tests what every connector to Linear must do, in process and in hosted mode. */
export function testLinear(
  name: string,
  open: () => Promise<LinearBench>,
  given: readonly Way[] = ways,
): void {
  describe.each(given)(`Linear ${name}, by %s`, (way) => {
    const run = benchTests<LinearBench, Data>(open, ({ linear }) => linear, way);
    const writes = ({ platform }: LinearBench) =>
      platform.sent.filter(({ query }) => query.startsWith("mutation")).length;

    run("check() says whose credential it is", async (_call, { linear }) => {
      expect(await linear.check()).toMatchObject({ status: "healthy", identity: { email: "ana@acme.test" } });
    });

    run("lists take names, and have pages", async (call) => {
      const mine = { team: "ENG", assignee: "me", limit: 1, open: true };
      const { data: first, meta } = await call("issues", "list", mine);
      expect(first).toMatchObject([{ identifier: "ENG-2" }]);
      expect(meta).toMatchObject({ has_more: true });
      const { data: rest, meta: end } = await call("issues", "list", { ...mine, cursor: meta.next_cursor });
      expect(rest).toMatchObject([{ identifier: "ENG-3" }]);
      expect(end.next_cursor).toBeUndefined();
    });

    run("an issue is created, changed and brought back as it was", async (call, bench) => {
      const created = await call("issues", "create", { team: "ENG", title: "Plan", labels: ["Bug"] });
      const { id, identifier } = created.data;
      expect(created.meta.undo).toEqual({ entity: "issues", action: "delete", params: { id } });
      const { data: dry } = await call("issues", "update", { id: identifier, state: "Done", dry_run: true });
      expect(dry.params.state).toMatch(/^Done \(/);
      const { meta } = await call("issues", "update", { id: identifier, state: "Done" });
      expect((await call("issues", "get", { id: identifier })).data).toMatchObject({ state: { name: "Done" } }); // prettier-ignore
      await call(meta.undo!.entity, meta.undo!.action, meta.undo!.params as Dict);
      expect((await call("issues", "get", { id: identifier })).data).toMatchObject({ state: { name: "Todo" } }); // prettier-ignore
      expect(writes(bench)).toBe(3);
    });

    run("comments are written and read", async (call) => {
      await call("comments", "create", { issue: "ENG-2", body: "Good." });
      const { data } = await call("comments", "list");
      expect(data).toContainEqual(expect.objectContaining({ body: "Good.", user: { name: "Ana Silva" } }));
    });

    run("a missing record is not found, and a wrong name is not sent", async (call, bench) => {
      expect(await failure(call("issues", "get", { id: "ENG-99" }))).toMatchObject({ code: "not_found" });
      expect(
        await failure(call("issues", "update", { id: "ENG-2", state: "Doing" })),
      ).toMatchObject({ code: "invalid_params", path: "params.state", outcome: "not_started" }); // prettier-ignore
      expect(await failure(call("issues", "update", { id: "ENG-2" }))).toMatchObject({
        code: "invalid_params",
        outcome: "not_started",
      });
      expect(writes(bench)).toBe(0);
    });
  });
}

/** Tests that an adapter offers Linear. The calls go through the framework's own loop. */
export function testLinearAdapter({ name, run }: Loop, open: () => Promise<LinearBench>): void {
  test(`${name}: a model reads, writes once, and sees errors`, async () => {
    const { linear, platform, close } = await open();
    try {
      const turn = (id: string, entity: string, action: string, params: Dict) => [
        { id, args: { entity, action, params } },
      ];
      const seen = await run(linear, [
        turn("c1", "issues", "list", { team: "ENG", assignee: "me", label: "Bug", open: true }),
        turn("c2", "issues", "update", { id: "ENG-2", status: "In Progress" }),
        turn("c3", "issues", "get", { id: "ENG-99" }),
        turn("c4", "issues", "delete", { id: "ENG-2" }),
      ]);
      const [read, written, missing, refused] = seen.map(([one]) => one!);
      expect(JSON.parse(read!.text)).toMatchObject({
        untrusted: ["title", "state", "assignee", "labels"],
        data: { rows: [expect.arrayContaining(["ENG-2", "Login fails on Safari", "Todo", "ENG", ["Bug"]])] },
      });
      expect(JSON.parse(written!.text)).toMatchObject({ undo: { "issues.update": expect.any(Object) } });
      expect(platform.sent.filter(({ query }) => query.startsWith("mutation"))).toHaveLength(1);
      expect(JSON.parse(missing!.text)).toMatchObject({ error: { code: "not_found" } });
      expect(missing!.marked).toBe(true);
      // A tool does not offer what cannot be undone.
      expect(JSON.parse(refused!.text)).toMatchObject({ error: { code: "policy_denied" } });
    } finally {
      await close();
    }
  });
}
