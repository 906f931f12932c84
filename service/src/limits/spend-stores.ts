import type { DayTotals, SpendStore } from "agent-connectors";
import { recordsOf, type Kind, type StoreDriver } from "agent-connectors/store";
import { totalsKeyOf } from "../store/old-totals-key.ts";

const noTotals: DayTotals = { amounts: {}, reserved: {} };

const totalsKind: Kind<DayTotals> = {
  name: "totals",
  // The date is current for a day, and the totals are kept for three days after it.
  ttlSeconds: 4 * 86_400,
  is: (value): value is DayTotals => typeof value === "object" && value !== null && "amounts" in value,
};

/** Returns the spending totals of an organization. A reservation that nobody ends, because its process was killed, counts. */
export function spendStoreOf(store: StoreDriver): SpendStore {
  const totals = recordsOf(store, totalsKind);
  return {
    update: async (id, change) =>
      totals.update(await totalsKeyOf(id), (stored) => {
        const { totals: value, result } = change(stored ?? noTotals);
        return { value: value === noTotals ? undefined : value, result };
      }),
  };
}
