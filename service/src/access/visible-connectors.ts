import { ConnectorError } from "agent-connectors";
import { findConnector, type UsableConnector } from "../store/queries/connectors.ts";
import type { Tenant } from "../store/queries/tenant.ts";
import type { Db } from "../store/store.ts";
import type { Claims } from "./access-tokens.ts";

export const idPattern: RegExp = /^[A-Za-z0-9-]{1,64}$/;

/** The claims that decide which connectors a token can see. */
type Visibility = Pick<Claims, "organization" | "workspace" | "connectors">;

export const tenantOf = ({ organization, workspace, connectors }: Visibility): Tenant => ({
  organization,
  workspace: workspace?.id,
  connectors,
});

/**
 * Finds a connector. A connector that the token cannot see leads to the same error as an unknown id.
 * @throws ConnectorError `connector_not_found`
 */
export async function visibleConnector(
  db: Db,
  claims: Visibility,
  id: string | undefined,
): Promise<UsableConnector> {
  const possible = id !== undefined && idPattern.test(id);
  return existing(possible ? await findConnector(db, tenantOf(claims), id) : undefined);
}

/** @throws ConnectorError `connector_not_found` */
export function existing(row: UsableConnector | undefined): UsableConnector {
  if (row) return row;
  throw new ConnectorError("connector_not_found", "There is no such connector.", {
    path: "connector_id",
    hint: "List the connectors to find the right id.",
  });
}
