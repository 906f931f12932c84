import type { OAuthScheme, StandardCode } from "../../contract/auth-scheme.ts";
import type { PlatformClientOptions } from "../../contract/client.ts";
import type { ConnectRefusal } from "../../contract/connect-flow.ts";
import type { RefreshedToken } from "../../contract/tokens.ts";
import { issuedTokens, requestTokens, type TokenRequest } from "../token-request.ts";
import { createTokenCache, type TokenCache } from "../../credentials/token-cache.ts";
import { fillTemplate } from "./credentials.ts";

/** Tokens are refreshed this many milliseconds before they expire. */
const earlyMs = 300_000;

/** Creates the cache that gets the access tokens of an OAuth scheme. `title`: the name of the platform, for errors. */
export function createAccessTokens(
  scheme: OAuthScheme,
  credentials: Readonly<Record<string, string>>,
  { http, clock, tokenStore, endpoint, replaced }: PlatformClientOptions,
  title: string,
): TokenCache {
  const what = `${title} token request`;
  const fill = (template: string) => fillTemplate(template, credentials) ?? "";
  const { tokenUrl, clientAuth = "body", expiresIn = 3600, errorCodes = {} } = scheme;
  const extra = Object.entries(scheme.fields ?? {}).map(([name, value]) => [name, fill(value)]);
  const { pathname, search } = new URL(tokenUrl);

  const request = (form: Readonly<Record<string, string>>): Promise<RefreshedToken> =>
    requestTokens(http, {
      what,
      url: replaced ? new URL(endpoint).origin + pathname + search : tokenUrl,
      form: { ...form, ...Object.fromEntries(extra) },
      client: { client_id: fill(scheme.clientId), client_secret: fill(scheme.clientSecret) },
      clientAuth,
      repeatable: true,
      refusals: refusalsOf(what, errorCodes),
      refused: { code: "credential_rejected", hint: "Check the credentials." },
      missing: "Try again later.",
      read: (body) => {
        const tokens = issuedTokens(body);
        return tokens && { ...tokens, expires_in: tokens.expires_in ?? expiresIn };
      },
    });

  return createTokenCache(
    (newest) =>
      scheme.kind === "oauth2-refresh"
        ? request({ grant_type: "refresh_token", refresh_token: newest ?? fill(scheme.refreshToken) })
        : request({ grant_type: "client_credentials" }),
    { clock, earlyMs, store: tokenStore },
  );
}

/** Returns the errors that say which credential is wrong (RFC 6749 §5.2). */
function refusalsOf(
  what: string,
  errorCodes: NonNullable<OAuthScheme["errorCodes"]>,
): TokenRequest<RefreshedToken>["refusals"] {
  const standard: Readonly<Record<StandardCode, ConnectRefusal>> = {
    invalid_grant: {
      code: "reauth_required",
      message: `${what}: the platform does not accept the refresh token: it was revoked, has expired, or belongs to another client.`,
      hint: "Ask the user to connect again.",
    },
    invalid_client: {
      code: "credential_rejected",
      message: `${what}: the platform does not accept the client.`,
      hint: "Copy the client's id and secret again.",
    },
    unauthorized_client: {
      code: "credential_rejected",
      message: `${what}: the platform does not allow the client to do this.`,
      hint: "Check the rights of the client at the platform.",
    },
  };
  const own = Object.entries(errorCodes).map(([code, same]) => [code, standard[same]]);
  return { ...standard, ...Object.fromEntries(own) };
}
