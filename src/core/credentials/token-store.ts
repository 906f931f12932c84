import type { ConnectorOptions } from "../contract/call-options.ts";
import type { StoredTokens, TokenStore } from "../contract/tokens.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import { hashOf } from "../ground/hash.ts";
import { tokens } from "../store/kinds.ts";
import { memoryStore } from "../store/memory-store.ts";
import { recordsOf } from "../store/records.ts";

/** Returns the part of a store that belongs to the tokens of one set of credentials. */
export function tokenStoreOf(
  store: StoreDriver,
  findId: () => Promise<string>,
  onRefresh?: ConnectorOptions["onRefresh"],
): TokenStore {
  const records = recordsOf(store, tokens);
  return {
    read: async () => records.read(await findId()),
    async exchange(run) {
      const end = onRefresh?.();
      let outcome: "fetched" | "shared" | "failed" = "failed";
      try {
        let issued: StoredTokens | undefined;
        const newest = await records.exchange(await findId(), async (stored) => (issued = await run(stored)));
        outcome = issued && newest === issued ? "fetched" : "shared";
        return newest;
      } finally {
        end?.(outcome);
      }
    },
  };
}

/** Keeps the tokens of one connector in memory. */
export const memoryTokenStore = (): TokenStore => tokenStoreOf(memoryStore(), async () => "connector");

/** Returns a part of a key that identifies the credentials of a connector in a store. The secrets are hashed. */
export async function credentialId(
  connector: string,
  credentials: Readonly<Record<string, string>>,
): Promise<string> {
  const sorted = Object.entries(credentials).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${connector}/${await hashOf(JSON.stringify(sorted))}`;
}
