import type { CredentialStore, StoredTokens } from "../contract/credential-store.ts";
import { createTurns } from "../ground/turns.ts";

/** Creates a store that keeps tokens in memory, for the connectors of one process. */
export function memoryCredentialStore(): CredentialStore {
  const kept = new Map<string, StoredTokens>();
  const inTurn = createTurns();
  return {
    read: async (id) => kept.get(id),
    update: (id, change) =>
      inTurn(id, async () => {
        const changed = await change(kept.get(id));
        if (changed) kept.set(id, changed);
        return changed;
      }),
  };
}
