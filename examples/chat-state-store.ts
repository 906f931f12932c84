import { setTimeout as wait } from "node:timers/promises";
import type { ApprovalRecord, ApprovalStore } from "agent-connectors";
import type { StateAdapter } from "chat";

type State = Pick<StateAdapter, "acquireLock" | "extendLock" | "releaseLock" | "get" | "set">;

const lockMs = 30_000;
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Keeps the records in a state of the Chat SDK, such as `createPostgresState()`. Connect the state first. */
export const chatStateStore = (state: State): ApprovalStore => ({
  async update(id, change) {
    const key = `approval:${id}`;
    let lock = await state.acquireLock(key, lockMs);
    for (; !lock; lock = await state.acquireLock(key, lockMs)) await wait(50);
    try {
      const before = await state.get<ApprovalRecord>(key);
      const { record, result } = change(before ?? undefined);
      // If this process was paused for too long, another process can have the lock.
      if (!(await state.extendLock(lock, lockMs))) throw new Error(`The lock of ${key} was lost.`);
      if (record) await state.set(key, record, keptMs);
      return result;
    } finally {
      // A lock that is not released expires. An error here would hide that the record was stored.
      await state.releaseLock(lock).catch(() => {});
    }
  },
});
