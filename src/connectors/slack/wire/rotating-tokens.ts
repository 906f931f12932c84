import type { PlatformClient, PlatformClientOptions, SendOptions } from "../../../core/contract/client.ts";
import type { RefreshedToken, StoredTokens } from "../../../core/contract/tokens.ts";
import { failOnAbort } from "../../../core/ground/abort.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { createTokenCache } from "../../../core/credentials/token-cache.ts";
import { connectSlack } from "./http.ts";
import { issuedTokens, requestTokens } from "../../../core/wire/token-request.ts";
import { wrongClient } from "./connect-flow.ts";

// With token rotation, an access token is valid for 12 hours. A refresh token can be used once, to get a new access
// token and a new refresh token.
// https://docs.slack.dev/authentication/using-token-rotation

export interface RotatingCredentials {
  client_id: string;
  /** Absent for an app that uses PKCE. https://docs.slack.dev/authentication/using-pkce */
  client_secret?: string;
  access_token: string;
  refresh_token: string;
}

/** The codes with which Slack refuses an access token. Slack did nothing, so even a write can be sent again. */
const refusedTokens: ReadonlySet<string | undefined> = new Set([
  "token_expired",
  "token_revoked",
  "invalid_auth",
]);

/**
 * The number of newer tokens that one call tries. Slack can also refuse a newer token from the store, so one is not
 * enough.
 */
const maxRenewals = 2;

/** Returns a client that renews its tokens before they expire, or when Slack refuses the access token. */
export function connectRotating(
  credentials: RotatingCredentials,
  options: PlatformClientOptions,
): PlatformClient {
  const { clock, tokenStore: store } = options;
  const { access_token, refresh_token } = credentials;
  const tokens = createTokenCache((newest = refresh_token) => refreshPair(credentials, newest, options), {
    clock,
    earlyMs: 300_000,
    store,
    // The connector does not know when the first access token expires, and uses this token until Slack refuses it.
    initial: { access_token, refresh_token, obtained_at: -Infinity, expires_at: Infinity },
  });
  let current: { token: string; client: PlatformClient } | undefined;
  const clientWith = ({ access_token: token }: StoredTokens): PlatformClient => {
    if (current?.token !== token) current = { token, client: connectSlack(token, options) };
    return current.client;
  };

  const withToken = async <T>(
    { signal }: SendOptions,
    what: string,
    run: (client: PlatformClient) => Promise<T>,
  ): Promise<T> => {
    let token = await failOnAbort(what, tokens.get(signal), signal);
    for (let left = maxRenewals; ; left--) {
      try {
        return await run(clientWith(token));
      } catch (error) {
        const code = ConnectorError.is(error) ? error.platform?.code : undefined;
        if (left === 0 || !refusedTokens.has(code)) throw error;
        const newer = await failOnAbort(
          what,
          tokens.getNewer(token, signal, code === "token_expired"),
          signal,
        );
        if (!newer) throw error;
        token = newer;
      }
    }
  };

  return {
    send: (operation, args, sendOptions) =>
      withToken(sendOptions, `Slack ${operation}`, (client) => client.send(operation, args, sendOptions)),
    identify: (sendOptions) =>
      withToken(sendOptions, "Slack auth.test", (client) => client.identify(sendOptions)),
  };
}

const refreshPair = (
  client: RotatingCredentials,
  refresh_token: string,
  { http, endpoint }: PlatformClientOptions,
): Promise<RefreshedToken> =>
  requestTokens(http, {
    what: "Slack oauth.v2.access",
    url: `${endpoint}/oauth.v2.access`,
    form: { grant_type: "refresh_token", refresh_token },
    client,
    clientAuth: "basic",
    // Slack accepts a used refresh token again for a short time.
    repeatable: true,
    refusals: {
      invalid_refresh_token: {
        code: "reauth_required",
        message:
          "Slack does not accept the refresh token: it was used or revoked, or belongs to another app.",
        hint: "The user must connect Slack again.",
      },
      invalid_client_id: wrongClient,
      bad_client_secret: wrongClient,
    },
    refused: { code: "credential_rejected", hint: "The user must connect Slack again." },
    missing: "Try again later.",
    read: (body) => {
      const tokens = issuedTokens(body);
      return tokens?.refresh_token === undefined
        ? undefined
        : { ...tokens, expires_in: tokens.expires_in ?? 43_200 };
    },
  });
