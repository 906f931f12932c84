import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { runMigrations } from "../../src/store/migrate.ts";
import { migrations, oldestSchema } from "../../src/store/migrations/index.ts";
import type { Store } from "../../src/store/store.ts";
import { ringJson } from "../support/keys.ts";
import { clientOf, startService, type Running } from "../support/process.ts";
import { executePath, testService } from "../support/service.ts";
import { connectTo, onBothStores, type EmptyLocation } from "../support/stores.ts";
import { useEverything } from "../support/use-everything.ts";
import { commitBefore, serviceOf } from "./earlier-release.ts";
import { schemaOf, takenAway } from "./schema-changes.ts";

// During an upgrade, replicas of two successive releases use one database. See "Migrations" in CONTRIBUTING.md.

const names = Object.keys(migrations);
const until = (last: string) =>
  Object.fromEntries(names.filter((name) => name <= last).map((name) => [name, migrations[name]!]));
const afterOldest = names[names.indexOf(oldestSchema) + 1];

/** A next release that adds to every table as much as the rule allows. */
const everywhere = (tables: readonly string[]): Migration => ({
  async up({ schema }) {
    for (const table of tables) {
      await schema.alterTable(table).addColumn("next_fact", "text").execute();
      await schema
        .alterTable(table)
        .addColumn("next_count", "integer", (column) => column.notNull().defaultTo(7))
        .execute();
      await schema.createIndex(`next_${table}`).on(table).column("next_fact").execute();
    }
    await schema
      .createTable("next_table")
      .addColumn("id", "text", (column) => column.primaryKey())
      .execute();
  },
});

const running: Running[] = [];
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
afterAll(() => Promise.all(running.map((service) => service.end("SIGKILL"))));

