import { readAccessToken, writeAccessToken } from "../store/access-tokens.ts";
import type { Found } from "../store/connectors.ts";
import type { Store } from "../store/store.ts";
import { type Sealer, ownerOf } from "./seal.ts";
import { type Clock, type CodeOptions, ConnectorError } from "agent-connectors";

type AroundRefresh = NonNullable<CodeOptions["aroundRefresh"]>;

export interface Refreshes {
  /** One refresh at a time per connector, over all replicas; who comes later gets the token that the first one fetched. */
  around(row: Found, clock: Clock): AroundRefresh;
  /** Resolves when no refresh runs. */
  settled(): Promise<void>;
}

/** A token that ends this soon is fetched anew. */
const earlyMs = 300_000;

/** After a refusal, the platform is not asked again for so long: the same credentials will be refused again. */
const cooldownMs = 30_000;

export function createRefreshes(
  store: Store,
  sealer: Sealer,
  onEnd: (outcome: "fetched" | "shared" | "failed") => void,
): Refreshes {
  const running = new Set<Promise<unknown>>();

  const around: Refreshes["around"] = (row, clock) => {
    const owner = [...ownerOf(row), "access token"];
    let last: string | undefined;
    let refused: { error: ConnectorError; until: number } | undefined;

    const kept = async () => {
      const found = await readAccessToken(store.db, row.id, row.credentials_version);
      if (!found || found.expires_at - clock.now() <= earlyMs) return undefined;
      const token = opened(sealer, found.token, owner);
      // The one that this process had last is the one that it wants to be rid of.
      if (token === undefined || token === last) return undefined;
      return {
        access_token: token,
        expires_in: (found.expires_at - clock.now()) / 1000,
        obtained: found.obtained_at,
      };
    };

    return async (refresh) => {
      if (refused && clock.now() < refused.until) throw refused.error;
      const work = store.withLock(`refresh/${row.id}`, async () => {
        const shared = await kept();
        if (shared) {
          onEnd("shared");
          return shared;
        }
        const fresh = await refresh();
        const obtained_at = clock.now();
        await writeAccessToken(store.db, {
          connector_id: row.id,
          credentials_version: row.credentials_version,
          token: sealer.seal(fresh.access_token, owner),
          obtained_at,
          expires_at: obtained_at + Math.round(fresh.expires_in * 1000),
        });
        onEnd("fetched");
        return fresh;
      });
      running.add(work);
      try {
        const token = await work;
        last = token.access_token;
        return token;
      } catch (error) {
        onEnd("failed");
        if (
          ConnectorError.is(error) &&
          (error.code === "reauth_required" || error.code === "credential_rejected")
        )
          refused = { error, until: clock.now() + cooldownMs };
        throw error;
      } finally {
        running.delete(work);
      }
    };
  };

  return {
    around,
    async settled() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

/** Sealed with a key that is gone, a token is as good as none. */
function opened(sealer: Sealer, envelope: string, owner: readonly string[]): string | undefined {
  try {
    return sealer.open(envelope, owner);
  } catch {
    return undefined;
  }
}
