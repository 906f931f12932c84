import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postgresStore } from "../../src/store/postgres.ts";
import { storageError } from "../../src/store/storage-errors.ts";
import type { Db, Store } from "../../src/store/store.ts";
import { noPostgres, startCluster, type Cluster } from "../support/postgres/postgres.ts";

// Tests a frozen PostgreSQL server, which keeps its connections open but does not respond.

let cluster: Cluster;
let store: Store;
beforeAll(async () => {
  if (noPostgres) return;
  cluster = await startCluster();
  store = postgresStore(await cluster.database(), { answerMs: 300 });
  await store.migrate();
});
afterAll(async () => {
  if (noPostgres) return;
  await store.close();
  await cluster.stop();
});

const pidOf = async (db: Db) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]!.pid;
};
const insert = (db: Db, id: string) =>
  db.insertInto("revoked_tokens").values({ id, expires_at: 1 }).execute();
const ids = async () =>
  (await store.db.selectFrom("revoked_tokens").select("id").orderBy("id").execute()).map(({ id }) => id);
const failure = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return storageError(error) ?? error;
};

test.skipIf(noPostgres !== undefined)("a statement without a response fails", async () => {
  const pids: number[] = [];
  const frozen = store.transaction(async (db) => {
    pids.push(await pidOf(db));
    await insert(db, "half");
    process.kill(pids[0]!, "SIGSTOP");
    await insert(db, "frozen");
  });
  expect(await failure(frozen)).toMatchObject({ code: "storage_unavailable", outcome: "not_started" });
  process.kill(pids[0]!, "SIGCONT");
  // The next statements use another connection, so they are not in the unfinished transaction.
  await insert(store.db, "later");
  expect(await pidOf(store.db)).not.toBe(pids[0]);
  expect(await ids()).toEqual(["later"]);
});

test.skipIf(noPostgres !== undefined)("the outcome of a commit without a response is unknown", async () => {
  let pid = 0;
  const frozen = store.transaction(async (db) => {
    pid = await pidOf(db);
    await insert(db, "doubt");
    process.kill(pid, "SIGSTOP");
  });
  expect(await failure(frozen)).toMatchObject({
    code: "storage_unavailable",
    message: "The service's store failed while it stored the change.",
    hint: "The change may have been stored. Check before you send it again.",
    outcome: "unknown",
    retryable: false,
  });
  process.kill(pid, "SIGCONT");
  // The server received the commit before it was frozen, and runs the commit now.
  await expect.poll(ids, { timeout: 60_000 }).toEqual(["doubt", "later"]);
});

test.skipIf(noPostgres !== undefined)("a frozen begin leaves no open transaction", async () => {
  const pid = await pidOf(store.db);
  process.kill(pid, "SIGSTOP");
  const frozen = store.transaction((db) => insert(db, "never"));
  expect(await failure(frozen)).toMatchObject({ code: "storage_unavailable", outcome: "not_started" });
  process.kill(pid, "SIGCONT");
  await insert(store.db, "outside");
  expect(await ids()).toEqual(["doubt", "later", "outside"]);
});
