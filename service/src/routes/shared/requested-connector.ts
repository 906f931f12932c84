import type { Claims } from "../../access/access-tokens.ts";
import { existing, visibleConnector } from "../../access/visible-connectors.ts";
import type { Context } from "../../http/context.ts";
import type { RouteRequest } from "../../http/route.ts";
import type { UsableConnector } from "../../store/queries/connectors.ts";
import { findWorkspace } from "../../store/queries/workspaces.ts";

type Counting = Pick<Context, "store" | "rateLimits">;

/** The milliseconds for which a connector that was read with the token is used. The body of a request can be slow. */
const freshMs = 1000;

/**
 * Returns the connector that a request names, if the token gives access to it. With an application token, also counts
 * the request toward the limit of the connector's user.
 * @param found the connector that was read with the token, if the request names it in its path
 * @throws ConnectorError `connector_not_found`, `rate_limited`
 */
export async function requestedConnector(
  context: Counting & Pick<Context, "clock">,
  claims: Claims,
  id: string | undefined,
  found?: RouteRequest<unknown, unknown>["connector"],
): Promise<UsableConnector> {
  const isFresh = found !== undefined && found.id === id && context.clock.now() - found.readAt < freshMs;
  const row = isFresh ? existing(found.row) : await visibleConnector(context.store.db, claims, id);
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
