import type { ApprovalRecord, ApprovalStore } from "../core/contract/approval.ts";
import type { Clock } from "../core/ground/clock.ts";

export const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Creates a store that keeps records in memory for 30 days. The records are lost when the process ends. */
export function memoryApprovalStore(clock: Pick<Clock, "now"> = Date): ApprovalStore {
  const kept = new Map<string, ApprovalRecord>();
  return {
    async update(id, change) {
      // The records are in the order of their creation.
      for (const [old, { at }] of kept) {
        if (clock.now() - at < keptMs) break;
        kept.delete(old);
      }
      const { record, result } = change(kept.get(id));
      if (record) kept.set(id, record);
      return result;
    },
  };
}
