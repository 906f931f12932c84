import { mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Redis } from "ioredis";
import { Pool } from "pg";
import { createClient } from "redis";
import { afterEach, describe, expect, test } from "vitest";
import { noPostgres, startCluster } from "../../service/test/support/postgres/postgres.ts";
import type { StoreDriver } from "../../src/core/contract/store-driver.ts";
import { failureOf } from "../../src/core/store/failure.ts";
import { memoryStore } from "../../src/core/store/memory-store.ts";
import { type Kind, recordsOf } from "../../src/core/store/records.ts";
import { httpStore } from "../../src/store/http-store.ts";
import { postgresStore } from "../../src/store/postgres-store.ts";
import { redisStore } from "../../src/store/redis-store.ts";
import { sqliteStore } from "../../src/store/sqlite-store.ts";
import { storeHandler } from "../../src/store/store-handler.ts";
import { json, serve } from "../fixtures/server.ts";
import { noRedis, startRedis } from "./redis-server.ts";

// What the errors say when a database refuses, and which faults are tried again.

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), "ac-store-"));
  cleanUps.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
};
const notes: Kind<string> = { name: "notes", is: (value): value is string => typeof value === "string" };
const readOf = (store: StoreDriver) => recordsOf(store, notes).read("a");
const updateOf = (store: StoreDriver) =>
  recordsOf(store, notes).update("a", () => ({ value: "x", result: 0 }));
/** The store counts its writes, so that a test can say that a write was not repeated. */
function counted(store: StoreDriver): { store: StoreDriver; writes: () => number } {
  let writes = 0;
  const write: StoreDriver["write"] = (...args) => {
    writes++;
    return store.write(...args);
  };
  return { store: { ...store, write }, writes: () => writes };
}
const permanent = (message: string) => ({ code: "storage_unavailable", message, retryable: false });

test.each([
  [{ code: "ECONNREFUSED" }, "ECONNREFUSED", true],
  [Object.assign(new TypeError("fetch failed"), { cause: { code: "ENOTFOUND" } }), "ENOTFOUND", true],
  [new Error("SECRETPW at postgres://u:SECRETPW@h"), "", true],
  [{ code: "secret with spaces" }, "", true],
  ["a text", "", true],
  [undefined, "", true],
  [new Error("CLUSTERDOWN The cluster is down"), "CLUSTERDOWN", true],
  [new Error("OOM command not allowed when used memory > 'maxmemory'."), "OOM", false],
  [new Error("timeout exceeded when trying to connect"), "no free connection", true],
  [{ code: "40001" }, "40001", true],
  [{ code: "53300" }, "53300", true],
  [{ code: "28P01" }, "28P01", false],
  [{ code: "EPIPE" }, "EPIPE", true],
  [{ code: "EROFS" }, "EROFS", false],
  [{ code: "SQLITE_BUSY_SNAPSHOT" }, "SQLITE_BUSY", true],
  [{ errcode: 5, errstr: "database is locked" }, "database is locked", true],
  [{ errcode: 517, errstr: "database is locked" }, "database is locked", true],
  [{ errcode: 266, errstr: "disk I/O error" }, "disk I/O error", true],
  [
    { errcode: 1032, errstr: "attempt to write a readonly database" },
    "attempt to write a readonly database",
    false,
  ],
  [{ code: "SQLITE_READONLY" }, "SQLITE_READONLY", false],
] as const)("the reason of %j is %j, and whether it passes: %s", (error, reason, passes) => {
  expect(failureOf(error)).toEqual({ reason, passes });
});

test("a write that fails for a lasting reason is not repeated", async () => {
  for (const error of [
    { code: "25006" },
    new Error("READONLY You can't write against a read only replica."),
  ]) {
    const { store, writes } = counted({ ...memoryStore(), write: () => Promise.reject(error) });
    await expect(updateOf(store)).rejects.toMatchObject({ code: "storage_unavailable", retryable: false });
    expect(writes()).toBe(1);
  }
});

