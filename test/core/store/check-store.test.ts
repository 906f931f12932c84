import { claimOnce } from "agent-connectors";
import { fileStore } from "agent-connectors/file-store";
import { SlackConnector } from "agent-connectors/slack";
import {
  httpStore,
  memoryStore,
  postgresStore,
  redisStore,
  sealedStore,
  sqliteStore,
  storeHandler,
} from "agent-connectors/store";
import { testStore } from "agent-connectors/testing";
import { Pool } from "pg";
import { createClient } from "redis";
import { expect, test } from "vitest";

const key = Buffer.alloc(32, 1).toString("base64");
const token = "0123456789abcdef";
const pool = { query: () => Promise.reject(new Error("unused")) };
const client = { sendCommand: () => Promise.reject(new Error("unused")) };
type Bare = (given: unknown) => unknown;
const { list: _list, ...withoutList } = memoryStore();

test.each([
  ["a text for a pool", () => postgresStore("postgres://localhost" as never), "pool must be an object"],
  ["an empty client", () => redisStore({} as never), "client has no function sendCommand"],
  ["the name of a file", () => sqliteStore("app.sqlite" as never), "database must be an object"],
  ["nothing to seal", () => sealedStore(undefined as never, key), "store must be an object"],
  ["half a store", () => sealedStore(withoutList as never, key), "store has no function list"],
  ["the second key", () => sealedStore(memoryStore(), [key, "short"]), "32 bytes as base64"],
  ["an empty object for a claim", () => claimOnce({} as never, "k"), "store has no function read, write, delete"], // prettier-ignore
  ["a store for testStore", () => testStore(memoryStore() as never), "needs a function that makes a store"],
  [
    "a client of Redis for a pool",
    () => postgresStore(createClient() as never),
    "pool has no function query",
  ],
  ["a pool for a database", () => sqliteStore(new Pool() as never), "database has no function exec, prepare"],
  ["a pool for a store", () => sealedStore(new Pool() as never, key), "store has no function read, write"],
  ["a function that was not called", () => redisStore(createClient as never), "client must be an object, got a function"], // prettier-ignore
  ["a misspelled option", () => postgresStore(pool, { tabel: "a" } as never), 'no option "tabel"'],
  ["the option of another store", () => redisStore(client, { table: "a" } as never), 'no option "table"'],
  ["a table that is no option", () => postgresStore(pool, "app.values" as never), "must be a plain object, got a text"], // prettier-ignore
  ["a text for fetch", () => httpStore("https://store.example", { token, fetch: "x" as never }), "fetch must be a function, got a text"], // prettier-ignore
  ["an HTTP store without options", () => (httpStore as never as Bare)("https://store.example"), "The token of a store"], // prettier-ignore
  ["a handler without options", () => (storeHandler as never as Bare)(memoryStore()), "The token of a store"],
  ["a handler without a store", () => storeHandler(undefined as never, { token }), "store must be an object, got nothing"], // prettier-ignore
  ["a handler for a pool", () => storeHandler(new Pool() as never, { token }), "store has no function read"],
  ["a path with a NUL", () => fileStore("/tmp/a\0b"), "The path of the store must be a text"],
])("%s is refused at once, with a sentence", async (_, make, says) => {
  const error: unknown = await (async () => make())().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "config_error", message: expect.stringContaining(says) as string });
});

test("a store that was not awaited is named", () => {
  expect(() => sealedStore(Promise.resolve(memoryStore()) as never, key)).toThrow(
    expect.objectContaining({ hint: expect.stringContaining("await") as string }) as Error,
  );
});

const address = "postgres://me:SECRETPW@db.example/app" as never;
test.each<[string, () => unknown]>([
  ["postgresStore", () => postgresStore(address)],
  ["the options of postgresStore", () => postgresStore(pool, address)],
  ["the table of postgresStore", () => postgresStore(pool, { table: address })],
  ["sqliteStore", () => sqliteStore(address)],
  ["redisStore", () => redisStore(address)],
  ["the prefix of redisStore", () => redisStore(client, { prefix: address })],
  ["sealedStore", () => sealedStore(address, key)],
  ["the key of sealedStore", () => sealedStore(memoryStore(), address)],
  ["httpStore", () => httpStore(address, { token })],
  ["the option fetch", () => httpStore("https://store.example", { token, fetch: address })],
  ["storeHandler", () => storeHandler(address, { token })],
  ["claimOnce", () => claimOnce(address, "k")],
  ["the option store", () => new SlackConnector({ auth: { api_token: "xoxb-1" } }, { store: address })],
  ["the option clock", () => new SlackConnector({ auth: { api_token: "xoxb-1" } }, { clock: address })],
  ["the options", () => new SlackConnector({ auth: { api_token: "xoxb-1" } }, address)],
  ["makeStore", () => testStore(address)],
])("an address with a password is not repeated by %s", async (_, make) => {
  const error: unknown = await (async () => make())().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "config_error" });
  expect(JSON.stringify(error) + String(error)).not.toContain("SECRETPW");
});
