import type { ConnectorOptions } from "../core/contract/call-options.ts";
import type { ConnectorDefinition } from "../core/contract/definition.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { type Dict, listNames, readDict } from "../core/ground/json.ts";
import { type InProcessOptions, readInProcessOptions } from "../core/open/in-process-options.ts";
import { hostedFields, hostedNames, type Identity, readIdentity } from "../hosted/hosted-options.ts";

/** The checked options of one mode: of open source mode or of hosted mode. */
export type ModeOptions = { hosted: Identity } | { hosted?: undefined; inProcess: InProcessOptions };

/**
 * Checks the options of the mode that they belong to. Refuses options of both modes together.
 * @throws ConnectorError `config_error`, `credentials_mismatch`
 */
export function readModeOptions(
  connector: ConnectorDefinition,
  options: Dict,
  code: Pick<ConnectorOptions, "endpoint">,
): ModeOptions {
  const given = Object.keys(options);
  const hosted = given.filter((key) => hostedFields.includes(key));
  const local: string[] = given.filter((key) => key === "auth" || key === "config");
  const refuse = (message: string, path: string, hint: string) =>
    new ConnectorError("config_error", message, { path, hint });
  const extra = given.find((key) => !hosted.includes(key) && !local.includes(key));
  const credentials = given.filter((key) => isCredential(connector, key));
  if (extra !== undefined && credentials.includes(extra))
    throw refuse(
      `${extra} is a credential of ${connector.title}, and belongs in auth.`,
      extra,
      `Pass { auth: { ${credentials.join(", ")} } }.`,
    );
  if (extra !== undefined && connector.config && Object.hasOwn(connector.config, extra))
    throw refuse(`${extra} is a setting, and belongs in config.`, extra, `Pass { config: { ${extra} } }.`);
  if (extra !== undefined)
    throw refuse(
      `There is no option ${listNames([extra])}.`,
      listNames([extra]),
      `Options: auth${connector.config ? ", config" : ""}, or for a hosted connector ${hostedNames.join(", ")}. Pass options for code only (fetch, policy, ...) as the second argument.`,
    );
  if (hosted.length > 0 && local.length > 0)
    throw refuse(
      `${local.join(", ")} and ${hosted.join(", ")} belong to different modes.`,
      local[0]!,
      "Pass auth to call the platform from this process, or the hosted fields to call through the service.",
    );
  if (hosted.length === 0) return { inProcess: readInProcessOptions(connector, options, code) };
  if (code.endpoint !== undefined)
    throw refuse(
      "endpoint is the platform's address; a hosted connector never calls it.",
      "endpoint",
      "The service's address is the option base_url.",
    );
  return { hosted: readIdentity(options) };
}

/** @throws ConnectorError `config_error` if the options are not an object */
export function readConstructorOptions(connector: ConnectorDefinition, options: unknown): Dict {
  const optional = Object.keys(connector.auth).length === 0;
  const read = optional && options === undefined ? {} : readDict(options);
  if (read) return read;
  throw new ConnectorError("config_error", `${connector.title} connector: the options must be an object.`, {
    path: "options",
    hint: optional ? "Leave them out, or pass {}." : "Pass { auth: { ... } }.",
  });
}

/** Returns the error messages for options of hosted mode that are in `auth`, by the name of the option. */
export const hostedInAuth = (connector: ConnectorDefinition): Record<string, string> =>
  Object.fromEntries(
    hostedFields
      .filter((field) => !isCredential(connector, field))
      .map((field) => [
        field,
        "this is an option of hosted mode. Pass the options of hosted mode without auth: { external_user_id, airbyte_client_id, airbyte_client_secret }.",
      ]),
  );

const isCredential = ({ auth }: ConnectorDefinition, field: string): boolean =>
  Object.values(auth).some((form) => Object.hasOwn(form, field));
