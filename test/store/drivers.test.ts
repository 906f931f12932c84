import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { testStore, type TestStoreOptions } from "agent-connectors/testing";
import { Redis } from "ioredis";
import { Client, Pool } from "pg";
import { createClient } from "redis";
import { afterAll, describe, expect, test } from "vitest";
import { noPgbouncer, startPgbouncer } from "../../service/test/support/postgres/pgbouncer.ts";
import { noPostgres, startCluster } from "../../service/test/support/postgres/postgres.ts";
import type { StoreDriver } from "../../src/core/contract/store-driver.ts";
import { memoryStore } from "../../src/core/store/memory-store.ts";
import { fileStore } from "../../src/store/file-store.ts";
import { httpStore } from "../../src/store/http-store.ts";
import { postgresStore } from "../../src/store/postgres-store.ts";
import { redisStore } from "../../src/store/redis-store.ts";
import { sealedStore } from "../../src/store/sealed-store.ts";
import { sqliteStore } from "../../src/store/sqlite-store.ts";
import { storeHandler } from "../../src/store/store-handler.ts";
import { noRedis, startRedis } from "./redis-server.ts";

const cleanUps: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), "ac-store-"));
  cleanUps.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
};

/** Tests stores that each have a connection of their own, which `close` ends. */
async function testConnections<C>(
  connect: () => Promise<C>,
  {
    store,
    close,
    advance,
  }: {
    store: (connection: C) => StoreDriver;
    close: (connection: C) => unknown;
    advance?: TestStoreOptions["advance"];
  },
): Promise<void> {
  const connections = new Map<StoreDriver, C>();
  const open = new Set<C>();
  cleanUps.push(() => Promise.all([...open].map((connection) => close(connection))));
  const options: TestStoreOptions = {
    ...(advance ? { advance } : {}),
    async close(one) {
      open.delete(connections.get(one)!);
      await close(connections.get(one)!);
    },
  };
  const { skipped } = await testStore(async () => {
    const connection = await connect();
    const made = store(connection);
    connections.set(made, connection);
    open.add(connection);
    return made;
  }, options);
  expect(skipped).toEqual([]);
}

/** A store whose clock `advance` moves, so that its test takes no time. */
function movableStore(): { store: StoreDriver; advance: (seconds: number) => void } {
  let now = 0;
  return { store: memoryStore({ now: () => now }), advance: (seconds) => void (now += seconds * 1000) };
}

test.concurrent("memoryStore", async () => {
  const { store, advance } = movableStore();
  const { text, skipped } = await testStore(() => store, { advance });
  expect(text).toBe("Store: 17 checks, 0 faults.\nNot checked: a closed store rejects.");
  expect(skipped).toEqual(["a closed store rejects"]);
});

test.concurrent("fileStore", async () => {
  const directory = join(newDirectory(), "store");
  await testStore(() => fileStore(directory));
  expect(await fileStore(directory).list("")).toEqual([]);
});

test.concurrent("sealedStore", async () => {
  const key = Buffer.alloc(32, 7).toString("base64");
  const { store, advance } = movableStore();
  await testStore(() => sealedStore(store, key), { advance });
});

test.concurrent("sqliteStore on node:sqlite", async () => {
  const file = join(newDirectory(), "store.sqlite");
  await testConnections(async () => new DatabaseSync(file), {
    store: sqliteStore,
    close: (database) => database.close(),
  });
});

test.skipIf(noPostgres).concurrent("postgresStore", async () => {
  const cluster = await startCluster();
  cleanUps.push(() => cluster.stop());
  const connectionString = await cluster.database();
  await testConnections(async () => new Pool({ connectionString, max: 5 }), {
    store: (pool) => postgresStore(pool),
    close: (pool) => pool.end(),
  });
});

test
  .skipIf(noPostgres ?? noPgbouncer)
  .concurrent("postgresStore through PgBouncer in transaction mode", async () => {
    const cluster = await startCluster();
    cleanUps.push(() => cluster.stop());
    const url = await cluster.database();
    const bouncer = await startPgbouncer(url);
    cleanUps.push(() => bouncer.stop());
    const client = new Client({ connectionString: url });
    await client.connect();
    // Such a database refuses statements that are in the way of each other.
    await client.query("alter database test_1 set default_transaction_isolation = 'serializable'");
    await client.query("create schema app");
    await client.end();
    await testConnections(async () => new Pool({ connectionString: bouncer.url, max: 5 }), {
      store: (pool) => postgresStore(pool, { table: "app.values" }),
      close: (pool) => pool.end(),
    });
  });

describe.skipIf(noRedis).concurrent("redisStore", () => {
  const server = async () => {
    const started = await startRedis();
    cleanUps.push(() => started.stop());
    return started.socket;
  };
  test("with the package redis", async () => {
    const socket = await server();
    const connect = async () => {
      const client = createClient({ socket: { path: socket, tls: false } });
      client.on("error", () => {});
      await client.connect();
      return client;
    };
    await testConnections(connect, {
      store: (client) => redisStore(client),
      close: (client) => client.destroy(),
    });
  });
  test("with the package ioredis", async () => {
    const socket = await server();
    await testConnections(async () => new Redis({ path: socket }), {
      store: (client) => redisStore(client, { prefix: "app:store" }),
      close: (client) => client.disconnect(),
    });
  });
});

test.concurrent("httpStore and storeHandler", async () => {
  const token = "0123456789abcdef";
  const { store, advance } = movableStore();
  const handle = storeHandler(store, { token });
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks = await incoming.toArray();
    const headers = incoming.headers as Record<string, string>;
    const { method = "GET", url = "/" } = incoming;
    const body = method === "PUT" ? { body: Buffer.concat(chunks) } : {};
    const response = await handle(new Request(`http://localhost${url}`, { method, headers, ...body }));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  };
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUps.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/store`;
  await testConnections(async () => ({ isOpen: true }), {
    store: (connection) =>
      httpStore(url, {
        token,
        fetch: (...args) => (connection.isOpen ? fetch(...args) : Promise.reject(new Error("closed"))),
      }),
    close: (connection) => void (connection.isOpen = false),
    advance,
  });
});

test.each([
  [0, 5000],
  [60_000, 60_000],
])("a SQLite database that waits for %d ms waits for %d ms with the store", async (before, after) => {
  const database = new DatabaseSync(":memory:");
  database.exec(`pragma busy_timeout = ${before}`);
  await sqliteStore(database).read("a");
  expect(database.prepare("pragma busy_timeout").all()).toEqual([{ timeout: after }]);
});
