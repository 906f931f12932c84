import { ConnectorError } from "agent-connectors";
import { SlackConnector } from "agent-connectors/slack";
import { afterAll, describe, expect, test } from "vitest";
import { byMethod, failure, setScene, type Execute, type SlackBench, type Skip } from "./slack/bench.ts";
import { cases } from "./slack/themes.ts";

export type { Skip, SlackBench } from "./slack/bench.ts";

/** The titles of all cases, in the form `entity.action: what is tested`. */
export const titles: readonly string[] = Object.keys(cases);

/**
 * The `quirk` of tests that are skipped because the server lacks a method. After such a skip, no action of the same
 * entity needs a test.
 */
export const noMethod = "no such method";

/** Actions that no server in these tests supports yet. The themes contain their requests and results. */
export const untried: readonly string[] = [];

/** A write with valid params. The ids in the params need not exist. */
type Example = { entity: string; action: string; params: Record<string, unknown> };

/** Methods that change nothing. A dry run can send only these methods. */
const asks = new Set([
  "auth.test",
  "conversations.info",
  "conversations.history",
  "conversations.replies",
  "conversations.list",
  "users.info",
  "users.list",
  "users.profile.get",
  "users.getPresence",
  "dnd.info",
  "usergroups.list",
  "usergroups.users.list",
  "bookmarks.list",
  "chat.scheduledMessages.list",
  "files.info",
  "reminders.info",
  "slackLists.items.info",
]);

/**
 * Tests what every connector to a Slack workspace must do. Entity methods call `execute` with any transport, so each
 * transport needs one way to call, and one of them calls by method. `skips` lists the tests that a server cannot pass.
 * These tests must fail, so that a skip is removed when it is no longer needed.
 */
export function testSlack(
  name: string,
  open: () => Promise<SlackBench>,
  way: "execute" | "method",
  skips: readonly Skip[] = [],
): void {
  describe(`Slack ${name}, by ${way}`, () => {
    const used = new Set<string>();
    for (const [title, run] of Object.entries(cases)) {
      const quirk = skips.find((skip) => skip.test === title)?.quirk;
      const declare = quirk === undefined ? test : test.fails;
      declare(quirk === undefined ? title : `${title} [differs: ${quirk}]`, async () => {
        const bench = await open();
        try {
          const scene = await setScene(bench, (slack) =>
            way === "execute" ? slack.execute : byMethod(slack),
          );
          const watch = (call: Execute) =>
            (async (entity: string, action: string, ...rest: unknown[]) => {
              const result = await (call as (...args: unknown[]) => Promise<unknown>)(
                entity,
                action,
                ...rest,
              );
              used.add(`${entity}.${action}`);
              return result;
            }) as unknown as Execute;
          await run({ ...scene, call: watch(scene.call), callAsUser: watch(scene.callAsUser) });
        } finally {
          await bench.close?.();
        }
      });
    }

    test("dry_run: every write is checked, and nothing is changed", async () => {
      const bench = await open();
      try {
        const run = way === "execute" ? bench.slack.execute : byMethod(bench.slack);
        const told = new Set<string>();
        for (const { entity, action, params } of await writes(bench.slack)) {
          // The ids of an example do not exist, and the action may need another token. The dry run is then refused.
          const result = await run(
            entity as never,
            action as never,
            { ...params, dry_run: true } as never,
            // An action that needs a click needs it in a dry run too.
            { context: { slack: { trigger_id: "12345.98765.abcd2358fdea" } } },
          ).catch((error: unknown) => error);
          if (ConnectorError.is(result)) {
            expect(result).toMatchObject({
              outcome: "not_started",
              code: expect.stringMatching(/^(upstream_rejected|not_found|credential_insufficient_scope)$/),
            });
            continue;
          }
          const data = (result as { data: object }).data;
          // In the result, `post_at` has Slack's format, so `post_at` is not compared.
          const { post_at: _time, ...asked } = params;
          expect(result).toMatchObject({ data: { entity, action, params: asked }, meta: { dry_run: true } });
          expect((result as { meta: object }).meta).not.toHaveProperty("undo");
          for (const name of Object.keys(data)) told.add(name);
        }
        expect(told).toContain("who");
        // A dry run reads the current state, the account and the channel, but writes nothing.
        const sent = new Set(bench.sent?.());
        expect([...sent].filter((method) => !asks.has(method))).toEqual([]);
      } finally {
        await bench.close?.();
      }
    });

    test("params: unknown, missing and mistyped ones are told together, and nothing is sent", async () => {
      const bench = await open();
      try {
        const run = way === "execute" ? bench.slack.execute : byMethod(bench.slack);
        await bench.slack.check();
        const before = bench.sent?.().length;
        const params = { chanel: "C012AB3CD", ts: 5, name: "x" } as never;
        const error = await failure(run("reactions", "create", params));
        expect(error.code).toBe("invalid_params");
        expect(error.issues?.map(({ path }) => path).sort()).toEqual(["chanel", "channel", "ts"]);
        expect(error.hint).toContain("create(channel, ts, name)");
        expect(bench.sent?.().length).toBe(before);
      } finally {
        await bench.close?.();
      }
    });

    test("every action was called with success", async () => {
      const { entities } = await new SlackConnector({ auth: { api_token: "xoxb-none" } }).describe();
      const all = Object.entries(entities).flatMap(([entity, actions]) =>
        Object.keys(actions).map((action) => `${entity}.${action}`),
      );
      const absent = skips.filter(({ quirk }) => quirk === noMethod);
      const entitiesLeft = new Set(absent.map(({ test: title }) => title.split(".")[0]));
      const left = new Set(skips.flatMap(({ test: title }) => title.split(":")[0]!.split(", ")));
      const missing = all.filter(
        (name) => !used.has(name) && !left.has(name) && !entitiesLeft.has(name.split(".")[0]),
      );
      expect(missing.filter((name) => !untried.includes(name))).toEqual([]);
      expect(untried.filter((name) => used.has(name) || !all.includes(name))).toEqual([]);
    });

    afterAll(() => {
      const unknown = skips.map(({ test: title }) => title).filter((title) => !Object.hasOwn(cases, title));
      expect(unknown, "skips of tests that are not there").toEqual([]);
    });
  });
}

/** Returns the examples of all actions that write, from `describe`. */
async function writes(slack: SlackConnector): Promise<Example[]> {
  const { entities } = await slack.describe();
  return Object.entries(entities).flatMap(([entity, actions]) =>
    Object.entries(actions)
      .filter(([, { effect }]) => effect !== "read")
      .map(([action, { example }]) => ({ entity, action, params: example as Example["params"] })),
  );
}
