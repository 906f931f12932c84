import type { PlatformClientOptions, SendOptions } from "../../../core/contract/client.ts";
import type { PlatformReply } from "../../../core/contract/run-context.ts";
import type { StoredTokens } from "../../../core/contract/tokens.ts";
import { failOnAbort } from "../../../core/ground/abort.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { redactSecrets } from "../../../core/wire/redact-secrets.ts";
import { createTokenCache } from "../../../core/credentials/token-cache.ts";
import { operations } from "../operations/index.ts";
import type { AdsOperation } from "../operations/operation.ts";
import { buildAdsRequest } from "./build-request.ts";
import type { Profile } from "./find-profile.ts";
import { readReply } from "./read-reply.ts";
import { tokenOrigin } from "./regions.ts";
import { type LoginCredentials, refreshAccessToken } from "./token-refresh.ts";

/** Amazon recommends a new access token five minutes before the old token expires. */
const refreshEarlyMs = 300_000;

/** Access tokens begin with `Atza|`, and refresh tokens with `Atzr|`. */
const amazonToken = /Atz[ar]\|[\w.~+/=-]+/g;

interface RequestOptions extends SendOptions {
  profileId?: string | undefined;
  /** The address of another region. Default: the connector's own region. */
  base?: string | undefined;
  /** Called when Amazon refuses a read because of too many requests. The read is sent again later. */
  onRefused?: (() => void) | undefined;
}

export type AuthorizedRequest = (name: string, args: Dict, options: RequestOptions) => Promise<PlatformReply>;

/** Returns a function that sends an operation, and retries once if Amazon refuses the access token. */
export function createAuthorizedRequest(
  credentials: LoginCredentials,
  { http, endpoint, replaced, clock, tokenStore: store }: PlatformClientOptions,
  knownProfiles: () => readonly Profile[],
): AuthorizedRequest {
  const loginOrigin = replaced ? endpoint : tokenOrigin;
  const tokens = createTokenCache(
    (refresh_token = credentials.refresh_token) =>
      refreshAccessToken(http, loginOrigin, { ...credentials, refresh_token }),
    { clock, earlyMs: refreshEarlyMs, store },
  );
  const redact = redactSecrets([credentials.client_secret, credentials.refresh_token], [amazonToken]);

  return async (name, args, options) => {
    const { repeatable, signal, waits, beforeSend, base = endpoint, onRefused, profileId, raw } = options;
    const operation = (raw?.operation as AdsOperation | undefined) ?? operations[name]!;
    const what = `Amazon Ads ${name}`;
    const { path, headers, body } = buildAdsRequest(operation, args);
    const sendWith = (token: StoredTokens) =>
      http({
        what,
        method: operation.method,
        url: base + path,
        headers: {
          ...headers,
          authorization: `Bearer ${token.access_token}`,
          "amazon-advertising-api-clientid": credentials.client_id,
          ...(profileId === undefined ? {} : { "amazon-advertising-api-scope": profileId }),
        },
        body,
        repeatable,
        // A read is sent again whenever its error is retryable.
        retry: repeatable
          ? ({ code, retryable }) => {
              if (code === "upstream_rate_limited") onRefused?.();
              return retryable;
            }
          : undefined,
        signal,
        waits,
        beforeSend,
        read: (reply): PlatformReply | ConnectorError => {
          try {
            const about = {
              name,
              operation,
              repeatable,
              profileId,
              profiles: knownProfiles(),
              isRaw: raw !== undefined,
            };
            return readReply({ ...reply, text: redact(reply.text) }, about);
          } catch (error) {
            if (reply.status === 401 && ConnectorError.is(error)) return error;
            throw error;
          }
        },
      });
    const token = await failOnAbort(what, tokens.get(signal), signal);
    const first = await sendWith(token);
    if (!(first instanceof ConnectorError)) return first;
    // A request with the status 401 had no effect, so even a write can be sent again.
    const newer = await failOnAbort(what, tokens.getNewer(token, signal), signal);
    const second = newer ? await sendWith(newer) : first;
    if (second instanceof ConnectorError) throw second;
    return second;
  };
}
