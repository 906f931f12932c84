import type { Clock, CredentialStore, StoredTokens } from "agent-connectors";
import { readPlatformTokens, writePlatformTokens } from "../store/queries/platform-tokens.ts";
import { storageError } from "../store/storage-errors.ts";
import type { Store } from "../store/store.ts";
import type { Sealer } from "./sealing.ts";

export interface TokenStores {
  /**
   * Returns the store for the tokens that the platform issues for these credentials. The store ignores the id that the
   * connector passes to `read` and `write`, because a plain hash of the credentials could reveal a short password.
   * @throws ConnectorError `concurrency_limited` from `withLock` if too many refreshes of the organization are running
   */
  of(organization: string, credentialId: string): CredentialStore;
  /** Resolves when no token refresh is running. */
  settled(): Promise<void>;
}

/**
 * Milliseconds between the attempts to store new tokens. The platform no longer accepts the old tokens, so the new
 * tokens must not be lost.
 */
const writeWaitsMs = [100, 200, 400, 800, 1600, 3200];

export interface RefreshHooks {
  /**
   * Counts a refresh of these credentials as running. The returned function ends it.
   * @throws ConnectorError `concurrency_limited`
   */
  begin(organization: string, credentialId: string): () => void;
  onEnd(outcome: "fetched" | "shared" | "failed"): void;
}

/** Creates stores that keep encrypted tokens in the database, so that all replicas share them. */
export function createTokenStores(
  store: Store,
  sealer: Sealer,
  clock: Clock,
  { begin, onEnd }: RefreshHooks,
): TokenStores {
  const running = new Set<Promise<unknown>>();

  const read = async (id: string): Promise<StoredTokens | undefined> => {
    const found = await readPlatformTokens(store.db, id);
    return found && (JSON.parse(sealer.open(found.tokens, associatedDataOf(id))) as StoredTokens);
  };
  const write = (id: string, tokens: StoredTokens) =>
    writePlatformTokens(store.db, {
      id,
      tokens: sealer.seal(JSON.stringify(tokens), associatedDataOf(id)),
      key_id: sealer.keyId,
      updated_at: clock.now(),
    });
  const writeWithRetries = async (id: string, tokens: StoredTokens) => {
    for (const ms of writeWaitsMs) {
      try {
        return await write(id, tokens);
      } catch {
        await clock.sleep(ms);
      }
    }
    return write(id, tokens);
  };

  return {
    of(organization, id) {
      let written: boolean;
      return {
        read: () => read(id).catch(throwStorageError),
        async write(_, tokens) {
          await writeWithRetries(id, tokens).catch(throwStorageError);
          written = true;
        },
        async withLock(_, run) {
          const end = begin(organization, id);
          written = false;
          const work = store.withLock(`refresh/${id}`, run);
          running.add(work);
          try {
            const result = await work;
            onEnd(written ? "fetched" : "shared");
            return result;
          } catch (error) {
            onEnd("failed");
            return throwStorageError(error);
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

const associatedDataOf = (id: string): readonly string[] => ["tokens", id];

function throwStorageError(error: unknown): never {
  throw storageError(error) ?? error;
}
