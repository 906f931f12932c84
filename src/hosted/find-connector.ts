import type { ConnectorDefinition } from "../core/contract/definition.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { at, dicts } from "../core/ground/json.ts";
import type { Connection } from "./connection.ts";

/**
 * Finds the user's connector of this type.
 * @throws ConnectorError `connector_not_found` if the user has no connector of this type
 * @throws ConnectorError `config_error` if the user has several connectors of this type
 */
export async function findConnector(
  { name, title }: ConnectorDefinition,
  { session, request }: Connection,
): Promise<string> {
  const query = new URLSearchParams({
    external_user_id: await session.externalUserId(undefined),
    connector_type: name,
  });
  const answer = await request({
    what: "Looking up the connector",
    method: "GET",
    path: `/api/v1/integrations/connectors?${query}`,
    changes: false,
  });
  const listed = at(answer, "data");
  const rows = dicts(listed);
  const [only] = rows;
  if (only && rows.length === 1 && typeof only.id === "string") return only.id;
  if (rows.length === 0)
    throw new ConnectorError("connector_not_found", `This user has no ${title} connector at the service.`, {
      path: "connector_id",
      hint: `Create one: ${title.replaceAll(" ", "")}Connector.create({ ..., auth }), or POST /v1/integrations/connectors.`,
    });
  const choices = rows.slice(0, 20).map(({ id, name: called }) => `${String(id)} (${String(called)})`);
  throw new ConnectorError(
    "config_error",
    `This user has ${rows.length} ${title} connectors: ${choices.join(", ")}.`,
    {
      path: "connector_id",
      hint: "Pass connector_id to choose one.",
    },
  );
}
