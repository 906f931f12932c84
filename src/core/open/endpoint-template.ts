import type { ConfigFields, ConnectorDefinition } from "../contract/definition.ts";
import { ConnectorError } from "../ground/errors.ts";
import { readEndpoint } from "./endpoint.ts";

/**
 * Returns the platform's address for the given settings.
 * @throws ConnectorError `config_error` if a setting changes more of the address than its own part
 */
export function endpointFor(
  { endpoint, config = {} }: Pick<ConnectorDefinition, "endpoint" | "config">,
  settings: Readonly<Record<string, string>>,
): string {
  if (typeof endpoint !== "string") return endpoint(settings);
  const names = variablesOf(endpoint, config);
  if (names.length === 0) return endpoint;
  const filled = endpoint.replace(/\{(\w+)\}/g, (_, name: string) => settings[name] ?? "");
  const wrong = names.find((name) => /^$|[/\\@?#%\s]/.test(settings[name] ?? ""));
  // A setting with a character such as `/` would change the origin that a URL parser finds.
  const address = URL.canParse(filled) ? new URL(filled) : undefined;
  if (wrong === undefined && address && filled.toLowerCase().startsWith(address.origin.toLowerCase()))
    return readEndpoint(filled);
  throw new ConnectorError("config_error", "The settings do not make an address of the platform.", {
    path: `config.${wrong ?? names[0]}`,
    hint: `The address is ${endpoint}. Pass only the part in braces.`,
  });
}

export const variablesOf = (endpoint: string, config: ConfigFields): string[] =>
  [...endpoint.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).filter((name) => Object.hasOwn(config, name));
