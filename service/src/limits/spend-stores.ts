import type { Clock, SpendStore } from "agent-connectors";
import { lockSpendTotals, writeSpendTotals } from "../store/queries/spend-totals.ts";
import type { Store } from "../store/store.ts";

/** A store of each organization for the spending totals of its accounts. All replicas share the totals. */
export interface SpendStores {
  of(organization: string): SpendStore;
}

/**
 * Before a write that can spend money, a connector reserves the amount in one transaction. After the write, another
 * transaction ends the reservation. If the process is killed in between, the reservation stays.
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
