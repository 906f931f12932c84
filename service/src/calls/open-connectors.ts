import type { Refreshes } from "../credentials/refresh.ts";
import { type Sealer, ownerOf } from "../credentials/seal.ts";
import type { RunnableConnector, Types } from "../platforms/connector-types.ts";
import { type Found, changeCredentials } from "../store/connectors.ts";
import type { Store } from "../store/store.ts";
import type { CallEvent, Clock, CodeOptions, Effect } from "agent-connectors";

/** Given to a call as its `context`: told how it ended. */
export type OnEvent = (event: CallEvent) => void;

export interface Instances {
  /** The connector of this row, with the credentials opened, for calls of these effects. */
  get(row: Found, effects: readonly Effect[]): RunnableConnector;
  forget(id: string): void;
}

const kept = 1000;

/**
 * Connectors that were used lately stay open, so that what they hold (an access token that was fetched, what the
 * platform said once) is not fetched for every call. A new version of the credentials is another connector.
 */
export function createInstances(
  types: Types,
  sealer: Sealer,
  refreshes: Refreshes,
  { store, clock }: { store: Store; clock: Clock },
): Instances {
  /**
   * Keeps a pair of tokens that took the place of the last: the old refresh token is good for nothing then. As a new
   * version, so that other replicas, and instances of other effects, open what is kept. Of credentials that the user has
   * replaced meanwhile nothing is kept.
   */
  const keepTokens = (row: Found, credentials: object): CodeOptions["onTokenRefresh"] => {
    let version: number | undefined = row.credentials_version;
    return async ({ access_token, refresh_token }) => {
      if (version === undefined) return;
      const text = JSON.stringify({ ...credentials, access_token, refresh_token });
      const change = {
        credentials: sealer.seal(text, ownerOf(row)),
        key_id: sealer.keyId,
        fingerprint: sealer.fingerprint(text),
        updated_at: clock.now(),
      };
      version = await changeCredentials(store.db, row.id, change, version);
    };
  };
  const openNew = (row: Found, effects: readonly Effect[]): RunnableConnector => {
    const type = types.named(row.type, "connector_type");
    const credentials = JSON.parse(sealer.open(row.credentials, ownerOf(row))) as object;
    return type.open(credentials, JSON.parse(row.config) as Record<string, string>, {
      effects,
      onCall: (event) => (event.context as OnEvent | undefined)?.(event),
      onTokenRefresh: keepTokens(row, credentials),
      ...(type.shareTokens ? { aroundRefresh: refreshes.around(row, type.clock) } : {}),
    });
  };
  const open = new Map<string, { id: string; connector: RunnableConnector }>();
  return {
    get(row, effects) {
      const key = `${row.id}/${row.credentials_version}/${effects.join()}`;
      const found = open.get(key) ?? { id: row.id, connector: openNew(row, effects) };
      // Set again, it is the newest; the oldest goes first.
      open.delete(key);
      open.set(key, found);
      if (open.size > kept) open.delete(open.keys().next().value!);
      return found.connector;
    },
    forget(id) {
      for (const [key, value] of open) if (value.id === id) open.delete(key);
    },
  };
}
