import type { CredentialStore, StoredTokens } from "../contract/credential-store.ts";

/** Creates a store that keeps tokens in memory, for the connectors of one process. */
export function memoryCredentialStore(): CredentialStore {
  const kept = new Map<string, StoredTokens>();
  const queues = new Map<string, Promise<unknown>>();
  return {
    read: async (id) => kept.get(id),
    async write(id, tokens) {
      kept.set(id, tokens);
    },
    withLock(id, run) {
      const turn = (queues.get(id) ?? Promise.resolve()).then(run);
      const settled = turn.catch(() => {}).finally(() => queues.get(id) === settled && queues.delete(id));
      queues.set(id, settled);
      return turn;
    },
  };
}
