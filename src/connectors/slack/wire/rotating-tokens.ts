import type { RefreshedToken, TokenPair } from "../../../core/contract/access-token.ts";
import type { Client, ClientOptions, SendOptions } from "../../../core/contract/client.ts";
import { failOnAbort } from "../../../core/ground/abort.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { isDict } from "../../../core/ground/json.ts";
import { type AccessToken, createTokenCache } from "../../../core/wire/token-cache.ts";
import { connectSlack } from "./http.ts";

// With token rotation, an access token is valid for 12 hours. A refresh token can be used once, to get a new access
// token and a new refresh token.
// https://docs.slack.dev/authentication/using-token-rotation

export interface RotatingCredentials {
  client_id: string;
  client_secret: string;
  access_token: string;
  refresh_token: string;
}

/**
 * Creates a client that renews its access token before the token expires, or when Slack says that the token has
 * expired.
 */
export function connectRotating(credentials: RotatingCredentials, options: ClientOptions): Client {
  const { clock } = options;
  const tokens = createTokenCache(rotation(credentials, options), {
    clock,
    earlyMs: 300_000,
    // The connector does not know when the first access token expires, and uses this token until Slack refuses it.
    initial: { value: credentials.access_token, obtained: -Infinity, expires: Infinity },
  });
  let current: { token: string; client: Client } | undefined;
  const clientWith = ({ value }: AccessToken): Client => {
    if (current?.token !== value) current = { token: value, client: connectSlack(value, options) };
    return current.client;
  };

  const withToken = async <T>(
    { signal }: SendOptions,
    what: string,
    run: (client: Client) => Promise<T>,
  ): Promise<T> => {
    const token = await failOnAbort(what, tokens.get(signal), signal);
    try {
      return await run(clientWith(token));
    } catch (error) {
      // If the token has expired, Slack did nothing. Therefore even a write can be sent again.
      if (!ConnectorError.is(error) || error.platform?.code !== "token_expired") throw error;
      const newer = await failOnAbort(what, tokens.getNewer(token, signal), signal);
      if (!newer) throw error;
      return run(clientWith(newer));
    }
  };

  return {
    send: (operation, args, sendOptions) =>
      withToken(sendOptions, `Slack ${operation}`, (client) => client.send(operation, args, sendOptions)),
    identify: (sendOptions) =>
      withToken(sendOptions, "Slack auth.test", (client) => client.identify(sendOptions)),
  };
}

/**
 * Returns a function that gets a new pair of an access token and a refresh token. The function passes the pair to
 * `onTokenRefresh` before the pair is used, because the old refresh token no longer works.
 */
function rotation(
  { client_id, client_secret, access_token, refresh_token }: RotatingCredentials,
  { http, endpoint, onTokenRefresh }: ClientOptions,
): () => Promise<RefreshedToken> {
  let current: TokenPair = { access_token, refresh_token, expires_in: 0 };
  /** A new pair of tokens that `onTokenRefresh` has not stored yet. */
  let unsaved: TokenPair | undefined;
  const basic = btoa(`${client_id}:${client_secret}`);

  const fetchPair = (): Promise<TokenPair> =>
    http({
      what: "Slack oauth.v2.access",
      method: "POST",
      url: `${endpoint}/oauth.v2.access`,
      headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: current.refresh_token,
      }).toString(),
      // This request can be repeated, because Slack accepts the same refresh token again shortly after its first use.
      repeatable: true,
      read: ({ status, text }) => readPair(status, text),
    });

  return async () => {
    unsaved ??= await fetchPair();
    current = unsaved;
    try {
      await onTokenRefresh?.({ ...current });
    } catch {
      throw new ConnectorError("storage_unavailable", "onTokenRefresh could not keep the new tokens.", {
        hint: "Slack's old refresh token is used up. The new tokens are still in this process. The next call passes them to onTokenRefresh again.",
      });
    }
    unsaved = undefined;
    return { access_token: current.access_token, expires_in: current.expires_in };
  };
}

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

function readPair(status: number, text: string): TokenPair {
  const body = parse(text);
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
