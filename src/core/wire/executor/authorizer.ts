import type { AuthScheme, AuthSchemes } from "../../contract/auth-scheme.ts";
import type { PlatformClientOptions } from "../../contract/client.ts";
import type { StoredTokens } from "../../contract/tokens.ts";
import { failOnAbort } from "../../ground/abort.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { redactSecrets } from "../redact-secrets.ts";
import { memoryTokenStore } from "../../credentials/token-store.ts";
import type { TokenCache } from "../../credentials/token-cache.ts";
import { createAccessTokens } from "./access-tokens.ts";
import { applyScheme, type Authorization, isOAuth, schemesOf } from "./credentials.ts";
import type { CredentialForms } from "../../contract/definition.ts";

/** `redact` removes the credentials from a text. */
export interface Authorized extends Authorization {
  redact: (text: string) => string;
}

/**
 * Runs a request with credentials. After status 401, runs it once more if there is a newer access token. Status 401
 * means that the request had no effect.
 */
export type Authorizer = <T>(
  what: string,
  names: readonly string[] | undefined,
  signal: AbortSignal | undefined,
  run: (authorized: Authorized) => Promise<T>,
) => Promise<T>;

interface Source {
  auth: CredentialForms;
  schemes?: AuthSchemes | undefined;
  title: string;
}

export function createAuthorizer(
  { auth, schemes = {}, title }: Source,
  credentials: Readonly<Record<string, string>>,
  options: PlatformClientOptions,
): Authorizer {
  const form = formOf(auth, credentials);
  const secrets = Object.values(credentials);
  const caches = new Map<AuthScheme, TokenCache>();
  const cacheOf = (scheme: AuthScheme): TokenCache | undefined => {
    if (!isOAuth(scheme)) return undefined;
    let cache = caches.get(scheme);
    if (!cache) {
      // The store keeps the tokens of only one scheme, so the tokens of further schemes stay in memory.
      const tokenStore = caches.size === 0 ? options.tokenStore : memoryTokenStore();
      caches.set(
        scheme,
        (cache = createAccessTokens(scheme, credentials, { ...options, tokenStore }, title)),
      );
    }
    return cache;
  };

  return async (what, names, signal, run) => {
    const used = schemesOf(schemes, names, form);
    const cache = used.map(cacheOf).find((one) => one !== undefined);
    const fixed = used.flatMap((scheme) => (isOAuth(scheme) ? [] : [applyScheme(scheme, credentials, what)]));
    const authorized = (token: StoredTokens | undefined): Authorized => {
      const bearer = token === undefined ? {} : { authorization: `Bearer ${token.access_token}` };
      const headers: Record<string, string> = Object.assign({}, ...fixed.map((one) => one.headers), bearer);
      const query = fixed.flatMap((one) => one.query);
      const sent = [...Object.values(headers).map((value) => value.split(" ").at(-1)!), ...secrets];
      return { headers, query, redact: redactSecrets(sent) };
    };
    if (!cache) return run(authorized(undefined));
    const token = await failOnAbort(what, cache.get(signal), signal);
    try {
      return await run(authorized(token));
    } catch (error) {
      if (!ConnectorError.is(error) || error.platform?.status !== 401) throw error;
      const newer = await failOnAbort(what, cache.getNewer(token, signal), signal);
      if (newer === undefined) throw error;
      return run(authorized(newer));
    }
  };
}

/** Returns the name of the credential form that the credentials match. */
function formOf(forms: CredentialForms, credentials: Readonly<Record<string, string>>): string {
  const names = Object.keys(credentials);
  const fits = ([, form]: [string, CredentialForms[string]]) =>
    names.every((name) => Object.hasOwn(form, name)) &&
    Object.entries(form).every(([name, { optional }]) => optional === true || names.includes(name));
  return Object.entries(forms).find(fits)?.[0] ?? "";
}
