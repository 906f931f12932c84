import { randomUUID } from "node:crypto";
import type { StoreDriver } from "agent-connectors/store";
import {
  deleteRecord,
  findRecord,
  recordChange,
  recordKeys,
  type NewRecord,
  type RecordOwner,
  type RecordsDb,
} from "../store/queries/records.ts";
import { stopRecords } from "../store/queries/journal-records.ts";
import type { RecordRow } from "../store/record-row.ts";
import { storageError } from "../store/storage-errors.ts";
import type { Store } from "../store/store.ts";
import type { ConnectorRow } from "../store/tables.ts";
import { writeTogether, type Change } from "../store/write-together.ts";
import type { Sealer } from "./sealing.ts";

/** The stores for what connectors keep, which all replicas share. */
export interface RecordStores {
  /** Returns the store of a connector or, without `connector`, the store that all connectors of an organization share. */
  of(organization: string, connector?: string): StoreDriver;
  /** Returns a store with only the stop that applies to a connector: that of its organization, its user or itself. */
  stopsOf(connector: StoppableConnector): StoreDriver;
}

type StoppableConnector = Pick<ConnectorRow, "id" | "organization_id" | "workspace_id">;

/** Returns the ids of what can be stopped, and concerns a connector. */
const stopIds = ({ id, workspace_id }: StoppableConnector): string[] => [
  "organization",
  `user/${workspace_id}`,
  `connector/${id}`,
];

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
    stopsOf(connector) {
      const keys = stopIds(connector).map((id) => `stops/${id}`);
      const refuse = () => Promise.reject(new Error("This store is only read."));
      return {
        private: true,
        async read() {
          const [row] = await stopRecords(store, connector.organization_id, keys).catch(throwStorageError);
          return row && { value: openRecord(sealer, row), version: row.version };
        },
        write: refuse,
        delete: refuse,
        list: refuse,
      };
    },
  };
}

/** The values that a request has read or written itself, by key. Undefined: there was none. */
export type KnownRecords = Map<string, { value: string; version: string } | undefined>;

/** Changes of a store that are committed together with the next write. `isDone`: whether they are committed. */
export interface LaterChanges {
  store: Pick<Store, "db" | "transaction">;
  changes: readonly Change[];
  isDone: boolean;
}

/**
 * Returns the store of one owner.
 * @param place the database, or a transaction with which the changes of the store are committed
 * @param known lets a request read no value twice. A write fails if the value has changed meanwhile, and is then forgotten.
 * After a transaction that may have failed, the caller must forget it
 */
export function recordStore(
  place: RecordsDb,
  sealer: Sealer,
  owner: RecordOwner,
  { known, later }: { known?: KnownRecords | undefined; later?: LaterChanges | undefined } = {},
): StoreDriver {
  return {
    private: true,
    async read(key) {
      if (known?.has(key)) return known.get(key);
      const row = await findRecord(place, { ...owner, key }).catch(throwStorageError);
      const found = row && { value: openRecord(sealer, row), version: row.version };
      known?.set(key, found);
      return found;
    },
    async write(key, value, ifVersion, ttlSeconds) {
      const row = newRecord(sealer, { ...owner, key }, value);
      known?.delete(key);
      const change = recordChange(place.db, row, ifVersion, ttlSeconds);
      const writing =
        later && !later.isDone
          ? writeTogether(later.store, change, later.changes).then((done) => (later.isDone = done))
          : place.db.executeQuery(change).then(({ rows }) => rows.length > 0);
      const isWritten = await writing.catch(throwStorageError);
      if (isWritten) known?.set(key, { value, version: row.version });
      return isWritten;
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

export const newRecord = (sealer: Sealer, id: RecordId, value: string): NewRecord => ({
  ...id,
  ...sealedRecord(sealer, id, value),
});

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
