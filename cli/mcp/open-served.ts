import { ConnectorError } from "../../src/core/ground/errors.ts";
import { known } from "../connectors.ts";
import type { OpenConnector } from "../known.ts";
import { openConnector } from "../open-connector.ts";
import type { ServedConnector } from "./choice.ts";

/** The environment variables for a connector of the hosted service. */
export const hostedVariables = [
  "AGENT_CONNECTORS_URL",
  "AGENT_CONNECTORS_CLIENT_ID",
  "AGENT_CONNECTORS_CLIENT_SECRET",
  "AGENT_CONNECTORS_USER",
] as const;

/** @throws ConnectorError `credentials_mismatch` or `config_error` if credentials are missing */
export const openServed = ({ name, sandbox, account, hosted }: ServedConnector): Promise<OpenConnector> =>
  hosted === undefined ? openConnector(name, { sandbox, account }) : openHosted(name, hosted);

async function openHosted(name: string, id: string): Promise<OpenConnector> {
  const missing = hostedVariables.filter((variable) => !process.env[variable]);
  if (missing.length > 0)
    throw new ConnectorError("config_error", `--hosted needs ${missing.join(", ")}.`, {
      path: "hosted",
      hint: "Set the address of the service, the id and secret of your application, and the id of the user or a scoped token.",
    });
  const [base_url, airbyte_client_id, airbyte_client_secret, external_user_id] = hostedVariables.map(
    (variable) => process.env[variable]!,
  ) as [string, string, string, string];
  const { openHosted: open } = await known(name);
  return open({ base_url, airbyte_client_id, airbyte_client_secret, external_user_id, connector_id: id });
}
