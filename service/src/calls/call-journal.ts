import type { StoreDriver } from "agent-connectors/store";
import { newRecord, recordStore } from "../credentials/record-stores.ts";
import type { Sealer } from "../credentials/sealing.ts";
import type { ClaimKey } from "../idempotency/idempotency-keys.ts";
import { kindOf } from "../platforms/routed-store.ts";
import { laterRecord, recordChange } from "../store/queries/records.ts";
import type { Db, Store } from "../store/store.ts";
import type { ConnectorRow } from "../store/tables.ts";
import type { Change } from "../store/write-together.ts";

/** The journal's entry of one call with an idempotency key, which is stored together with what the call stores for its key. */
export interface CallJournal {
  store: StoreDriver;
  /** Writes the end of the entry, if it has one. An end that comes later is written at once. */
  writeEnd(db: Db): Promise<void>;
  /** Returns the change that writes the end of the entry together with an earlier change. */
  endChanges(): Change[];
}

/** @param claim stores the use of the key, together with the start of the entry */
export function createCallJournal(
  { store, sealer }: { store: Store; sealer: Sealer },
  { organization_id, id: connector_id }: Pick<ConnectorRow, "organization_id" | "id">,
  claim: ClaimKey,
): CallJournal {
  const owner = { organization_id, connector_id };
  const own = recordStore(store, sealer, owner);
  let isOpen = true;
  let end: Parameters<StoreDriver["write"]> | undefined;
  const take = () => {
    isOpen = false;
    if (!end) return undefined;
    const [key, value, , ttlSeconds] = end;
    return { row: newRecord(sealer, { ...owner, key }, value), ttlSeconds };
  };
  return {
    store: {
      ...own,
      retry: false,
      async write(...given) {
        const [key, value, , ttlSeconds] = given;
        if (kindOf(key) === "journal")
          await claim(laterRecord(store.db, newRecord(sealer, { ...owner, key }, value), ttlSeconds));
        else if (isOpen) end = given;
        else return own.write(...given);
        return true;
      },
    },
    async writeEnd(db) {
      const found = take();
      if (found) await db.executeQuery(recordChange(db, found.row, undefined, found.ttlSeconds));
    },
    endChanges() {
      const found = take();
      return found ? [laterRecord(store.db, found.row, found.ttlSeconds)] : [];
    },
  };
}
