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
  /** Returns a newer token than the refused one. Undefined if the refused token is so young that its age is not the reason. */
  getNewer(refused: AccessToken, signal: AbortSignal | undefined): Promise<AccessToken | undefined>;
}

/** A younger token was not refused because of its age. */
const youngMs = 60_000;

/**
 * Creates a cache for one access token. It refreshes the token `earlyMs` before it expires, with one request for all
 * waiting calls. A call that aborts does not stop the refresh for the others.
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
    /** A token that is known already. */
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
