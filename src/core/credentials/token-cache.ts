import type { RefreshedToken, StoredTokens, TokenStore } from "../contract/tokens.ts";
import { rejectOnAbort } from "../ground/abort.ts";
import type { Clock } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";
import { memoryTokenStore } from "./token-store.ts";

export interface TokenCache {
  /** Returns the tokens. Refreshes them first if there are none yet, or if they expire soon. */
  get(signal: AbortSignal | undefined): Promise<StoredTokens>;
  /**
   * Returns newer tokens after the platform has refused `refused`. Tokens that are less than a minute old are
   * refreshed only if the platform has said that they have expired (`expired`). Without a refresh, returns newer
   * tokens of the store, or undefined.
   */
  getNewer(
    refused: StoredTokens,
    signal: AbortSignal | undefined,
    expired?: boolean,
  ): Promise<StoredTokens | undefined>;
}

export interface TokenCacheOptions {
  clock: Clock;
  /** Tokens are refreshed this many milliseconds before they expire, but not in the first half of their lifetime. */
  earlyMs: number;
  /** The client option `tokenStore`. Default: a store in memory for this cache alone. */
  store?: TokenStore | undefined;
  /** The tokens in the credentials, which are used if the store is empty. */
  initial?: StoredTokens | undefined;
}

/**
 * The age, in milliseconds, from which a refused token is refreshed. A younger token was refused for another reason.
 */
const youngMs = 60_000;

/** For this many milliseconds, a refused refresh token is not sent again. */
const cooldownMs = 30_000;

/**
 * Creates a cache for the tokens of one set of credentials. A refresh is an `update` of the store, and uses the refresh token
 * that is then in the store. The new tokens are stored before they are used. All waiting calls share one refresh.
 * An aborted call does not stop the refresh for the other calls.
 */
export function createTokenCache(
  refresh: (refreshToken: string | undefined) => Promise<RefreshedToken>,
  { clock, earlyMs, store = memoryTokenStore(), initial }: TokenCacheOptions,
): TokenCache {
  let current: StoredTokens | undefined;
  let pending: Promise<StoredTokens> | undefined;
  /** New tokens that are not in the store yet, and the access token that they replace. */
  let unsaved: { tokens: StoredTokens; replaced: string | undefined } | undefined;
  let refusal: { refreshToken: string | undefined; until: number; error: ConnectorError } | undefined;

  const isUsable = ({ access_token, obtained_at, expires_at }: StoredTokens, refused?: string): boolean =>
    access_token !== refused && clock.now() < expires_at - Math.min(earlyMs, (expires_at - obtained_at) / 2);

  const readStore = async () => (await store.read()) ?? initial;

  /** Refreshes the stored tokens, unless they are usable. */
  const refreshStored = async (refused: string | undefined): Promise<StoredTokens> => {
    let usable = undefined as StoredTokens | undefined;
    const changed = await store.exchange(async (stored) => {
      const found = stored ?? initial;
      if (found && isUsable(found, refused)) {
        usable = found;
        return undefined;
      }
      const replaced = found?.access_token;
      if (unsaved && unsaved.replaced === replaced && isUsable(unsaved.tokens, refused))
        return unsaved.tokens;
      const refreshToken = found?.refresh_token;
      if (refusal && refusal.refreshToken === refreshToken && clock.now() < refusal.until)
        throw refusal.error;
      let fresh: RefreshedToken;
      try {
        fresh = await refresh(refreshToken);
      } catch (error) {
        // A process that did not respond for a while may have refreshed the tokens before this refresh.
        usable = await readStore();
        if (usable && usable.access_token !== replaced) return undefined;
        if (isRefusal(error)) refusal = { refreshToken, until: clock.now() + cooldownMs, error };
        throw error;
      }
      const obtained_at = clock.now();
      const tokens: StoredTokens = {
        access_token: fresh.access_token,
        refresh_token: fresh.refresh_token ?? refreshToken,
        obtained_at,
        expires_at: obtained_at + Math.round(fresh.expires_in * 1000),
      };
      unsaved = { tokens, replaced };
      return tokens;
    });
    unsaved = undefined;
    return (changed ?? usable)!;
  };

  const renew = (refused?: string): Promise<StoredTokens> => {
    pending ??= (async () => {
      try {
        const stored = await readStore();
        return (current = stored && isUsable(stored, refused) ? stored : await refreshStored(refused));
      } finally {
        pending = undefined;
      }
    })();
    return pending;
  };

  const newerThan = async (refused: StoredTokens, expired: boolean) => {
    const { access_token, obtained_at } = refused;
    if (current && isUsable(current, access_token)) return current;
    // If the clock was set back, the age can be negative, and says nothing.
    if (!expired && Math.abs(clock.now() - obtained_at) < youngMs) {
      const stored = await readStore();
      return stored && isUsable(stored, access_token) ? (current = stored) : undefined;
    }
    const renewed = await renew(access_token);
    // If another call started this refresh before the refusal, the refresh can return the refused token.
    return renewed.access_token === access_token ? renew(access_token) : renewed;
  };

  return {
    get: (signal) =>
      current && isUsable(current) ? Promise.resolve(current) : rejectOnAbort(renew(), signal),
    getNewer: (refused, signal, expired = false) => rejectOnAbort(newerThan(refused, expired), signal),
  };
}

const isRefusal = (error: unknown): error is ConnectorError =>
  ConnectorError.is(error) && (error.code === "reauth_required" || error.code === "credential_rejected");
