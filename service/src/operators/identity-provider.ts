import type { Configuration } from "openid-client";
import { ConnectorError, type Clock } from "agent-connectors";
import { joinClaims, type IdentityClaims, type RoleRule } from "./role-rules.ts";

export interface OpenidSettings {
  /** The address of the OpenID provider, with https, or http on loopback. */
  issuer: string;
  client_id: string;
  client_secret: string;
  /** The scopes to ask for, separated by spaces. The scopes must contain `openid`. */
  scope: string;
}

export interface IdentityProviderSettings extends OpenidSettings {
  rules: readonly RoleRule[];
  /** The client id of the application that the operators work for. Default: the first application of the store. */
  application: string | undefined;
}

/** The secrets of a sign-in that has started. The browser keeps these secrets encrypted until the person comes back. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
}

/** An OpenID provider at which people sign in. */
export interface IdentityProvider<Settings extends OpenidSettings = IdentityProviderSettings> {
  settings: Settings;
  /** Returns the address of the provider's sign-in page. @throws ConnectorError `upstream_unreachable` */
  start(redirectUri: string): Promise<{ url: URL; pending: PendingSignIn }>;
  /**
   * Exchanges the code in `callback`, the address to which the provider sends the person. Returns the person's claims.
   * @throws ConnectorError `connect_invalid`, `connect_denied`, `upstream_unreachable`
   */
  finish(callback: URL, pending: PendingSignIn): Promise<IdentityClaims>;
}

const timeoutSeconds = 10;
/** The minimum milliseconds between a failed discovery and the next discovery. */
const failedMs = 10_000;

/**
 * @param issuerName the name of the setting that has the issuer, for error messages
 * @param fetch sends the requests to the provider. Default: the global `fetch`, because an operator has chosen the provider
 */
export function createIdentityProvider<Settings extends OpenidSettings>(
  settings: Settings,
  clock: Clock,
  issuerName = "AGENT_CONNECTORS_OIDC_ISSUER",
  fetch?: (url: URL, init: RequestInit) => Promise<Response>,
): IdentityProvider<Settings> {
  const { issuer, client_id, client_secret, scope } = settings;
  // The library is imported only when needed, because most services have no OpenID provider.
  const library = () => import("openid-client");
  let found: Promise<Configuration> | undefined;
  let retryAt = Infinity;
  const discover = async () => {
    const { discovery, allowInsecureRequests, customFetch, enableNonRepudiationChecks } = await library();
    const insecure = issuer.startsWith("http:") ? [allowInsecureRequests] : [];
    return discovery(new URL(issuer), client_id, client_secret, undefined, {
      execute: [enableNonRepudiationChecks, ...insecure],
      timeout: timeoutSeconds,
      ...(fetch && { [customFetch]: (url: string, init: object) => fetch(new URL(url), init) }),
    });
  };
  /** Discovers the provider once. After a failure, waits before the next try, because anybody can start a sign-in. */
  const configuration = (): Promise<Configuration> => {
    if (clock.now() >= retryAt) found = undefined;
    if (found) return found;
    retryAt = Infinity;
    found = discover().catch((error: unknown) => {
      retryAt = clock.now() + failedMs;
      throw new ConnectorError("upstream_unreachable", "The OpenID provider cannot be used.", {
        hint: `Check ${issuerName}, and try again in ${failedMs / 1000} s.${reasonOf(error)}`,
      });
    });
    return found;
  };
  return {
    settings,
    async start(redirect_uri) {
      const config = await configuration();
      const client = await library();
      const pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri,
        scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: "S256",
      });
      return { url, pending };
    },
    async finish(callback, { state, nonce, verifier }) {
      const config = await configuration();
      const { authorizationCodeGrant, fetchUserInfo } = await library();
      try {
        const tokens = await authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        });
        const claims = tokens.claims()!;
        checkIdToken(claims, client_id, clock.now());
        // Some providers put the e-mail address and the groups only into the user info.
        const more = config.serverMetadata().userinfo_endpoint
          ? await fetchUserInfo(config, tokens.access_token, claims.sub)
          : {};
        return joinClaims({ ...claims }, more);
      } catch (error) {
        const denied = fieldOf(error, "error") === "access_denied";
        throw new ConnectorError(
          denied ? "connect_denied" : "connect_invalid",
          denied ? "The sign-in was cancelled." : "The sign-in at the OpenID provider did not work.",
          { hint: `Start the sign-in again.${reasonOf(error)}` },
        );
      }
    },
  };
}

/** The seconds by which the clock of the provider can be ahead. */
const aheadSeconds = 60;

/**
 * Checks what the library does not: that the token was issued for this client and not to another one (`azp`), and not
 * in the future (`iat`).
 */
function checkIdToken({ azp, iat }: { azp?: unknown; iat: number }, client_id: string, now: number): void {
  if (azp !== undefined && azp !== client_id) throw refusedToken("other_client");
  if (iat > now / 1000 + aheadSeconds) throw refusedToken("issued_in_the_future");
}

/** The code becomes a part of the message for the person. */
const refusedToken = (code: string): Error =>
  Object.assign(new Error("The ID token is not valid."), { code });

const fieldOf = (error: unknown, name: "code" | "error"): unknown =>
  error instanceof Error && name in error ? (error as Error & Record<typeof name, unknown>)[name] : undefined;

/** Returns a sentence with the codes of an error. The error's message could contain data of the provider. */
function reasonOf(error: unknown): string {
  const codes = [fieldOf(error, "code"), fieldOf(error, "error")].filter(
    (code) => typeof code === "string" && /^[\w-]{1,60}$/.test(code),
  );
  return codes.length > 0 ? ` The reason is ${codes.join(", ")}.` : "";
}
