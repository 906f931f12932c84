import type { ConnectorOptions } from "../core/contract/call-options.ts";
import type { ConnectorDefinition } from "../core/contract/definition.ts";
import { systemClock } from "../core/ground/clock.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { type Dict, stringAt } from "../core/ground/json.ts";
import { readConfig } from "../core/open/config.ts";
import { credentialsIn } from "../core/open/in-process-options.ts";
import { connect } from "./connection.ts";
import { findConnector } from "./find-connector.ts";
import { readIdentity } from "./hosted-options.ts";

// Sends credentials to the service. Credentials with a wrong format are never sent.

/** @throws ConnectorError `credentials_mismatch` */
function readStored(connector: ConnectorDefinition, auth: unknown) {
  if (typeof auth !== "function") return credentialsIn(connector, auth);
  throw new ConnectorError(
    "credentials_mismatch",
    "auth must be an object here, because the service stores the credentials and cannot call a function of your program.",
    { path: "auth", hint: "Pass the result of the function." },
  );
}

/** Creates a connector at the service, and returns its id. */
export async function createHosted(
  connector: ConnectorDefinition,
  { auth, config, name, validate, ...identity }: Dict,
  code: ConnectorOptions,
): Promise<string> {
  const credentials = readStored(connector, auth);
  const environment = readConfig(connector.config ?? {}, config);
  const { session, request } = connect(readIdentity(identity), { ...code, clock: code.clock ?? systemClock });
  const created = await request({
    what: "Creating the connector",
    method: "POST",
    path: "/v1/integrations/connectors",
    body: {
      external_user_id: await session.externalUserId(undefined),
      connector_type: connector.name,
      ...(name === undefined ? {} : { name }),
      ...(validate === undefined ? {} : { validate }),
      credentials,
      ...(Object.keys(environment).length > 0 ? { environment } : {}),
    },
    idempotencyKey: crypto.randomUUID(),
    changes: true,
    field: "id",
  });
  const id = stringAt(created, "id");
  if (id === undefined)
    throw new ConnectorError(
      "upstream_invalid_response",
      "The response of the service has no id for the new connector.",
      {
        outcome: "unknown",
        hint: "Look the connector up before you create it again.",
      },
    );
  return id;
}

/** Replaces the credentials of a connector, and returns its id. The name and the settings stay the same. */
export async function updateHosted(
  connector: ConnectorDefinition,
  { auth, validate, ...identity }: Dict,
  code: ConnectorOptions,
): Promise<string> {
  const credentials = readStored(connector, auth);
  const connection = connect(readIdentity(identity), { ...code, clock: code.clock ?? systemClock });
  const id = connection.identity.connectorId ?? (await findConnector(connector, connection));
  await connection.request({
    what: "Replacing the credentials",
    method: "PUT",
    path: `/v1/integrations/connectors/${encodeURIComponent(id)}/credentials`,
    body: { credentials, ...(validate === undefined ? {} : { validate }) },
    changes: true,
    field: "id",
  });
  return id;
}
