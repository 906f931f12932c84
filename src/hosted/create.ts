import { readCredentials } from "../core/auth.ts";
import { systemClock } from "../core/clock.ts";
import { readConfig } from "../core/config.ts";
import type { CodeOptions, ConnectorDefinition } from "../core/connector.ts";
import { ConnectorError } from "../core/errors.ts";
import { stringAt, type Dict } from "../core/json.ts";
import { connect } from "./connection.ts";
import type { HostedIdentity } from "./options.ts";

/** Creates a connector at the service and answers the options with which it is opened. */
export async function createHosted(
  connector: ConnectorDefinition,
  options: Dict,
  code: CodeOptions,
): Promise<Dict & HostedIdentity> {
  const { auth, config, name, validate, connector_id: _none, ...identity } = options;
  // What the service would refuse is refused here, before the credentials leave the process.
  const credentials = readCredentials(connector.title, connector.auth, auth, connector.unavailable);
  const environment = readConfig(connector.config ?? {}, config);
  const { session, request } = connect(identity, { ...code, clock: code.clock ?? systemClock });
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
  });
  const id = stringAt(created, "id");
  if (id === undefined)
    throw new ConnectorError(
      "upstream_invalid_response",
      "The service's answer has no id for the new connector.",
      {
        outcome: "unknown",
        hint: "Look the connector up before you create it again.",
      },
    );
  return { ...(identity as Dict & HostedIdentity), connector_id: id };
}
