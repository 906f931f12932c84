import type { Clock, SpendStore } from "agent-connectors";
import { lockSpendTotals, writeSpendTotals } from "../store/queries/spend-totals.ts";
import type { Store } from "../store/store.ts";

/** The stores for spending totals, one for each organization. All replicas share the totals. */
export interface SpendStores {
  of(organization: string): SpendStore;
}

/**
 * Creates stores for spending totals. Before a write that can spend money, a connector reserves the amount in one
 * transaction. After the write, another transaction ends the reservation. If the process is killed during the
 * write, the reserved amount still counts.
 */
export function createSpendStores(store: Store, clock: Pick<Clock, "now">): SpendStores {
  return {
    of: (organization_id) => ({
      update: (id, change) =>
        store.transaction(async (db) => {
          const key = { organization_id, id };
          const stored = await lockSpendTotals(db, key, clock.now());
          const { totals, result } = change(stored);
          if (totals !== stored) await writeSpendTotals(db, key, totals, clock.now());
          return result;
        }),
    }),
  };
}
