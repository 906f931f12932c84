import { ConnectorError } from "../core/ground/errors.ts";
import { known, type OpenConnector, type Values } from "./connectors.ts";

/** Reads environment variables. An empty variable counts as missing. */
const valuesOf = (variables: Readonly<Record<string, string>>): Values =>
  Object.fromEntries(
    Object.entries(variables).map(([field, variable]) => [field, process.env[variable] || undefined]),
  );

/** The value of the option `--sandbox`: absent, present, or the path of the sandbox's workspace. */
export type SandboxOption = boolean | string;

export const sandboxHelp =
  "use a sandbox, without credentials. For Slack, path is a JSON file with a workspace, or the folder of an export";

/** Opens a connector with credentials and settings from environment variables, or with a sandbox. */
export async function openConnector(name: string, sandbox: SandboxOption): Promise<OpenConnector> {
  const connector = await known(name);
  if (sandbox !== false) return connector.openSandbox(sandbox === true ? undefined : sandbox);
  for (const fields of Object.values(connector.environment)) {
    const auth = valuesOf(fields);
    if (Object.values(auth).every(Boolean)) return connector.open(auth, valuesOf(connector.settings));
  }
  const ways = Object.values(connector.environment).map((fields) => Object.values(fields).join(", "));
  throw new ConnectorError(
    "credentials_mismatch",
    `There are no credentials for ${connector.title} in the environment.`,
    {
      path: "auth",
      hint: `Set ${ways.join(", or ")}; or pass --sandbox to try it without credentials.`,
    },
  );
}
