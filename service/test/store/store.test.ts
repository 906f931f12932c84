import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticate, addApplication, addSecret, dropOldSecrets } from "../../src/store/applications.ts";
import {
  addConnector,
  changeConnector,
  findConnector,
  listConnectors,
  removeConnector,
} from "../../src/store/connectors.ts";
import { countUp, dropCounters } from "../../src/store/counters.ts";
import { storageError } from "../../src/store/failure.ts";
import { claimKey, finishKey, releaseKey } from "../../src/store/idempotency.ts";
import { latestVersion } from "../../src/store/migrations.ts";
import { postgresStore } from "../../src/store/postgres.ts";
import { readSetting, writeSetting } from "../../src/store/settings.ts";
import { sqliteStore } from "../../src/store/sqlite.ts";
import type { Store } from "../../src/store/store.ts";
import type { ConnectorRow } from "../../src/store/tables.ts";
import { ensureWorkspace } from "../../src/store/workspaces.ts";
import { onBothStores, type EmptyPlace } from "../support/stores.ts";

onBothStores((newPlace) => {
  let store: Store;
  let second: Store;
  const open = ({ dataDir, databaseUrl }: EmptyPlace) =>
    databaseUrl ? postgresStore(databaseUrl) : sqliteStore(join(dataDir, "store.sqlite"));
  beforeAll(async () => {
    const place = await newPlace();
    store = open(place);
    await store.migrate();
    // Another connection, as another replica or an operator's command has it.
    second = open(place);
  });
  afterAll(async () => {
    await second.close();
    await store.close();
  });

  test("migrating again changes nothing, at the same time neither; a newer store is refused", async () => {
    const fresh = open(await newPlace());
    const results = await Promise.all([fresh.migrate(), fresh.migrate(), fresh.migrate()]);
    expect(results.map(({ from }) => from).sort()).toEqual([0, latestVersion, latestVersion]);
    await writeSetting(fresh.db, "version", String(latestVersion + 1));
    await expect(fresh.migrate()).rejects.toMatchObject({ code: "config_error" });
    await fresh.close();
  });

  test("a transaction is all or nothing, and its error is the one that was thrown", async () => {
    const failing = store.transaction(async (db) => {
      await writeSetting(db, "half", "done");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await readSetting(store.db, "half")).toBeUndefined();
    await expect(
      store.transaction((db) => db.insertInto("settings").values({ name: "version", value: "1" }).execute()),
    ).rejects.toMatchObject({ message: expect.stringMatching(/unique/i) });
  });

  test("what is written is what is read: text, numbers beyond 32 bits, nothing", async () => {
    const row = await connector("values", {
      name: "Ünïcode 漢字 🎉 'quote\" \\",
      last_used_at: 8_640_000_000_000_000,
    });
    const found = await findConnector(second.db, { organization: "o1" }, row.id);
    expect(found).toEqual({ ...row, workspace: "values" });
  });

  let made = 0;
  async function connector(user: string, more: Partial<ConnectorRow> = {}): Promise<ConnectorRow> {
    const organization_id = more.organization_id ?? "o1";
    const workspace = await ensureWorkspace(store.db, organization_id, user, 1);
    const row: ConnectorRow = {
      id: `c${String(++made).padStart(4, "0")}`,
      organization_id,
      workspace_id: workspace.id,
      type: "slack",
      name: "Slack",
      config: "{}",
      credentials: "sealed",
      credentials_version: 1,
      key_id: "k1",
      form: "token",
      fingerprint: "f",
      status: "active",
      last_error_code: null,
      last_used_at: null,
      created_at: 1_900_000_000_000,
      updated_at: 1_900_000_000_000,
      ...more,
    };
    await addConnector(store.db, row);
    return row;
  }

  test("connectors are seen by their owner only, in the order in which they were made", async () => {
    const [a, b] = [await connector("alice"), await connector("alice", { type: "other" })];
    const other = await connector("bob");
    const elsewhere = await connector("alice", { organization_id: "o2" });
    const alice = { organization: "o1", workspace: a.workspace_id };
    const ids = async (owner: Parameters<typeof listConnectors>[1], more = {}) =>
      (await listConnectors(store.db, owner, { limit: 100, ...more })).map(({ id }) => id);
    expect(await ids(alice)).toEqual([a.id, b.id]);
    expect(await ids(alice, { type: "slack" })).toEqual([a.id]);
    expect(await ids(alice, { after: a.id })).toEqual([b.id]);
    expect(await ids(alice, { limit: 1 })).toEqual([a.id]);
    expect(await ids({ ...alice, connectors: [b.id, other.id] })).toEqual([b.id]);
    expect(await ids({ ...alice, connectors: [] })).toEqual([]);
    expect(await ids({ organization: "o2" })).toEqual([elsewhere.id]);
    expect(await ids({ organization: "o1" }, { workspace: "bob" })).toEqual([other.id]);
    for (const row of [other, elsewhere])
      expect(await findConnector(store.db, alice, row.id)).toBeUndefined();
    await changeConnector(store.db, a.id, { name: "new" });
    expect((await findConnector(second.db, alice, a.id))?.name).toBe("new");
    await removeConnector(store.db, a.id);
    expect(await findConnector(second.db, alice, a.id)).toBeUndefined();
  });

  test("a user's workspace is made once, however many ask for it", async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        ensureWorkspace((index % 2 ? store : second).db, "o1", "crowd", index).then(({ id }) => id),
      ),
    );
    expect(new Set(ids).size).toBe(1);
  });

  test("applications: two live secrets, and no other", async () => {
    const now = 1;
    await addApplication(store.db, {
      id: "app",
      organization_id: "o",
      name: "n",
      epoch: 0,
      secret: "s1",
      created_at: now,
    });
    await addSecret(store.db, "app", "s2", now + 1);
    await addSecret(store.db, "app", "s3", now + 2);
    await dropOldSecrets(store.db, "app", 2);
    const known = await Promise.all(
      ["s1", "s2", "s3", "", "s4"].map((one) => authenticate(store.db, "app", one)),
    );
    expect(known.map((one) => one?.id)).toEqual([undefined, "app", "app", undefined, undefined]);
    expect(await authenticate(store.db, "nobody", "s2")).toBeUndefined();
    const rows = await store.db.selectFrom("application_secrets").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('"s2"');
  });

  test("an idempotency key is claimed by one", async () => {
    const row = {
      scope: "s",
      key: "k",
      fingerprint: "f",
      state: "started" as const,
      owner: "me",
      deadline: 5,
      status: null,
      answer: null,
      expires_at: 100,
    };
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        claimKey((index % 2 ? store : second).db, { ...row, owner: `${index}` }, 1),
      ),
    );
    expect(claims.filter((earlier) => earlier === undefined).length).toBe(1);
    await finishKey(store.db, row, { state: "done", status: 200, answer: "a" });
    expect(await claimKey(store.db, row, 99)).toMatchObject({ state: "done", answer: "a" });
    expect(await claimKey(store.db, row, 100)).toBeUndefined();
    await releaseKey(store.db, row);
    expect(await claimKey(store.db, row, 1)).toBeUndefined();
  });

  test("counters count every one, across connections", async () => {
    const counted = await Promise.all(
      Array.from({ length: 20 }, (_, index) => countUp((index % 2 ? store : second).db, "c", 7)),
    );
    expect(counted.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    await dropCounters(store.db, 8);
    expect(await countUp(store.db, "c", 7)).toBe(1);
  });

  test("a lock is held by one at a time, and one that fails lets go", async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
    };
    await Promise.allSettled([
      ...Array.from({ length: 6 }, () => store.withLock("l", work)),
      store.withLock("l", () => Promise.reject(new Error("no"))),
      store.withLock("l", work),
    ]);
    expect([most, inside]).toEqual([1, 0]);
    expect(await Promise.all(["a", "b"].map((name) => store.withLock(name, async () => name)))).toEqual([
      "a",
      "b",
    ]);
  });

  test("a store that is gone is told as such", async () => {
    const gone = open(await newPlace());
    await gone.migrate();
    await gone.close();
    const error = await sql`select 1`.execute(gone.db).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(storageError(new Error("anything"))).toBeUndefined();
    const code = (fields: object) => storageError(Object.assign(new Error("x"), fields))?.code;
    expect(code({ code: "ERR_SQLITE_ERROR", errcode: 13 })).toBe("storage_full");
    expect(code({ code: "ERR_SQLITE_ERROR", errcode: 261 })).toBe("storage_unavailable");
    expect(code({ code: "ERR_SQLITE_ERROR", errcode: 1 })).toBeUndefined();
    expect(code({ code: "53100" })).toBe("storage_full");
    expect(code({ code: "57P01" })).toBe("storage_unavailable");
    expect(code({ code: "ECONNREFUSED" })).toBe("storage_unavailable");
    expect(code({ code: "23505" })).toBeUndefined();
  });
});
