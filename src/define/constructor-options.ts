import type { Backend } from "../core/call/transport.ts";
import type { ConnectorDefinition } from "../core/contract/definition.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { type Dict, listNames, readDict } from "../core/ground/json.ts";
import { type OpenDefinition, openInProcess } from "../core/open/open-source.ts";
import { openHosted } from "../hosted/backend.ts";
import { hostedFields } from "../hosted/hosted-options.ts";

/**
 * Opens the connector in open source mode or in hosted mode, as the options say. Refuses options of both modes
 * together.
 */
export function openBackend(
  connector: OpenDefinition,
  options: Dict,
  code: Parameters<typeof openInProcess>[2],
): Backend {
  const given = Object.keys(options);
  const hosted = given.filter((key) => hostedFields.includes(key));
  const local: string[] = given.filter((key) => key === "auth" || key === "config");
  const refuse = (message: string, path: string, hint: string) =>
    new ConnectorError("config_error", message, { path, hint });
  const extra = given.find((key) => !hosted.includes(key) && !local.includes(key));
  if (extra !== undefined)
    throw refuse(
      `There is no option ${listNames([extra])}.`,
      listNames([extra]),
      `Options: auth${connector.config ? ", config" : ""}, or for a hosted connector ${hostedFields.join(", ")}. Pass options for code only (fetch, policy, ...) as the second argument.`,
    );
  if (hosted.length > 0 && local.length > 0)
    throw refuse(
      `${local.join(", ")} and ${hosted.join(", ")} belong to different modes.`,
      local[0]!,
      "Pass auth to call the platform from this process, or the hosted fields to call through the service.",
    );
  return hosted.length > 0 ? openHosted(connector, options, code) : openInProcess(connector, options, code);
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
