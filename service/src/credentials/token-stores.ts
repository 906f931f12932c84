import type { ChangeTokens, Clock, CredentialStore, StoredTokens } from "agent-connectors";
import { readPlatformTokens, writePlatformTokens } from "../store/queries/platform-tokens.ts";
import { storageError } from "../store/storage-errors.ts";
import type { Store } from "../store/store.ts";
import { createRefreshLeases } from "./refresh-leases.ts";
import type { Sealer } from "./sealing.ts";

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
  const leases = createRefreshLeases(store);

  const read = async (owner: TokenOwner): Promise<StoredTokens | undefined> => {
    const found = await readPlatformTokens(store.db, owner.id);
    return found && (JSON.parse(sealer.open(found.tokens, associatedDataOfTokens(owner))) as StoredTokens);
  };
  const write = (owner: TokenOwner, tokens: StoredTokens, fence: number) =>
    writePlatformTokens(store.db, {
      id: owner.id,
      tokens: sealer.seal(JSON.stringify(tokens), associatedDataOfTokens(owner)),
      key_id: sealer.keyId,
      updated_at: clock.now(),
      fence,
    });
  const writeWithRetries = async (owner: TokenOwner, tokens: StoredTokens, fence: number) => {
    for (const ms of writeWaitsMs) {
      try {
        return await write(owner, tokens, fence);
      } catch {
        await clock.sleep(ms);
      }
    }
    return write(owner, tokens, fence);
  };
  const update = async (owner: TokenOwner, change: ChangeTokens, fence: number) => {
    const tokens = await change(await read(owner));
    const written = tokens !== undefined && (await writeWithRetries(owner, tokens, fence));
    // If another process has taken the lease and has stored newer tokens, they are used.
    const newest = written ? tokens : tokens && ((await read(owner)) ?? tokens);
    onEnd(written ? "fetched" : "shared");
    return newest;
  };

  return {
    of(organization, id) {
      const owner = { organization, id };
      return {
        read: () => read(owner).catch(throwStorageError),
        async update(_, change) {
          const end = begin(organization, id);
          const work = leases.hold(id, (fence) => update(owner, change, fence));
          running.add(work);
          try {
            return await work;
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
