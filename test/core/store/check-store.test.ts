import { claimOnce } from "agent-connectors";
import { memoryStore, postgresStore, redisStore, sealedStore, sqliteStore } from "agent-connectors/store";
import { testStore } from "agent-connectors/testing";
import { expect, test } from "vitest";

const key = Buffer.alloc(32, 1).toString("base64");
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
])("%s is refused at once, with a sentence", async (_, make, says) => {
  const error: unknown = await (async () => make())().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "config_error", message: expect.stringContaining(says) as string });
});

test("a store that was not awaited is named", () => {
  expect(() => sealedStore(Promise.resolve(memoryStore()) as never, key)).toThrow(
    expect.objectContaining({ hint: expect.stringContaining("await") as string }) as Error,
  );
});
