import { ConnectorError, type Clock } from "agent-connectors";
import { readTokenState, type TokenState } from "../store/token-state.ts";
import type { Store } from "../store/store.ts";
import { invalidToken, isLongLivedToken, type AccessTokens, type Claims } from "./access-tokens.ts";
import { longLivedClaims } from "./long-lived-tokens.ts";
import type { Scope } from "./scopes.ts";
import { idPattern } from "./visible-connectors.ts";

/**
 * The credential that a route requires. `open`: none. `application`, `scoped`: a token of this kind; a long-lived
 * token counts as scoped. `any`: a token of either kind. `operator`: the cookie of an operator's session.
 */
export type Access = "open" | "application" | "scoped" | "any" | "operator";

export interface TokenServices {
  tokens: AccessTokens;
  store: Pick<Store, "db">;
  clock: Clock;
  /** Returns the claims of a token of a person who has signed in. Absent if such tokens are not accepted. */
  claimsOfPerson?: ((token: string) => Promise<Claims>) | undefined;
}

/**
 * Returns the claims of a token that was issued here and has not expired, also if it was revoked.
 * @throws ConnectorError `invalid_token`
 */
export async function readToken(
  token: string,
  { tokens, store, clock, claimsOfPerson }: TokenServices,
): Promise<Claims> {
  if (isLongLivedToken(token)) return longLivedClaims(store.db, token, clock.now());
  // Only a token that contains its claims has dots.
  return claimsOfPerson && !token.includes(".") ? claimsOfPerson(token) : tokens.verify(token);
}

/**
 * Returns the claims of the request's token, and the connector with the id `connector`, if the token can use it.
 * @throws ConnectorError `missing_token`, `invalid_token`
 */
export async function authenticateRequest(
  request: Request,
  services: TokenServices,
  connector?: string,
): Promise<Pick<TokenState, "connector"> & { claims: Claims }> {
  const header = request.headers.get("authorization");
  if (header === null)
    throw new ConnectorError("missing_token", "The request has no token.", {
      path: "authorization",
      hint: "Send Authorization: Bearer <token>.",
    });
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (token === undefined || token.length > 8192) throw invalidToken();
  const claims = await readToken(token, services);
  const isPossible = connector !== undefined && idPattern.test(connector);
  const found = await readTokenState(services.store.db, claims, isPossible ? connector : undefined);
  if (found.state === "live") return { claims, connector: found.connector };
  throw invalidToken(found.state === "revoked" ? "The token was revoked." : undefined);
}

/** @throws ConnectorError `insufficient_scope` */
export function authorize(claims: Claims, access: Access, scope: Scope | undefined): void {
  const kind = claims.kind === "long_lived" ? "scoped" : claims.kind;
  if (access !== "any" && kind !== access)
    throw new ConnectorError("insufficient_scope", `This route needs ${article[access]} token.`, {
      path: "authorization",
      hint: "To get an application token, send the client id and secret. To get a scoped token, send an application token.",
    });
  if (scope !== undefined && !claims.scopes.includes(scope))
    throw new ConnectorError("insufficient_scope", `The token lacks the scope ${scope}.`, {
      path: "authorization",
      hint: "Get a scoped token with this scope.",
      needed: [scope],
      provided: claims.scopes,
    });
}
const article: Readonly<Record<string, string>> = { application: "an application", scoped: "a scoped" };