describe("sqliteStore", () => {
  const open = (file = ":memory:", options = {}) => {
    const database = new DatabaseSync(file, options);
    cleanUps.push(() => database.isOpen && database.close());
    return database;
  };
  test("names SQLite's reason, and repeats nothing that lasts", async () => {
    const file = join(newDirectory(), "app.sqlite");
    const database = open(file);
    await updateOf(sqliteStore(database));
    const { store, writes } = counted(sqliteStore(open(file, { readOnly: true })));
    await expect(
      recordsOf(store, notes).update("b", () => ({ value: "x", result: 0 })),
    ).rejects.toMatchObject(permanent("The store failed at write (attempt to write a readonly database)."));
    expect(writes()).toBe(1);
    database.exec("begin exclusive");
    const other = open(file);
    other.exec("pragma busy_timeout = 1");
    await expect(readOf(sqliteStore(other))).rejects.toMatchObject({
      message: "The store failed at read (database is locked).",
      retryable: true,
    });
    database.exec("rollback");
    database.close();
    await expect(readOf(sqliteStore(database))).rejects.toMatchObject(
      permanent("The store failed at read (its client is closed)."),
    );
    truncateSync(file, 5000);
    await expect(readOf(sqliteStore(open(file)))).rejects.toMatchObject(
      permanent("The store failed at read (database disk image is malformed)."),
    );
  });
  test("says that its table was deleted while it ran, and makes no empty one", async () => {
    const database = open();
    const store = sqliteStore(database);
    await updateOf(store);
    database.exec("drop table agent_connectors_store");
    const says = permanent("The table agent_connectors_store was deleted while the store used it.");
    await expect(readOf(store)).rejects.toMatchObject(says);
    await expect(updateOf(store)).rejects.toMatchObject(says);
  });
  test("refuses to take part in a transaction of the application", async () => {
    const database = open();
    const store = sqliteStore(database);
    database.exec("begin");
    for (const call of [
      () => store.read("a"),
      () => store.write("a", "x", undefined),
      () => store.delete("a", "1"),
      () => store.list(""),
    ])
      await expect(call()).rejects.toMatchObject({
        code: "config_error",
        message: expect.stringMatching(/^The application has a transaction open/) as string,
        hint: expect.stringContaining("a connection of its own") as string,
      });
    database.exec("rollback");
    expect(await store.write("a", "x", undefined)).toBe(true);
    const inTransaction = { exec: () => {}, prepare: () => ({ all: () => [] }), inTransaction: true };
    await expect(sqliteStore(inTransaction).read("a")).rejects.toThrow("has a transaction open");
  });
  test.each([
    "create table agent_connectors_store (key text, value text, version text, expires_at real)",
    "create table agent_connectors_store (key text primary key, value text, version text, expires_at real, extra text)",
    "create view agent_connectors_store as select 'a' as key",
  ])("changes nothing in %s", async (statement) => {
    const database = open();
    database.exec(statement);
    await expect(readOf(sqliteStore(database))).rejects.toMatchObject({
      code: "config_error",
      message: "The table agent_connectors_store has other columns than a store.",
    });
    expect(database.prepare("select count(*) as count from sqlite_schema where type = 'index' and sql is not null").get()).toEqual({ count: 0 }); // prettier-ignore
  });
  test("refuses a database whose answers are promises", async () => {
    const database = { exec: () => {}, prepare: () => ({ all: async () => [] }) };
    await expect(sqliteStore(database as never).read("a")).rejects.toMatchObject({
      code: "config_error",
      message: expect.stringMatching(/^The database of the store returned no rows/) as string,
    });
  });
});

test("postgresStore refuses a pool that resolves with something else than rows", async () => {
  for (const result of [[[], []], undefined, null]) {
    const pool = { query: async () => result };
    await expect(postgresStore(pool as never).read("a")).rejects.toMatchObject({
      code: "config_error",
      message: expect.stringMatching(/^The pool of the store returned no rows/) as string,
    });
  }
});