onBothStores((newLocation, kind) => {
  const connect = (location: EmptyLocation): Store => {
    const store = connectTo(location);
    opened.push(store);
    return store;
  };

  test("since the oldest schema that works beside this release, migrations have only added", async () => {
    const store = connect(await newLocation({ tables: false }));
    await store.transaction((db) => runMigrations(db, until(oldestSchema)));
    const before = await schemaOf(store);
    expect(before.unique.size).toBeGreaterThan(5);
    await store.migrate();
    expect(takenAway(before, await schemaOf(store))).toEqual([]);
  });

  describe("that check notices", () => {
    const cases: [string, string, RegExp][] = [
      ["a deleted column", "alter table audit drop column token_id", /^audit.token_id is gone$/],
      ["a renamed column", "alter table audit rename column detail to details", /^audit.detail is gone$/],
      ["a deleted table", "drop table counters", /^counters\.\w+ is gone$/],
      ["a new unique index", "create unique index one on audit (detail)", /^audit\(detail\) is unique$/],
      ...(kind === "postgres"
        ? ([
            [
              "a new not null",
              "alter table audit alter column operator set not null",
              /cannot be null anymore$/,
            ],
            [
              "a column that needs a value",
              "alter table counters add column x text not null",
              /^counters.x needs/,
            ],
            ["a changed type", "alter table audit alter column at type text", /^audit.at is now text$/],
          ] as [string, string, RegExp][])
        : []),
    ];
    test.each(cases)("%s", async (_, statement, expected) => {
      const store = connect(await newLocation({ tables: false }));
      await store.migrate();
      const before = await schemaOf(store);
      await sql.raw(statement).execute(store.db);
      expect(takenAway(before, await schemaOf(store))[0]).toMatch(expected);
    });
  });

  test("a store of any earlier schema gets the tables of a new store", async () => {
    const fresh = connect(await newLocation({ tables: false }));
    await fresh.migrate();
    const wanted = await schemaOf(fresh);
    for (const last of names.slice(0, -1)) {
      const store = connect(await newLocation({ tables: false }));
      await store.transaction((db) => runMigrations(db, until(last)));
      expect(await store.migrate()).toEqual({ applied: names.slice(names.indexOf(last) + 1) });
      expect([last, await schemaOf(store)]).toEqual([last, wanted]);
      await opened.splice(opened.indexOf(store), 1)[0]!.close();
    }
  });

  test("replicas of this release work on while a next release adds to every table, and start again", async () => {
    const location = await newLocation({ tables: false });
    const masterKeys = JSON.stringify(ringJson({ k1: 1 }));
    // On SQLite, a next release starts after this one has ended. Two connections stand for two replicas.
    const first = await testService(location, { masterKeys });
    opened.push(first);
    await useEverything(first, "before");
    const tables = (await first.store.db.introspection.getTables()).map(({ name }) => name);
    const next = { ...migrations, "9998_next": everywhere(tables) };
    await first.store.transaction((db) => runMigrations(db, next, names.at(-1)));
    await useEverything(first, "during");
    if (kind === "sqlite") await opened.splice(opened.indexOf(first), 1)[0]!.close();
    const second = await testService(location, { masterKeys });
    opened.push(second);
    await useEverything(second, "after");
    if (kind === "postgres") await useEverything(first, "beside");
  });

  const commit = afterOldest === undefined ? undefined : commitBefore(afterOldest);
  if (commit === undefined) console.warn("Skipped, with the oldest release: the clone has no history.");

  test.skipIf(commit === undefined)(
    "the oldest release that may run beside this one does so, and each uses what the other has stored",
    async () => {
      const location = await newLocation({ tables: false });
      const application = { client_id: "first", client_secret: "a client secret that both releases know" };
      const env: Record<string, string> = {
        AGENT_CONNECTORS_MASTER_KEYS: JSON.stringify(ringJson({ k1: 1 })),
        AGENT_CONNECTORS_CLIENT_ID: application.client_id,
        AGENT_CONNECTORS_CLIENT_SECRET: application.client_secret,
        ...(location.databaseUrl ? { AGENT_CONNECTORS_DATABASE_URL: location.databaseUrl } : {}),
      };
      const start = async (program?: Promise<string>) => {
        const service = await startService(["--data-dir", location.dataDir], env, program);
        running.push(service);
        return service;
      };
      const old = await start(serviceOf(commit!));
      const oldest = await useFrom(old.url, application, "ana");
      // A SQLite store has one process.
      if (kind === "sqlite") await old.end("SIGTERM");
      const now = await start();
      const [before, current] = kind === "sqlite" ? [now, now] : [old, now];
      const newest = await useFrom(current.url, application, "ben");
      for (const service of [before, current])
        for (const [user, id] of [
          ["ana", oldest],
          ["ben", newest],
        ] as const) {
          const client = clientOf(service.url);
          const token = await client.scopedToken(application, user);
          const { status, body } = await client.ask(executePath(id), token, read);
          expect([service === old, user, status, body.code]).toEqual([service === old, user, 200, undefined]);
        }
      // Each release respects what is revoked and limited through the other one.
      for (const [through, other, user, id] of [
        [current, before, "ana", oldest],
        [before, current, "ben", newest],
      ] as const) {
        const token = await clientOf(other.url).scopedToken(application, user);
        const { body: all } = await clientOf(through.url).ask(
          "/api/v1/account/applications/token",
          "",
          application,
        );
        const policy = { connector_id: id, policy: { effects: ["write"] } };
        const response = await fetch(`${through.url}/v1/policies`, {
          method: "PUT",
          headers: { authorization: `Bearer ${all.access_token}`, "content-type": "application/json" },
          body: JSON.stringify(policy),
        });
        expect(response.status).toBe(200);
        expect((await clientOf(other.url).ask(executePath(id), token, read)).body.code).toBe("policy_denied");
        await clientOf(through.url).ask(`/v1/users/${user}/tokens/revoke`, all.access_token, {});
        expect((await clientOf(other.url).ask(executePath(id), token, read)).status).toBe(401);
      }
      for (const service of new Set([before, current]))
        expect(service.output()).not.toContain('"refused_row"');
    },
  );
});

const read = { entity: "channels", action: "list", params: { limit: 1 } };
const slack = (external_user_id: string) => ({
  external_user_id,
  connector_type: "Slack",
  credentials: { api_token: "xoxb-sandbox-bot" },
});

/** Creates a connector through a service, calls it, and returns its id. */
async function useFrom(url: string, application: object, user: string): Promise<string> {
  const client = clientOf(url);
  const token = await client.scopedToken(application, user);
  const { body, status } = await client.ask("/v1/integrations/connectors", token, slack(user), {
    "idempotency-key": `create-${user}`,
  });
  expect([status, body.code]).toEqual([200, undefined]);
  const write = { entity: "messages", action: "create", params: { channel: "#general", text: "hi" } };
  for (const call of [read, write])
    expect((await client.ask(executePath(body.id), token, call)).status).toBe(200);
  return body.id;
}
