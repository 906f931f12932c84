import type { OAuthScheme } from "../../contract/auth-scheme.ts";
import type { ClientOptions } from "../../contract/client.ts";
import type { RefreshedToken } from "../../contract/credential-store.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { isDict } from "../../ground/json.ts";
import { parseJson } from "../../ground/parse-json.ts";
import { basicOfClient } from "../basic-authentication.ts";
import { createTokenCache, type TokenCache } from "../../credentials/token-cache.ts";
import { fillTemplate } from "./credentials.ts";

/** Tokens are refreshed this many milliseconds before they expire. */
const earlyMs = 300_000;

/** Creates the cache that gets the access tokens of an OAuth scheme. `title`: the name of the platform, for errors. */
export function createAccessTokens(
  scheme: OAuthScheme,
  credentials: Readonly<Record<string, string>>,
  { http, clock, tokenStore, endpoint, replaced }: ClientOptions,
  title: string,
): TokenCache {
  const what = `${title} token request`;
  const fill = (template: string) => fillTemplate(template, credentials) ?? "";
  const { tokenUrl, clientAuth = "body", expiresIn = 3600 } = scheme;
  const client = { id: fill(scheme.clientId), secret: fill(scheme.clientSecret) };
  const extra = Object.entries(scheme.fields ?? {}).map(([name, value]) => [name, fill(value)]);
  const { pathname, search } = new URL(tokenUrl);
  const url = replaced ? new URL(endpoint).origin + pathname + search : tokenUrl;

  const request = (form: Readonly<Record<string, string>>): Promise<RefreshedToken> =>
    http({
      what,
      method: "POST",
      url,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
        ...(clientAuth === "basic" ? { authorization: basicOfClient(client.id, client.secret) } : {}),
      },
      body: new URLSearchParams({
        ...form,
        ...(clientAuth === "body" ? { client_id: client.id, client_secret: client.secret } : {}),
        ...Object.fromEntries(extra),
      }).toString(),
      repeatable: true,
      read: ({ status, text }) => readToken(what, status, text, expiresIn),
    });

  return createTokenCache(
    (newest) =>
      scheme.kind === "oauth2-refresh"
        ? request({ grant_type: "refresh_token", refresh_token: newest ?? fill(scheme.refreshToken) })
        : request({ grant_type: "client_credentials" }),
    { clock, earlyMs, store: tokenStore },
  );
}

/** The errors that say which credential is wrong (RFC 6749 §5.2). */
const refusals = {
  invalid_grant: {
    code: "reauth_required",
    says: "does not accept the refresh token: it was revoked, has expired, or belongs to another client",
    hint: "Ask the user to connect again.",
  },
  invalid_client: {
    code: "credential_rejected",
    says: "does not accept the client",
    hint: "Copy the client's id and secret again.",
  },
  unauthorized_client: {
    code: "credential_rejected",
    says: "does not allow the client to do this",
    hint: "Check the rights of the client at the platform.",
  },
} as const;

/** Reads the answer to a token request (RFC 6749 §5). */
function readToken(what: string, status: number, text: string, expiresIn: number): RefreshedToken {
  const parsed = parseJson(text);
  const body = isDict(parsed) ? parsed : {};
  const { error, access_token, refresh_token, expires_in } = body;
  if (status >= 400 || typeof error === "string") {
    const code = typeof error === "string" && /^[a-z_]{1,60}$/.test(error) ? error : undefined;
    const known = code !== undefined && Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals] : undefined; // prettier-ignore
    throw new ConnectorError(
      known?.code ?? "credential_rejected",
      `${what}: the platform ${known?.says ?? `refused it (HTTP ${status})`}.`,
      { hint: known?.hint ?? "Check the credentials.", platform: { status, code } },
    );
  }
  if (!isToken(access_token))
    throw new ConnectorError("upstream_invalid_response", `${what}: the answer contains no access token.`, {
      hint: "Try again later.",
      platform: { status },
    });
  return {
    access_token,
    refresh_token: isToken(refresh_token) ? refresh_token : undefined,
    expires_in: Number(expires_in) > 0 ? Number(expires_in) : expiresIn,
  };
}

const isToken = (value: unknown): value is string =>
  typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
