import { claimOnce, ConnectorError, memoryApprovalStore } from "agent-connectors";
import { expect, test } from "vitest";

test("only the first claim of a key succeeds, even if several arrive at once", async () => {
  const store = memoryApprovalStore();
  const claims = await Promise.all([1, 2, 3].map(() => claimOnce(store, "turn 1")));
  expect(claims.filter((isFirst) => isFirst)).toHaveLength(1);
  expect(await claimOnce(store, "turn 2")).toBe(true);
  expect(await claimOnce(store, "turn 1")).toBe(false);
  expect(await claimOnce(memoryApprovalStore(), "turn 1")).toBe(true);
});

test("an empty key is refused, so that it cannot claim the work of all events without a key", async () => {
  const store = memoryApprovalStore();
  for (const key of ["", undefined as never])
    await expect(claimOnce(store, key)).rejects.toThrow(ConnectorError);
});
