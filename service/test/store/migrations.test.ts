import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { afterEach, describe, expect, test } from "vitest";
import { compareSchema, runMigrations } from "../../src/store/migrate.ts";
import { migrations } from "../../src/store/migrations/index.ts";
import { migrationLock } from "../../src/store/postgres.ts";
import type { Store } from "../../src/store/store.ts";
import { bundled } from "../../../test/bundled.ts";
import { runHere } from "../support/process.ts";
import { executePath, testService } from "../support/service.ts";
import { connectTo, onBothStores, type EmptyLocation } from "../support/stores.ts";

const names = Object.keys(migrations);

onBothStores((newLocation, kind) => {
  const open: Store[] = [];
  const connect = (location: EmptyLocation): Store => {
    const store = connectTo(location);
    open.push(store);
    return store;
  };
  afterEach(async () => {
    for (const store of open.splice(0)) await store.close();
  });
  const executed = async ({ db }: Store) =>
    (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
      ({ name }) => name,
    );

  test("an empty store gets every table once, even if several processes migrate it several times", async () => {
    const store = connect(await newLocation({ tables: false }));
    const results = await Promise.all([store.migrate(), store.migrate(), store.migrate()]);
    expect(results.map(({ applied }) => applied).sort((a, b) => b.length - a.length)).toEqual([
      names,
      [],
      [],
    ]);
    expect(await store.migrate()).toEqual({ applied: [] });
    expect(await executed(store)).toEqual(names);
    await store.db.selectFrom("connectors").selectAll().execute();
  });

  test("if several processes start at the same time, only one migrates the store", async () => {
    const location = await newLocation({ tables: false });
    const starts = await Promise.all(Array.from({ length: 4 }, () => migrateInProcess(location)));
    const applied = starts.map((output) => (JSON.parse(output) as { applied: string[] }).applied);
    expect(applied.sort((a, b) => b.length - a.length)).toEqual([names, [], [], []]);
  });

  test("a failing migration changes nothing, and a later start can run it", async () => {
    const store = connect(await newLocation({ tables: false }));
    const broken: Migration = {
      async up(db) {
        await db.schema.createTable("half").addColumn("id", "text").execute();
        throw new Error("no");
      },
    };
    const known = { ...migrations, "9999_broken": broken };
    await expect(store.transaction((db) => runMigrations(db, known))).rejects.toThrow("no");
    const tables = (await store.db.introspection.getTables()).map(({ name }) => name);
    expect(tables.filter((name) => name === "half" || name === "connectors")).toEqual([]);
    expect(await store.migrate()).toEqual({ applied: names });
  });

  test.skipIf(kind === "sqlite")("a migration waits for writers, and neither of them fails", async () => {
    const store = connect(await newLocation({ tables: false }));
    const before = Object.entries(migrations).filter(([name]) => name < "0026");
    await store.transaction((db) => runMigrations(db, Object.fromEntries(before)));
    let migrating: Promise<unknown> | undefined;
    // The migration locks the audit first and then the connectors, and this writer does it the other way round.
    await store.transaction(async (db) => {
      await sql`lock table connectors in row exclusive mode`.execute(db);
      migrating = store.migrate();
      await new Promise((resolve) => setTimeout(resolve, 200));
      await sql`lock table audit in row exclusive mode`.execute(db);
    });
    expect(await migrating).toEqual({ applied: names.filter((name) => name >= "0026") });
  });

  test.skipIf(kind === "sqlite")(
    "a replica that starts while another one upgrades the store finds it upgraded",
    async () => {
      const location = await newLocation({ tables: false });
      const store = connect(location);
      const before = Object.entries(migrations).filter(([name]) => name < "0012");
      await store.transaction((db) => runMigrations(db, Object.fromEntries(before)));
      let second: Promise<unknown> | undefined;
      await store.transaction(async (db) => {
        await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`.execute(db);
        second = connect(location).migrate();
        await new Promise((resolve) => setTimeout(resolve, 1000));
        await runMigrations(db);
      });
      expect(await second).toEqual({ applied: [] });
    },
  );

  describe("a store that a newer version has upgraded", () => {
    const newer = { ...migrations, "9998_newer": { up: async () => {} } };

    test("still works with this version if the newer version has only added to it", async () => {
      const store = connect(await newLocation({ tables: false }));
      await store.migrate();
      expect(await store.transaction((db) => runMigrations(db, newer, names.at(-1)))).toEqual({
        applied: ["9998_newer"],
      });
      expect(await store.migrate()).toEqual({ applied: [] });
      expect(await compareSchema(store.db)).toEqual({ missing: [], newer: ["9998_newer"] });
      expect(await executed(store)).toEqual([...names, "9998_newer"]);
      // The older version must not lower what the newer version has written.
      expect(
        await store.db.selectFrom("settings").selectAll().where("name", "=", "oldest_schema").execute(),
      ).toEqual([{ name: "oldest_schema", value: names.at(-1) }]);
    });

    test("is refused if the newer version has taken something away, and the error names the migration", async () => {
      const store = connect(await newLocation({ tables: false }));
      await store.migrate();
      await store.transaction((db) => runMigrations(db, newer, "9998_newer"));
      await expect(store.migrate()).rejects.toMatchObject({
        code: "config_error",
        message: "The store has the migration 9998_newer, which this version of the service does not know.",
        hint: expect.stringContaining("Run that version"),
      });
      expect(await executed(store)).toEqual([...names, "9998_newer"]);
    });

    test("is refused if the newer version is from before that rule", async () => {
      const store = connect(await newLocation({ tables: false }));
      await store.transaction((db) => runMigrations(db, newer));
      await store.db.deleteFrom("settings").where("name", "=", "oldest_schema").execute();
      await expect(store.migrate()).rejects.toMatchObject({ code: "config_error" });
    });
  });

  describe("a store of the earlier format", () => {
    const directory = new URL("version-1/", import.meta.url);
    const masterKeys = readFileSync(new URL("keyring.json", directory), "utf8");
    const fill = async (store: Store) => {
      const text = readFileSync(new URL("store.sql", directory), "utf8").replace(/^--.*\n/gm, "");
      for (const statement of text.split(";\n").filter((one) => one.trim() !== ""))
        await sql.raw(statement).execute(store.db);
    };
    const rows = async (store: Store) => {
      const tables = [
        "applications",
        "application_secrets",
        "workspaces",
        "connectors",
        "audit",
        "revoked_tokens",
        "counters",
      ] as const;
      const found = await Promise.all(
        tables.map(async (table) => [table, await store.db.selectFrom(table).selectAll().execute()]),
      );
      return Object.fromEntries(found) as Record<string, unknown[]>;
    };

    test("keeps every row, and its credentials, secrets and idempotency keys work", async () => {
      const location = await newLocation({ tables: false });
      const store = connect(location);
      await fill(store);
      const before = await rows(store);
      expect([before.connectors, before.audit].map((rows) => rows?.length)).toEqual([1, 4]);
      await sql`update idempotency set expires_at = ${Date.now() + 3_600_000}`.execute(store.db);
      expect(await store.migrate()).toEqual({ applied: names });
      const applications = before.applications!.map((row) => ({
        ...(row as object),
        disabled_at: null,
        return_urls: "[]",
        confirm_sessions: 0,
      }));
      const connectors = (before.connectors as { id: string }[]).map((row) => ({
        ...row,
        account: null,
        connected_at: null,
        credential_id: row.id,
      }));
      const audit = before.audit!.map((row) => ({ ...(row as object), operator: null }));
      expect(await rows(store)).toEqual({ ...before, applications, connectors, audit });

      await expect(testService(location, { masterKeys })).rejects.toMatchObject({
        message: "The rows of this store are not protected yet.",
      });
      const env = {
        AGENT_CONNECTORS_MASTER_KEYS: masterKeys,
        ...(location.databaseUrl ? { AGENT_CONNECTORS_DATABASE_URL: location.databaseUrl } : {}),
      };
      const protect = () => runHere(["keys", "protect", "--data-dir", location.dataDir], env);
      expect((await protect()).output).toBe("4 rows of 1 organizations are now protected.\n");
      expect((await protect()).output).toBe("0 rows of 0 organizations are now protected.\n");
      const sealedAt = 1_795_313_763_207;
      const service = await testService(location, {
        masterKeys,
        application: {
          client_id: "upgrade-client",
          client_secret: "a client secret of the earlier release",
        },
        clock: { now: () => sealedAt + 60_000, sleep: () => Promise.resolve() },
      });
      try {
        const { body: application } = await service.ask("/v1/applications/token", {
          json: { client_id: "upgrade-client", client_secret: "a client secret of the earlier release" },
        });
        const token = application.access_token as string;
        const [id] = (before.connectors as { id: string }[]).map((row) => row.id);
        const call = { entity: "users", action: "list", params: { limit: 1 } };
        const executed = await service.ask(executePath(id!), { token, json: call });
        expect([executed.status, executed.body.result?.length]).toEqual([200, 1]);
        const repeated = await service.ask("/v1/integrations/connectors", {
          token,
          json: {
            external_user_id: "ana",
            connector_type: "Slack",
            credentials: { api_token: service.sandbox.tokens.bot },
          },
          headers: { "idempotency-key": "create-1" },
        });
        expect([repeated.status, repeated.body.id]).toEqual([200, id]);
        expect(repeated.headers.get("idempotent-replayed")).toBe("true");
      } finally {
        await service.close();
      }
    });

    test("keeps its rows if a release of any later schema has upgraded it before", async () => {
      for (const last of names.slice(0, -1)) {
        const store = connect(await newLocation({ tables: false }));
        await fill(store);
        const before = await sql<{ id: string }>`select id from audit order by id`.execute(store.db);
        const known = Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last));
        await store.transaction((db) => runMigrations(db, known));
        await store.migrate();
        const after = await sql<{ id: string }>`select id from audit order by id`.execute(store.db);
        expect([last, after.rows, (await rows(store)).connectors?.length]).toEqual([last, before.rows, 1]);
        await open.splice(open.indexOf(store), 1)[0]!.close();
      }
    });

    test("is upgraded once if several processes start at the same time", async () => {
      const location = await newLocation({ tables: false });
      const store = connect(location);
      await fill(store);
      const starts = await Promise.all(Array.from({ length: 3 }, () => migrateInProcess(location)));
      const applied = starts.map((output) => (JSON.parse(output) as { applied: string[] }).applied);
      expect(applied.flat().sort()).toEqual(names);
      expect((await rows(store)).connectors).toHaveLength(1);
    });

    test("is refused by the earlier release after the upgrade, because its version is higher", async () => {
      const store = connect(await newLocation({ tables: false }));
      await fill(store);
      await store.migrate();
      const version = store.db.selectFrom("settings").select("value").where("name", "=", "version");
      expect(await version.executeTakeFirst()).toEqual({ value: "2" });
    });
  });

  /** Migrates the store in another process, and returns the result as JSON. */
  async function migrateInProcess({ dataDir, databaseUrl }: EmptyLocation): Promise<string> {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const args = [await bundled("migrate-store"), kind, databaseUrl ?? `${dataDir}/service.sqlite`];
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    const [code] = (await once(child, "close")) as [number];
    if (code !== 0) throw new Error(`ended with ${code}`);
    return output;
  }
});
