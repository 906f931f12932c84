import type { ConnectorOptions } from "agent-connectors";
import { memoryStore, type StoreDriver } from "agent-connectors/store";
import { kindOf, routedStore } from "../platforms/routed-store.ts";
import { tokensKey } from "../store/queries/token-records.ts";
import type { ConnectorRow } from "../store/tables.ts";
import type { RecordStores } from "./record-stores.ts";

/** The options with which a connector keeps values in the store of the service. */
export interface StoreOptions extends Pick<ConnectorOptions, "onRefresh"> {
  store: StoreDriver;
}

export interface ConnectorStores {
  /**
   * Returns the options for a connector, or for a check of credentials that have no connector yet. Connectors of an
   * organization with equal credentials share tokens, and all its connectors share the totals of an account.
   * @throws ConnectorError `concurrency_limited` from `onRefresh` if too many refreshes of the organization are running
   */
  of(
    owner: Pick<ConnectorRow, "organization_id" | "credential_id"> &
      Partial<Pick<ConnectorRow, "id" | "workspace_id">>,
  ): StoreOptions;
  /** Resolves when no token refresh is running. */
  settled(): Promise<void>;
}

export interface RefreshHooks {
  /**
   * Counts a refresh of these credentials as running. The returned function ends it.
   * @throws ConnectorError `concurrency_limited`
   */
  begin(organization: string, credentialId: string): () => void;
  onEnd(outcome: "fetched" | "shared" | "failed"): void;
}

export function createConnectorStores(
  records: RecordStores,
  { begin, onEnd }: RefreshHooks,
): ConnectorStores {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    of({ organization_id, credential_id, id, workspace_id }) {
      const shared = records.of(organization_id);
      const own = id === undefined ? memoryStore() : records.of(organization_id, id);
      const stops =
        id === undefined || workspace_id === undefined
          ? own
          : records.stopsOf({ id, organization_id, workspace_id });
      return {
        store: routedStore((key) => {
          const kind = kindOf(key);
          // A plain hash of the credentials could reveal a short password, so no key of the connector is used as it is.
          if (kind === "tokens") return [shared, key.replace(/tokens\/.*/, tokensKey(credential_id))];
          if (kind === "stops") return [stops, key];
          if (kind === "totals") return [shared, key];
          return [own, `${key.startsWith("leases/") ? "leases/" : ""}${kind}/${key.split("/").at(-1)}`];
        }),
        onRefresh() {
          const end = begin(organization_id, credential_id);
          running++;
          return (outcome) => {
            end();
            onEnd(outcome);
            if (--running === 0) for (const resolve of waiting.splice(0)) resolve();
          };
        },
      };
    },
    async settled() {
      if (running > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
