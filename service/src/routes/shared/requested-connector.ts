import type { Claims } from "../../access/access-tokens.ts";
import { visibleConnector } from "../../access/visible-connectors.ts";
import type { Context } from "../../http/context.ts";
import type { UsableConnector } from "../../store/queries/connectors.ts";
import { findWorkspace } from "../../store/queries/workspaces.ts";

type Counting = Pick<Context, "store" | "rateLimits">;

/**
 * Returns the connector with this id if the token gives access to it. With an application token, also counts the
 * request toward the limit of the connector's user.
 * @throws ConnectorError `connector_not_found`, `rate_limited`
 */
export async function requestedConnector(
  context: Counting,
  claims: Claims,
  id: string | undefined,
): Promise<UsableConnector> {
  const row = await visibleConnector(context.store.db, claims, id);
  await countForUser(context, claims, row.workspace_id);
  return row;
}

/**
 * Counts a request with an application token toward the limit of this user. Returns the id of the user's workspace. If
 * the user is new, counts nothing and returns undefined.
 */
export async function countForNamedUser(
  context: Counting,
  claims: Claims,
  user: string,
): Promise<string | undefined> {
  if (claims.workspace) return claims.workspace.id;
  const found = await findWorkspace(context.store.db, claims.organization, user);
  if (found) await countForUser(context, claims, found.id);
  return found?.id;
}

/** Counts a request for a user, unless `runRoute` has already counted the request because of its scoped token. */
async function countForUser({ rateLimits }: Counting, claims: Claims, workspace: string): Promise<void> {
  if (!claims.workspace) await rateLimits.count("workspace", `${claims.organization}/${workspace}`);
}