describe.skipIf(noPostgres)("postgresStore", () => {
  test("says what its user may not do, and repeats nothing that lasts", async () => {
    const cluster = await startCluster();
    cleanUps.push(() => cluster.stop());
    const connectionString = await cluster.database();
    const newPool = (user: string) => {
      const pool = new Pool({ connectionString: connectionString.replace("service@", `${user}@`) });
      pool.on("error", () => {});
      cleanUps.push(() => pool.ended || pool.end());
      return pool;
    };
    const owner = newPool("service");
    await updateOf(postgresStore(owner));
    await owner.query("create role app login");
    const app = newPool("app");
    const { store, writes } = counted(postgresStore(app));
    const noRights = {
      code: "config_error",
      message: "This user of the database may not use the table agent_connectors_store (42501).",
      hint: expect.stringContaining("Grant select, insert, update and delete") as string,
    };
    await expect(readOf(store)).rejects.toMatchObject(noRights);
    await owner.query("grant select on agent_connectors_store to app");
    expect(await readOf(store)).toBe("x");
    await expect(recordsOf(store, notes).update("a", () => ({ value: "y", result: 0 }))).rejects.toMatchObject(noRights); // prettier-ignore
    expect(writes()).toBe(1);
    await expect(readOf(postgresStore(owner, { table: "nosuch.tokens" }))).rejects.toMatchObject({
      code: "config_error",
      message: "The schema nosuch does not exist (3F000).",
      hint: expect.stringContaining('postgresStoreTable("nosuch.tokens")') as string,
    });
    await owner.query("create schema empty");
    await expect(readOf(postgresStore(app, { table: "empty.tokens" }))).rejects.toMatchObject({
      code: "config_error",
    });
    await owner.query(`alter role service set default_transaction_read_only = on`);
    await expect(recordsOf(postgresStore(newPool("service")), notes).update("b", () => ({ value: "y", result: 0 }))).rejects.toMatchObject(permanent("The store failed at write (25006: the database is read-only).")); // prettier-ignore
    await app.end();
    await expect(readOf(store)).rejects.toMatchObject(
      permanent("The store failed at read (its client is closed)."),
    );
  });
});

test("redisStore refuses replies of another shape, as inside of MULTI", async () => {
  for (const reply of ["QUEUED", {}, "x".repeat(50)]) {
    const store = redisStore({ sendCommand: async () => reply });
    for (const call of [
      () => store.read("a"),
      () => store.write("a", "x", undefined),
      () => store.delete("a", "1"),
      () => store.list(""),
    ])
      await expect(call()).rejects.toMatchObject({
        code: "config_error",
        message: "The client of Redis returned something that is no reply of this store.",
        hint: expect.stringContaining("in no MULTI") as string,
      });
  }
});

describe.skipIf(noRedis)("redisStore", () => {
  const start = async () => {
    const server = await startRedis();
    cleanUps.push(() => server.stop());
    const client = new Redis({ path: server.socket });
    client.on("error", () => {});
    cleanUps.push(() => client.disconnect());
    return { server, client };
  };
  test.each(["values", "keys", "ends"])(
    "writes and deletes nothing if its key %s is another program's",
    async (name) => {
      const { client } = await start();
      const store = redisStore(client);
      await store.write("a", "x", undefined, 60);
      const { version } = (await store.read("a"))!;
      await client.rename(`{agent-connectors}:${name}`, "kept");
      await client.set(`{agent-connectors}:${name}`, "mine");
      const before = await Promise.all((await client.keys("*")).toSorted().map((one) => client.dump(one)));
      for (const call of [
        () => store.read("a"),
        () => store.list(""),
        () => store.write("b", "x", undefined),
        () => store.write("b", "x", undefined, 60),
        () => store.write("a", "x", version),
        () => store.delete("a", version),
      ])
        await expect(call()).rejects.toMatchObject({ code: "config_error" });
      const after = await Promise.all((await client.keys("*")).toSorted().map((one) => client.dump(one)));
      expect(after).toEqual(before);
    },
  );
  test("names Redis's reason, and repeats nothing that lasts", async () => {
    const { server, client } = await start();
    await client.call("acl", "setuser", "app", "on", ">pw", "~*", "+@all", "-eval");
    const app = new Redis({ path: server.socket, username: "app", password: "pw" });
    cleanUps.push(() => app.disconnect());
    await expect(readOf(redisStore(app))).rejects.toMatchObject(
      permanent("The store failed at read (NOPERM)."),
    );
    await client.call("config", "set", "maxmemory", "1");
    const full = counted(redisStore(client));
    await expect(updateOf(full.store)).rejects.toMatchObject(permanent("The store failed at write (OOM)."));
    expect(full.writes()).toBe(1);
    await client.call("config", "set", "maxmemory", "0");
    await client.call("replicaof", "127.0.0.1", "1");
    await expect(updateOf(redisStore(client))).rejects.toMatchObject(
      permanent("The store failed at write (READONLY)."),
    );
    const neverConnected = createClient();
    await expect(readOf(redisStore(neverConnected))).rejects.toMatchObject(
      permanent("The store failed at read (its client is closed)."),
    );
    await client.quit();
    await expect(readOf(redisStore(client))).rejects.toMatchObject(
      permanent("The store failed at read (its client is closed)."),
    );
  });
});

