import { claimOnce, ConnectorError } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { expect, test } from "vitest";

test("only the first claim of a key succeeds, even if several arrive at once", async () => {
  const store = memoryStore();
  const claims = await Promise.all([1, 2, 3].map(() => claimOnce(store, "turn 1")));
  expect(claims.filter((isFirst) => isFirst)).toHaveLength(1);
  expect(await claimOnce(store, "turn 2")).toBe(true);
  expect(await claimOnce(store, "turn 1")).toBe(false);
  expect(await claimOnce(memoryStore(), "turn 1")).toBe(true);
  expect(await claimOnce({ ...store }, "turn 1")).toBe(false);
});

test("an empty key is refused, so that it cannot claim the work of all events without a key", async () => {
  const store = memoryStore();
  for (const key of ["", undefined as never])
    await expect(claimOnce(store, key)).rejects.toThrow(ConnectorError);
});

test("a claim is kept for 30 days", async () => {
  let now = 0;
  const store = memoryStore({ now: () => now });
  const day = 86_400_000;
  expect(await claimOnce(store, "turn 1")).toBe(true);
  now = 30 * day - 1;
  expect(await claimOnce(store, "turn 1")).toBe(false);
  now = 30 * day + 1;
  expect(await claimOnce(store, "turn 1")).toBe(true);
});
