import { ConnectorError } from "agent-connectors";
import type { Context } from "../http/context.ts";
import type { Scope } from "./scopes.ts";
import type { Owner } from "../store/connectors.ts";
import { tokenState } from "../store/tokens.ts";
import { invalidToken, type Claims } from "./tokens.ts";

export type Access = "open" | "application" | "scoped" | "any";

/** Who asks, by the request's token. */
export async function authenticateRequest(
  request: Request,
  { tokens, store }: Pick<Context, "tokens" | "store">,
): Promise<Claims> {
  const header = request.headers.get("authorization");
  if (header === null)
    throw new ConnectorError("missing_token", "The request has no token.", {
      path: "authorization",
      hint: "Send Authorization: Bearer <token>.",
    });
  const [, token] = /^Bearer +(\S+)$/i.exec(header) ?? [];
  if (token === undefined || token.length > 8192) throw invalidToken();
  const claims = await tokens.verify(token);
  const state = await tokenState(store.db, claims);
  if (state !== "live") throw invalidToken(state === "revoked" ? "The token was revoked." : undefined);
  return claims;
}

/** @throws ConnectorError `insufficient_scope` */
export function authorize(claims: Claims, access: Access, scope: Scope | undefined): void {
  if (access !== "any" && claims.kind !== access)
    throw new ConnectorError("insufficient_scope", `This needs ${article[access]} token.`, {
      path: "authorization",
      hint: "The application's token comes from its client id and secret, a scoped token from the application's token.",
    });
  if (scope !== undefined && !claims.scopes.includes(scope))
    throw new ConnectorError("insufficient_scope", `The token lacks the scope ${scope}.`, {
      path: "authorization",
      hint: "Get a scoped token that has it.",
      needed: [scope],
      provided: claims.scopes,
    });
}
const article: Readonly<Record<string, string>> = { application: "an application's", scoped: "a scoped" };

/** What the token may see. */
export const ownerOfToken = ({ organization, workspace, connectors }: Claims): Owner => ({
  organization,
  workspace: workspace?.id,
  connectors,
});

/** Another tenant's connector answers exactly like one that was never made. */
export const connectorNotFound = (): ConnectorError =>
  new ConnectorError("connector_not_found", "There is no such connector.", {
    path: "connector_id",
    hint: "List the connectors to find its id.",
  });
