import type { FoundSession } from "../store/queries/connect-sessions.ts";
import { findConnector, type FoundConnector } from "../store/queries/connectors.ts";
import type { Db } from "../store/store.ts";

/** Finds the connector that a session reconnects. Returns undefined if there is none, or if it was deleted. */
export const connectorToReconnect = async (
  db: Db,
  { connector_id, organization_id, workspace_id }: FoundSession,
): Promise<FoundConnector | undefined> =>
  connector_id === null
    ? undefined
    : findConnector(db, { organization: organization_id, workspace: workspace_id }, connector_id);
