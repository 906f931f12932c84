import { cut, show } from "../ground/json.ts";
import { isLoopback } from "../ground/loopback.ts";
import { optionError } from "../ground/read-options.ts";

const maxAddress = 2048;

/**
 * Checks an address that receives credentials, and removes the trailing slash. The address must use https, or http on
 * loopback, and have no user, password, query or fragment.
 * @throws ConnectorError `config_error`
 */
export function readEndpoint(endpoint: unknown): string {
  const refuse = (why: string) =>
    optionError(
      "endpoint",
      `endpoint ${why}.`,
      "Credentials are sent to this address. Give an https address, or http on 127.0.0.1.",
    );
  if (typeof endpoint !== "string") throw refuse(`must be a string, got ${show(endpoint)}`);
  const url = endpoint.length <= maxAddress && URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url) throw refuse("is not an address");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
    throw refuse(`must be https, or http on loopback, got ${cut(url.protocol, 20)}`);
  if (url.username || url.password || /[?#]/.test(endpoint))
    throw refuse("must not have a user, a password, a query or a fragment");
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}
