import type { Client, ClientOptions, SendOptions } from "../../../core/contract/client.ts";
import type { RefreshedToken, StoredTokens } from "../../../core/contract/credential-store.ts";
import { failOnAbort } from "../../../core/ground/abort.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { isDict } from "../../../core/ground/json.ts";
import { basicOfClient } from "../../../core/wire/basic-authentication.ts";
import { createTokenCache } from "../../../core/credentials/token-cache.ts";
import { connectSlack } from "./http.ts";
import { parseJson } from "../../../core/ground/parse-json.ts";

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
export function connectRotating(credentials: RotatingCredentials, options: ClientOptions): Client {
  const { clock, tokenStore: store } = options;
  const { access_token, refresh_token } = credentials;
  const tokens = createTokenCache((newest = refresh_token) => refreshPair(credentials, newest, options), {
    clock,
    earlyMs: 300_000,
    store,
    // The connector does not know when the first access token expires, and uses this token until Slack refuses it.
    initial: { access_token, refresh_token, obtained_at: -Infinity, expires_at: Infinity },
  });
  let current: { token: string; client: Client } | undefined;
  const clientWith = ({ access_token: token }: StoredTokens): Client => {
    if (current?.token !== token) current = { token, client: connectSlack(token, options) };
    return current.client;
  };

  const withToken = async <T>(
    { signal }: SendOptions,
    what: string,
    run: (client: Client) => Promise<T>,
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
  { client_id, client_secret }: RotatingCredentials,
  refresh_token: string,
  { http, endpoint }: ClientOptions,
): Promise<RefreshedToken> =>
  http({
    what: "Slack oauth.v2.access",
    method: "POST",
    url: `${endpoint}/oauth.v2.access`,
    headers: {
      ...(client_secret === undefined ? {} : { authorization: basicOfClient(client_id, client_secret) }),
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token,
      ...(client_secret === undefined ? { client_id } : {}),
    }).toString(),
    // Slack accepts a used refresh token again for a short time.
    repeatable: true,
    read: ({ status, text }) => readPair(status, text),
  });

const wrongClient = {
  code: "credential_rejected",
  hint: "Copy client_id and client_secret again from the Slack app's basic information.",
} as const;

const refusals = {
  invalid_refresh_token: {
    code: "reauth_required",
    hint: "The refresh token was used or revoked, or belongs to another app. The user must connect Slack again.",
  },
  invalid_client_id: wrongClient,
  bad_client_secret: wrongClient,
} as const;

function readPair(status: number, text: string): RefreshedToken {
  const body = parseJson(text);
  const { ok, error, access_token, refresh_token, expires_in } = isDict(body) ? body : {};
  if (ok === false && typeof error === "string") {
    const code = /^[a-z_]{1,60}$/.test(error) ? error : "unknown_error";
    const refusal = Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals] : undefined;
    throw new ConnectorError(
      refusal?.code ?? "credential_rejected",
      `Slack did not renew the token: oauth.v2.access failed with ${code}.`,
      {
        hint: refusal?.hint ?? "The user must connect Slack again.",
        platform: { status, code },
      },
    );
  }
  const isToken = (value: unknown): value is string =>
    typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
  if (!isToken(access_token) || !isToken(refresh_token))
    throw new ConnectorError("upstream_invalid_response", "Slack oauth.v2.access returned no tokens.", {
      hint: "Try again later.",
      platform: { status },
    });
  return { access_token, refresh_token, expires_in: Number(expires_in) > 0 ? Number(expires_in) : 43_200 };
}
