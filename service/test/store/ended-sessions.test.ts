import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { postgresStore } from "../../src/store/postgres.ts";
import { storageError } from "../../src/store/storage-errors.ts";
import type { Db, Store } from "../../src/store/store.ts";
import { noPostgres, startCluster, type Cluster } from "../support/postgres/postgres.ts";

// PostgreSQL ends a session at a restart, at a failover, on a timeout, or because an administrator asks for it.

let cluster: Cluster;
let store: Store;
let other: Store;
const uncaught: unknown[] = [];
const note = (error: unknown) => uncaught.push(error);
beforeAll(async () => {
  if (noPostgres) return;
  cluster = await startCluster();
  const url = await cluster.database();
  [store, other] = [postgresStore(url), postgresStore(url)];
  await store.migrate();
  process.on("uncaughtException", note);
});
afterEach(() => expect(uncaught).toEqual([]));
afterAll(async () => {
  if (noPostgres) return;
  process.off("uncaughtException", note);
  await store.close();
  await other.close();
  await cluster.stop();
});

const pidOf = async (db: Db) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]!.pid;
};
/** Ends a session. Resolves when the session is gone, and this process has seen its end. */
const end = async (pid: number) => {
  await sql`select pg_terminate_backend(${pid})`.execute(other.db);
  const left = async () =>
    (await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(other.db)).rows.length;
  await expect.poll(left).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 20));
};
const insert = (db: Db, id: string) =>
  db.insertInto("revoked_tokens").values({ id, expires_at: 1 }).execute();
const ids = async () =>
  (await store.db.selectFrom("revoked_tokens").select("id").orderBy("id").execute()).map(({ id }) => id);

test.skipIf(noPostgres !== undefined)(
  "a session that ends between two statements of a transaction fails this transaction alone",
  async () => {
    const ended = store.transaction(async (db) => {
      await insert(db, "half");
      await end(await pidOf(db));
      await insert(db, "never");
    });
    const error = storageError(await ended.catch((thrown: unknown) => thrown));
    expect(error).toMatchObject({ code: "storage_unavailable", outcome: "not_started" });
    await insert(store.db, "later");
    expect(await ids()).toEqual(["later"]);
  },
);

test.skipIf(noPostgres !== undefined)("a session that ends while it is idle is replaced", async () => {
  await end(await pidOf(store.db));
  await insert(store.db, "next");
  expect(await ids()).toContain("next");
});

test.skipIf(noPostgres !== undefined)("a session that ends before its commit changes nothing", async () => {
  const ended = store.transaction(async (db) => {
    await insert(db, "uncommitted");
    await end(await pidOf(db));
  });
  await expect(ended).rejects.toMatchObject({ code: "storage_unavailable" });
  expect(await ids()).not.toContain("uncommitted");
});
