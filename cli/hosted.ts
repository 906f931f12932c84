import type { ConnectorOptions } from "../src/core/contract/call-options.ts";
import { ConnectorError } from "../src/core/ground/errors.ts";
import { known } from "./connectors.ts";
import { isFromFile, variable } from "./environment.ts";
import type { OpenConnector } from "./known.ts";

export const hostedHelp = "use this connector of the hosted service";

/** The environment variables for a connector of the hosted service. */
export const hostedVariables = [
  "AGENT_CONNECTORS_URL",
  "AGENT_CONNECTORS_CLIENT_ID",
  "AGENT_CONNECTORS_CLIENT_SECRET",
  "AGENT_CONNECTORS_USER",
] as const;

/** @throws ConnectorError `config_error` if a variable is missing, or if a file names another service for a secret */
export async function openHosted(
  name: string,
  id: string,
  code: ConnectorOptions = {},
): Promise<OpenConnector> {
  const missing = hostedVariables.filter((one) => !variable(one));
  if (missing.length > 0)
    throw new ConnectorError("config_error", `--hosted needs ${missing.join(", ")}.`, {
      path: "hosted",
      hint: "Set the address of the service, the id and secret of your application, and the id of the user or a scoped token.",
    });
  // A file in somebody's folder must not decide who gets a secret of the environment.
  const [url, ...secrets] = hostedVariables;
  if (isFromFile(url) && !secrets.every(isFromFile))
    throw new ConnectorError(
      "config_error",
      `${url} is in the file with variables, and the credentials for it are not.`,
      {
        path: "hosted",
        hint: "Set the address and the credentials in the same place.",
      },
    );
  const [base_url, airbyte_client_id, airbyte_client_secret, external_user_id] = hostedVariables.map((one) =>
    variable(one)!,
  ) as [string, string, string, string];
  const { openHosted: open } = await known(name);
  return open(
    { base_url, airbyte_client_id, airbyte_client_secret, external_user_id, connector_id: id },
    code,
  );
}
