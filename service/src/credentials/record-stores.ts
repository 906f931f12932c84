import { randomUUID } from "node:crypto";
import type { StoreDriver } from "agent-connectors/store";
import {
  deleteRecord,
  findRecord,
  recordKeys,
  writeRecord,
  type RecordOwner,
  type RecordsDb,
} from "../store/queries/records.ts";
import type { RecordRow } from "../store/record-row.ts";
import { storageError } from "../store/storage-errors.ts";
import type { Store } from "../store/store.ts";
import type { Sealer } from "./sealing.ts";

/** The stores for what connectors keep, which all replicas share. */
export interface RecordStores {
  /** Returns the store of a connector or, without `connector`, the store that all connectors of an organization share. */
  of(organization: string, connector?: string): StoreDriver;
}

/** Creates stores that keep encrypted values in the database. Lifetimes follow the clock of the database. */
export function createRecordStores(store: Store, sealer: Sealer): RecordStores {
  const shared = new Map<string, StoreDriver>();
  return {
    of(organization_id, connector_id = "") {
      const id = { organization_id, connector_id };
      if (connector_id !== "") return recordStore(store, sealer, id);
      // The changes of one process run one after another only if they use the same store.
      const found = shared.get(organization_id) ?? recordStore(store, sealer, id);
      shared.set(organization_id, found);
      return found;
    },
  };
}

/**
 * Returns the store of one owner.
 * @param place the database, or a transaction with which the changes of the store are committed
 */
export function recordStore(place: RecordsDb, sealer: Sealer, owner: RecordOwner): StoreDriver {
  return {
    private: true,
    async read(key) {
      const row = await findRecord(place, { ...owner, key }).catch(throwStorageError);
      return row && { value: openRecord(sealer, row), version: row.version };
    },
    write(key, value, ifVersion, ttlSeconds) {
      const row = { ...owner, key, ...sealedRecord(sealer, { ...owner, key }, value) };
      return writeRecord(place, row, ifVersion, ttlSeconds).catch(throwStorageError);
    },
    delete: (key, ifVersion) => deleteRecord(place, { ...owner, key }, ifVersion).catch(throwStorageError),
    list: (prefix, after = "", limit = 100) =>
      recordKeys(place, owner, prefix, after, limit).catch(throwStorageError),
  };
}

type RecordId = RecordOwner & Pick<RecordRow, "key">;

/** A value opens only for its organization, its connector and its key. */
const associatedDataOfRecord = ({ organization_id, connector_id, key }: RecordId): readonly string[] => [
  "record",
  organization_id,
  connector_id,
  key,
];

export const openRecord = (sealer: Sealer, row: RecordId & Pick<RecordRow, "sealed">): string =>
  sealer.open(row.sealed, associatedDataOfRecord(row));

/** Returns the columns of a new value. */
export const sealedRecord = (
  sealer: Sealer,
  id: RecordId,
  value: string,
): Pick<RecordRow, "sealed" | "key_id" | "version"> => ({
  sealed: sealer.seal(value, associatedDataOfRecord(id)),
  key_id: sealer.keyId,
  version: randomUUID(),
});

function throwStorageError(error: unknown): never {
  throw storageError(error) ?? error;
}
