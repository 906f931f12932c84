import type { ConnectorOptions } from "../contract/call-options.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import type { Dict } from "../ground/json.ts";
import { readCredentials } from "./check-credentials.ts";
import { readConfig } from "./config.ts";
import { readEndpoint } from "./endpoint.ts";
import { endpointFor } from "./endpoint-template.ts";

/** The checked options of a connector in this process. */
export interface InProcessOptions {
  config: Readonly<Record<string, string>>;
  endpoint: string;
  /** Whether the option `endpoint` replaces the address of the platform. */
  replaced: boolean;
  /** The credentials, or the function that reads them. */
  auth: Readonly<Record<string, string>> | (() => unknown);
}

/** @throws ConnectorError `config_error`, `credentials_mismatch` */
export function readInProcessOptions(
  connector: ConnectorDefinition,
  options: Dict,
  code: Pick<ConnectorOptions, "endpoint">,
): InProcessOptions {
  const config = readConfig(connector.config ?? {}, options.config);
  const replaced = code.endpoint !== undefined;
  const endpoint = replaced ? readEndpoint(code.endpoint) : endpointFor(connector, config);
  const { auth } = options;
  const isFunction = typeof auth === "function" && Object.keys(connector.auth).length > 0;
  return {
    config,
    endpoint,
    replaced,
    auth: isFunction ? (auth as () => unknown) : credentialsIn(connector, auth),
  };
}

/** @throws ConnectorError `credentials_mismatch` */
export const credentialsIn = (
  { title, auth, unavailable }: ConnectorDefinition,
  given: unknown,
): Record<string, string> => readCredentials(title, auth, given, unavailable);
