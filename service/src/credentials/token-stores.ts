import type { CredentialStore, StoredTokens } from "agent-connectors";
import { recordsOf, type Kind } from "agent-connectors/store";
import type { RecordStores } from "./record-stores.ts";

export interface TokenStores {
  /**
   * Returns the store for the tokens that the platform issues for these credentials. The store ignores the id that the
   * connector passes to `read` and `update`, because a plain hash of the credentials could reveal a short password.
   * @throws ConnectorError `concurrency_limited` from `update` if too many refreshes of the organization are running
   */
  of(organization: string, credentialId: string): CredentialStore;
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

/** Creates stores for the tokens of platforms. All connectors of an organization with equal credentials share tokens. */
export function createTokenStores(records: RecordStores, { begin, onEnd }: RefreshHooks): TokenStores {
  const running = new Set<Promise<unknown>>();
  return {
    of(organization, id) {
      const tokens = recordsOf(records.of(organization), tokensKind);
      return {
        read: () => tokens.read(id),
        async update(_, change) {
          const end = begin(organization, id);
          let issued: StoredTokens | undefined;
          const work = tokens.exchange(id, async (stored) => (issued = await change(stored)));
          running.add(work);
          try {
            const newest = await work;
            onEnd(issued && newest === issued ? "fetched" : "shared");
            return newest;
          } catch (error) {
            onEnd("failed");
            throw error;
          } finally {
            running.delete(work);
            end();
          }
        },
      };
    },
    async settled() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

const tokensKind: Kind<StoredTokens> = {
  name: "tokens",
  is: (value): value is StoredTokens =>
    typeof value === "object" && value !== null && "access_token" in value,
};
