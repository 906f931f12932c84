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

  const read = async (owner: TokenOwner): Promise<StoredTokens | undefined> => {
    const found = await readPlatformTokens(store.db, owner.id);
    return found && (JSON.parse(sealer.open(found.tokens, associatedDataOfTokens(owner))) as StoredTokens);
  };
  const write = (owner: TokenOwner, tokens: StoredTokens) =>
    writePlatformTokens(store.db, {
      id: owner.id,
      tokens: sealer.seal(JSON.stringify(tokens), associatedDataOfTokens(owner)),
      key_id: sealer.keyId,
      updated_at: clock.now(),
    });
  const writeWithRetries = async (owner: TokenOwner, tokens: StoredTokens) => {
    for (const ms of writeWaitsMs) {
      try {
        return await write(owner, tokens);
      } catch {
        await clock.sleep(ms);
      }
    }
    return write(owner, tokens);
  };

  return {
    of(organization, id) {
      const owner = { organization, id };
      let written: boolean;
      return {
        read: () => read(owner).catch(throwStorageError),
        async write(_, tokens) {
          await writeWithRetries(owner, tokens).catch(throwStorageError);
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

/** The organization to which tokens belong, and the `credential_id` of its connectors that use them. */
interface TokenOwner {
  organization: string;
  id: string;
}

/** No other organization can decrypt the tokens. */
export const associatedDataOfTokens = ({ organization, id }: TokenOwner): readonly string[] => [
  "tokens",
  organization,
  id,
];

function throwStorageError(error: unknown): never {
  throw storageError(error) ?? error;
}