describe("httpStore", () => {
  const token = "0123456789abcdef";
  const at = (fetch: typeof globalThis.fetch) => httpStore("https://store.example/v1", { token, fetch });
  const behind = (status: number, init: ResponseInit = {}) =>
    at(async () => new Response("<html>", { status, ...init }));
  const name = "The store at https://store.example/v1";

  test.each([
    [429, "storage_unavailable", `${name} is behind a proxy that got too many requests (429).`, true],
    [413, "config_error", `${name} is behind a proxy that refuses large values (413).`, false],
    [401, "config_error", `${name} is behind a proxy that refused the request (401).`, false],
    [403, "config_error", `${name} is behind a proxy that refused the request (403).`, false],
    [301, "config_error", `${name} redirects to another address.`, false],
    [308, "config_error", `${name} redirects to another address.`, false],
    [404, "config_error", `${name} is no store: it responded with 404.`, false],
    [500, "storage_unavailable", `${name} responded with 500.`, true],
  ])("says what a proxy's %i means", async (status, code, message, retryable) => {
    const store = behind(status, { headers: { location: "https://other.example" } });
    for (const call of [() => store.read("a"), () => store.write("a", "x", undefined)])
      await expect(call()).rejects.toMatchObject({ code, message, retryable });
  });
  test("sends the token to no address to which a server redirects", async () => {
    await using other = await serve((_request, response) => json(response, 200, {}));
    await using server = await serve(
      (_request, response) => void response.writeHead(307, { location: other.url }).end(),
    );
    const store = httpStore(server.url, { token });
    for (const call of [() => store.read("a"), () => store.write("a", "x", undefined)])
      await expect(call()).rejects.toMatchObject({
        code: "config_error",
        message: expect.stringContaining("redirects to another address"),
      });
    expect(other.requests).toEqual([]);
  });
  test("names why a server could not be reached", async () => {
    const cause = Object.assign(new Error("getaddrinfo ENOTFOUND store.example"), { code: "ENOTFOUND" });
    const store = at(() => Promise.reject(Object.assign(new TypeError("fetch failed"), { cause })));
    await expect(store.read("a")).rejects.toMatchObject({
      code: "storage_unavailable",
      message: `${name} did not respond (ENOTFOUND).`,
      retryable: true,
    });
    const slow = at(() => Promise.reject(new DOMException("The operation timed out", "TimeoutError")));
    await expect(slow.read("a")).rejects.toThrow(`${name} did not respond within 14 seconds.`);
  });
  test("a body that was cut off is a failure of the store", async () => {
    const handle = storeHandler({ ...memoryStore(), read: async () => ({ value: "x", version: "1" }), list: async () => ["a"] }, { token }); // prettier-ignore
    const store = at(async (url, init) => {
      const { status, headers } = await handle(new Request(url, init));
      const body = new ReadableStream({
        start: (controller) => controller.error(new TypeError("terminated")),
      });
      return new Response(body, { status, headers });
    });
    for (const call of [() => store.read("a"), () => store.list("")])
      await expect(call()).rejects.toMatchObject({
        code: "storage_unavailable",
        message: `${name} did not respond.`,
      });
  });
});
