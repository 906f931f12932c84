import type { ConnectorFile } from "../core/contract/connector-file.ts";
import { ConnectorError, type Issue } from "../core/ground/errors.ts";
import { show } from "../core/ground/json.ts";
import { addressesOf, addressFault } from "./allowed-address.ts";

/**
 * Returns the hosts that a connector file names, sorted: host names such as `api.example.com`, host names with a setting such
 * as `{subdomain}.example.com`, and endings of the hosts of files such as `.files.example.com`. Whoever reads them sees where
 * requests can go.
 * @throws ConnectorError `config_error` if an address is not allowed in a file of somebody whom nobody here knows; `issues`
 * lists the addresses
 */
export function hostsOfFile(file: ConnectorFile): string[] {
  const addresses = addressesOf(file);
  const endings = file.fileHosts ?? [];
  const issues = [
    ...addresses.map((address): Issue => ({ path: address, message: faultOf(address) ?? "" })),
    ...endings.map((ending): Issue => ({ path: ending, message: faultOf(`https://x${ending}`) ?? "" })),
  ].filter(({ message }) => message !== "");
  const [first] = issues;
  if (first)
    throw new ConnectorError(
      "config_error",
      `The file names the address ${show(first.path)}, which ${first.message}.`,
      {
        path: "endpoint",
        issues: issues.slice(0, 100),
        hint: "Name only https addresses with public host names.",
      },
    );
  return [...new Set([...addresses.map(hostOf), ...endings.map((ending) => ending.toLowerCase())])].sort();
}

/** Returns the host of an address in lower case, with the settings in braces. */
const hostOf = (address: string): string => {
  const [, host = ""] = /^https:\/\/([^/?#]*)/i.exec(address) ?? [];
  return host.includes("{") ? host.toLowerCase() : new URL(address).host;
};

function faultOf(address: string): string | undefined {
  const fault = addressFault(address, false);
  if (fault !== undefined) return fault;
  const host = hostOf(address);
  // In `{subdomain}.example.com`, the owner of example.com has all hosts. Nobody has all hosts of `{name}.com`.
  return !host.includes("{") || /^[\w{}.-]*\}[\w-]*(?:\.[a-z0-9-]+){2,}(?::\d+)?$/.test(host)
    ? undefined
    : "has a setting in its host name that is not before at least two fixed parts";
}
