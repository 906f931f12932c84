import type { AroundRefresh, RefreshedToken } from "../contract/access-token.ts";
import { rejectOnAbort } from "../ground/abort.ts";
import type { Clock } from "../ground/clock.ts";

/** An access token. Times are milliseconds since the epoch. */
export interface AccessToken {
  readonly value: string;
  readonly obtained: number;
  readonly expires: number;
}

export interface TokenCache {
  /** Returns a valid token. It fetches a new one if there is none, or if the current one expires soon. */
  get(signal: AbortSignal | undefined): Promise<AccessToken>;
  /** Returns a newer token than the refused one, or undefined if the refused token is less than a minute old. */
  getNewer(refused: AccessToken, signal: AbortSignal | undefined): Promise<AccessToken | undefined>;
}

/** A token of less than this age has not expired. If the platform refuses such a token, a new token does not help. */
const youngMs = 60_000;

/**
 * Creates a cache for one access token. If the token expires within `earlyMs` milliseconds, the next call refreshes it.
 * All calls that wait for the token share one refresh. An aborted call does not stop the refresh for the other calls.
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
    /** The first token, if one is already known. */
    initial?: AccessToken | undefined;
  },
): TokenCache {
  let current = initial;
  let pending: Promise<AccessToken> | undefined;
  const renew = (): Promise<AccessToken> => {
    pending ??= (async () => {
      try {
        const { access_token: value, expires_in, obtained } = await around(refresh);
        const now = clock.now();
        return (current = { value, obtained: obtained ?? now, expires: now + expires_in * 1000 });
      } finally {
        pending = undefined;
      }
    })();
    return pending;
  };
  const isValid = (token: AccessToken | undefined): token is AccessToken =>
    token !== undefined && clock.now() < token.expires - earlyMs;

  return {
    get: (signal) => (isValid(current) ? Promise.resolve(current) : rejectOnAbort(renew(), signal)),
    async getNewer(refused, signal) {
      if (current && current.value !== refused.value && isValid(current)) return current;
      if (clock.now() - refused.obtained < youngMs) return undefined;
      return rejectOnAbort(renew(), signal);
    },
  };
}
