import type { CallEvent, Effect } from "agent-connectors";
import { associatedDataOf, type Sealer } from "../credentials/sealing.ts";
import type { TokenStores } from "../credentials/token-stores.ts";
import type { ConnectorTypes, RunnableConnector } from "../platforms/connector-types.ts";
import type { FoundConnector } from "../store/queries/connectors.ts";

/** The value that the service passes as `context` to every call of a connector. */
export interface CallContext {
  /** Receives the event that the connector reports at the end of the call. */
  onEvent(event: CallEvent): void;
  /** Runs just before the first write is sent to the platform. If this function throws, the write is not sent. */
  beforeWrite?: (() => Promise<void>) | undefined;
}

export interface OpenConnectors {
  /**
   * Returns a connector object for this row, with the decrypted credentials. The object refuses actions whose effect is
   * not in `effects`.
   */
  get(row: FoundConnector, effects: readonly Effect[]): RunnableConnector;
  close(id: string): void;
}

export const maxOpenConnectors = 1000;

/**
 * Keeps the `maxOpenConnectors` most recently used connector objects in memory. A call can therefore use the access
 * tokens and the cached data of earlier calls. After the credentials are replaced, `get` creates a new connector
 * object.
 */
export function createOpenConnectors(
  types: ConnectorTypes,
  tokenStores: TokenStores,
  sealer: Sealer,
): OpenConnectors {
  const openConnector = (row: FoundConnector, effects: readonly Effect[]): RunnableConnector => {
    const type = types.find(row.type, "connector_type");
    const credentials = JSON.parse(sealer.open(row.credentials, associatedDataOf(row))) as object;
    return type.open(credentials, JSON.parse(row.config) as Record<string, string>, {
      effects,
      onCall: (event) => (event.context as CallContext | undefined)?.onEvent(event),
      beforeWrite: (context) => (context as CallContext | undefined)?.beforeWrite?.(),
      credentialStore: tokenStores.of(row.credential_id),
    });
  };
  const open = new Map<string, { id: string; connector: RunnableConnector }>();
  return {
    get(row, effects) {
      const key = `${row.id}/${row.credentials_version}/${effects.join()}`;
      const found = open.get(key) ?? { id: row.id, connector: openConnector(row, effects) };
      // A `Map` keeps the order of insertion. Each use inserts the connector again, so the first connector is the least
      // recently used.
      open.delete(key);
      open.set(key, found);
      if (open.size > maxOpenConnectors) open.delete(open.keys().next().value!);
      return found.connector;
    },
    close(id) {
      for (const [key, value] of open) if (value.id === id) open.delete(key);
    },
  };
}
