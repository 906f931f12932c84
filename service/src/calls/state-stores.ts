import { randomUUID } from "node:crypto";
import type { Clock, StateStore } from "agent-connectors";
import type { Sealer } from "../credentials/sealing.ts";
import { addState, deleteState, findState, replaceState } from "../store/queries/call-states.ts";
import { storageError } from "../store/storage-errors.ts";
import type { Store } from "../store/store.ts";
import type { ConnectorRow } from "../store/tables.ts";

/** The stores for what actions keep between calls, one for each connector. All replicas share them. */
export interface StateStores {
  of(connector: Pick<ConnectorRow, "organization_id" | "id">): StateStore;
}

/** The time after which a state expires if the action names no time. */
const defaultTtlSeconds = 86_400;

/** Creates stores that keep encrypted texts in the database. A text opens only for its connector and its key. */
export function createStateStores(store: Store, sealer: Sealer, clock: Pick<Clock, "now">): StateStores {
  return {
    of({ organization_id, id: connector_id }) {
      const idOf = (key: string) => ({ organization_id, connector_id, key });
      const associatedData = (key: string) => ["state", organization_id, connector_id, key];
      return {
        async read(key) {
          const row = await findState(store.db, idOf(key), clock.now()).catch(throwStorageError);
          return row && { value: sealer.open(row.sealed, associatedData(key)), version: row.version };
        },
        async write(key, value, ifVersion, ttlSeconds = defaultTtlSeconds) {
          const now = clock.now();
          const row = {
            ...idOf(key),
            sealed: sealer.seal(value, associatedData(key)),
            key_id: sealer.keyId,
            version: randomUUID(),
            expires_at: now + ttlSeconds * 1000,
          };
          return (
            ifVersion === undefined
              ? addState(store.db, row, now)
              : replaceState(store.db, row, ifVersion, now)
          ).catch(throwStorageError);
        },
        delete: (key, ifVersion) => deleteState(store.db, idOf(key), ifVersion).catch(throwStorageError),
      };
    },
  };
}

function throwStorageError(error: unknown): never {
  throw storageError(error) ?? error;
}
