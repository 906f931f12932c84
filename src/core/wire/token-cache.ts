import type { AroundRefresh, RefreshedToken } from "../contract/access-token.ts";
import { rejectOnAbort } from "../ground/abort.ts";
import type { Clock } from "../ground/clock.ts";

/** An access token, and the times of its life in milliseconds since the epoch. */
export interface AccessToken {
  readonly value: string;
  readonly obtained: number;
  readonly expires: number;
}

export interface TokenCache {
  /** A token that is good now; fetched first where there is none, or where it is about to end. */
  get(signal: AbortSignal | undefined): Promise<AccessToken>;
  /** A newer token than the one that was refused; undefined where the refused one is too young for that to help. */
  getNewer(refused: AccessToken, signal: AbortSignal | undefined): Promise<AccessToken | undefined>;
}

/** A token this young that is refused was not refused for its age. */
const youngMs = 60_000;

/**
 * Keeps one access token and refreshes it before it ends. However many calls wait for a new one, one request fetches it;
 * a caller who aborts leaves, and the others still get theirs.
 */
export function createTokenCache(
  refresh: () => Promise<RefreshedToken>,
  {
    clock,
    earlyMs,
    around = (run) => run(),
    initial,
  }: {
    clock: Clock;
    earlyMs: number;
    around?: AroundRefresh | undefined;
    /** A token that there is already. */
    initial?: AccessToken | undefined;
  },
): TokenCache {
  let current = initial;
  let coming: Promise<AccessToken> | undefined;
  const renew = (): Promise<AccessToken> => {
    coming ??= (async () => {
      try {
        const { access_token: value, expires_in, obtained } = await around(refresh);
        const now = clock.now();
        return (current = { value, obtained: obtained ?? now, expires: now + expires_in * 1000 });
      } finally {
        coming = undefined;
      }
    })();
    return coming;
  };
  const good = (token: AccessToken | undefined): token is AccessToken =>
    token !== undefined && clock.now() < token.expires - earlyMs;

  return {
    get: (signal) => (good(current) ? Promise.resolve(current) : rejectOnAbort(renew(), signal)),
    async getNewer(refused, signal) {
      if (current && current.value !== refused.value && good(current)) return current;
      if (clock.now() - refused.obtained < youngMs) return undefined;
      return rejectOnAbort(renew(), signal);
    },
  };
}
