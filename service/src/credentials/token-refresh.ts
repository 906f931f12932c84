import { type Clock, type CodeOptions, ConnectorError } from "agent-connectors";
import type { FoundConnector } from "../store/queries/connectors.ts";
import { readPlatformToken, writePlatformToken } from "../store/queries/platform-tokens.ts";
import type { Store } from "../store/store.ts";
import { associatedDataOf, type Sealer } from "./sealing.ts";

type AroundRefresh = NonNullable<CodeOptions["aroundRefresh"]>;

export interface TokenRefreshes {
  /**
   * Returns a function that refreshes a connector's access token once for all replicas. The first replica fetches and
   * stores the token. The other replicas wait for this token.
   */
  around(row: FoundConnector, clock: Clock): AroundRefresh;
  /** Resolves when no refresh is running. */
  settled(): Promise<void>;
}

/** A stored token is used by other replicas only if the token is valid for longer than this time. */
const earlyMs = 300_000;

/** The time after a refusal in which no refresh is sent, because the platform would refuse the credentials again. */
const cooldownMs = 30_000;

export function createTokenRefreshes(
  store: Store,
  sealer: Sealer,
  onEnd: (outcome: "fetched" | "shared" | "failed") => void,
): TokenRefreshes {
  const running = new Set<Promise<unknown>>();

  const around: TokenRefreshes["around"] = (row, clock) => {
    const associatedData = [...associatedDataOf(row), "access token"];
    /** The connector's current token, which the refresh must replace. */
    let current: string | undefined;
    let refused: { error: ConnectorError; until: number } | undefined;

    const sharedToken = async () => {
      const found = await readPlatformToken(store.db, row.id, row.credentials_version);
      if (!found || found.expires_at - clock.now() <= earlyMs) return undefined;
      const token = openOrNothing(sealer, found.token, associatedData);
      if (token === undefined || token === current) return undefined;
      return {
        access_token: token,
        expires_in: (found.expires_at - clock.now()) / 1000,
        obtained: found.obtained_at,
      };
    };

    return async (refresh) => {
      if (refused && clock.now() < refused.until) throw refused.error;
      const work = store.withLock(`refresh/${row.id}`, async () => {
        const shared = await sharedToken();
        if (shared) {
          onEnd("shared");
          return shared;
        }
        const fetched = await refresh();
        const obtained_at = clock.now();
        await writePlatformToken(store.db, {
          connector_id: row.id,
          credentials_version: row.credentials_version,
          token: sealer.seal(fetched.access_token, associatedData),
          obtained_at,
          expires_at: obtained_at + Math.round(fetched.expires_in * 1000),
        });
        onEnd("fetched");
        return fetched;
      });
      running.add(work);
      try {
        const token = await work;
        current = token.access_token;
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

/** Decrypts a stored token. Returns undefined if its master key is no longer in the key ring. */
function openOrNothing(
  sealer: Sealer,
  envelope: string,
  associatedData: readonly string[],
): string | undefined {
  try {
    return sealer.open(envelope, associatedData);
  } catch {
    return undefined;
  }
}
