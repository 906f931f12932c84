import { ConnectorError } from "agent-connectors";
import type { Claims } from "../../access/access-tokens.ts";
import type { ConnectorTypes, OpenableType } from "../../platforms/connector-types.ts";

/** @throws ConnectorError `unknown_connector_type` */
export const typeOf = (
  types: ConnectorTypes,
  body: { connector_type?: string | null | undefined; definition_id?: string | null | undefined },
): OpenableType =>
  body.connector_type
    ? types.find(body.connector_type, "connector_type")
    : types.find(body.definition_id ?? "", "definition_id");

/** @throws ConnectorError `workspace_mismatch` if a scoped token belongs to another user */
export function checkUserOfToken({ workspace }: Claims, user: string): void {
  if (workspace && workspace.name !== user)
    throw new ConnectorError("workspace_mismatch", "The token belongs to another user.", {
      path: "external_user_id",
      hint: "Use a scoped token of this user.",
    });
}
