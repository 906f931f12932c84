import type { z } from "zod";
import type { Claims } from "../../access/access-tokens.ts";
import { tenantOf } from "../../access/visible-connectors.ts";
import type { Context } from "../../http/context.ts";
import { type FoundConnector } from "../../store/queries/connectors.ts";
import { listConnectors, type ListOptions } from "../../store/lists/connector-list.ts";
import { viewOf, type ConnectorView } from "./connector-view.ts";
import { countForNamedUser } from "../shared/requested-connector.ts";
import { userOf, type forUserQuery, type listQuery } from "../shared/request-schemas.ts";

/** Returns one page of the connectors that the caller can see, oldest first. */
export async function connectorPageOf(
  claims: Claims,
  query: z.output<typeof listQuery>,
  context: Context,
  more: Pick<ListOptions, "status" | "consents"> = {},
): Promise<{ data: ConnectorView[]; next_cursor: string | null }> {
  const { limit = 200, cursor } = query;
  const rows = await visibleRows(claims, query, context, { ...more, after: cursor, limit: limit + 1 });
  return {
    data: rows.slice(0, limit).map((row) => viewOf(row, context)),
    next_cursor: rows.length > limit ? rows[limit - 1]!.id : null,
  };
}

/** Returns the connectors that the caller can see. */
export async function visibleRows(
  claims: Claims,
  query: z.output<typeof forUserQuery>,
  context: Context,
  options: Pick<ListOptions, "status" | "consents" | "after" | "limit">,
): Promise<FoundConnector[]> {
  const { store, types } = context;
  const user = userOf(query);
  if (user !== undefined) await countForNamedUser(context, claims, user);
  const [typeName, typePath] =
    query.connector_type === undefined
      ? [query.definition_id, "definition_id"]
      : [query.connector_type, "connector_type"];
  // The query finds only connectors that the token gives access to. With a scoped token of another user, the result is
  // empty.
  return listConnectors(store.db, tenantOf(claims), {
    workspace: user,
    type: typeName === undefined ? undefined : types.storedName(typeName, typePath),
    ...options,
  });
}
