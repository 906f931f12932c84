import { createMemoryState } from "@chat-adapter/state-memory";
import { createPostgresState } from "@chat-adapter/state-pg";
import { claimOnce } from "agent-connectors";
import { expect, onTestFinished, test } from "vitest";
import { chatStateStore } from "../../examples/chat-state-store.ts";
import { noPostgres, startCluster } from "../../service/test/support/postgres.ts";

const stateOf = (state: ReturnType<typeof createMemoryState>): Parameters<typeof chatStateStore>[0] => ({
  acquireLock: (key, ms) => state.acquireLock(key, ms),
  extendLock: (lock, ms) => state.extendLock(lock, ms),
  releaseLock: (lock) => state.releaseLock(lock),
  get: (key) => state.get(key),
  set: (key, value, ms) => state.set(key, value, ms),
});

test.skipIf(noPostgres)(
  "of many claims of two replicas in one PostgreSQL database, one succeeds",
  async () => {
    const cluster = await startCluster();
    onTestFinished(() => cluster.stop());
    const url = await cluster.database();
    const states = [createPostgresState({ url }), createPostgresState({ url })];
    for (const state of states) await state.connect();
    const stores = states.map(chatStateStore);
    const claims = Array.from({ length: 10 }, (_, index) => claimOnce(stores[index % 2]!, "turn 1"));
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
    expect(await claimOnce(stores[1]!, "turn 2")).toBe(true);
    for (const state of states) await state.disconnect();
  },
);

test("if the lock is lost during an update, nothing is stored", async () => {
  const state = createMemoryState();
  await state.connect();
  const store = chatStateStore(state);
  const record = { at: 1, runs: {} };
  expect(await store.update("1", (before) => ({ record, result: before }))).toBeUndefined();
  expect(await store.update("1", (before) => ({ record: undefined, result: before }))).toEqual(record);
  const lost = chatStateStore({ ...stateOf(state), extendLock: async () => false });
  await expect(claimOnce(lost, "turn")).rejects.toThrow("lost");
  expect(await claimOnce(store, "turn")).toBe(true);
});

test("a claim succeeds although its lock cannot be released", async () => {
  const state = createMemoryState();
  await state.connect();
  const releaseLock = async () => {
    throw new Error("The connection was lost.");
  };
  expect(await claimOnce(chatStateStore({ ...stateOf(state), releaseLock }), "turn")).toBe(true);
});

test("a claim throws if another process has claimed the key after the lock has expired", async () => {
  const state = createMemoryState();
  await state.connect();
  const paused = chatStateStore({
    ...stateOf(state),
    get: async (key) => {
      await state.forceReleaseLock(key);
      expect(await claimOnce(chatStateStore(state), "turn")).toBe(true);
      return null;
    },
  });
  await expect(claimOnce(paused, "turn")).rejects.toThrow("lost");
  expect(await claimOnce(chatStateStore(state), "turn")).toBe(false);
});
