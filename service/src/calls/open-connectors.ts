import type { CallEvent, Clock, Effect } from "agent-connectors";
import { storeRotatedTokens } from "../credentials/rotated-tokens.ts";
import { associatedDataOf, type Sealer } from "../credentials/sealing.ts";
import type { TokenRefreshes } from "../credentials/token-refresh.ts";
import type { ConnectorTypes, RunnableConnector } from "../platforms/connector-types.ts";
import type { FoundConnector } from "../store/queries/connectors.ts";
import type { Store } from "../store/store.ts";

/** The `context` of every call. */
export interface CallContext {
  /** Receives the event of the call at its end. */
  onEvent(event: CallEvent): void;
  /** Runs just before the first write is sent. If it throws, nothing is sent. */
  beforeWrite?: (() => Promise<void>) | undefined;
}

export interface OpenConnectors {
  /** Returns the connector of this row, with decrypted credentials, for calls with these effects. */
  get(row: FoundConnector, effects: readonly Effect[]): RunnableConnector;
  close(id: string): void;
}

/** The maximum number of connectors that stay open. */
export const maxOpenConnectors = 1000;

/**
 * Keeps the most recently used connectors open, so that several calls can use the same access tokens and cached lists.
 * For a new version of the credentials, it opens a new connector.
 */
export function createOpenConnectors(
  types: ConnectorTypes,
  refreshes: TokenRefreshes,
  services: { sealer: Sealer; store: Store; clock: Clock },
): OpenConnectors {
  const openConnector = (row: FoundConnector, effects: readonly Effect[]): RunnableConnector => {
    const type = types.find(row.type, "connector_type");
    const credentials = JSON.parse(services.sealer.open(row.credentials, associatedDataOf(row))) as object;
    return type.open(credentials, JSON.parse(row.config) as Record<string, string>, {
      effects,
      onCall: (event) => (event.context as CallContext | undefined)?.onEvent(event),
      beforeWrite: (context) => (context as CallContext | undefined)?.beforeWrite?.(),
      onTokenRefresh: storeRotatedTokens(row, credentials, services),
      ...(type.shareTokens ? { aroundRefresh: refreshes.around(row, type.clock) } : {}),
    });
  };
  const open = new Map<string, { id: string; connector: RunnableConnector }>();
  return {
    get(row, effects) {
      const key = `${row.id}/${row.credentials_version}/${effects.join()}`;
      const found = open.get(key) ?? { id: row.id, connector: openConnector(row, effects) };
      // A map keeps its entries in the order of insertion. The oldest entry is the first, and is deleted first.
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
