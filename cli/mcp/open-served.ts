import { ConnectorError } from "../../src/core/ground/errors.ts";
import { hashOf } from "../../src/core/ground/hash.ts";
import { openHosted } from "../hosted.ts";
import type { OpenConnector } from "../known.ts";
import { findCredentials, openConnector } from "../open-connector.ts";
import type { ServedConnector } from "./choice.ts";
import { readServerSource } from "./server-source.ts";

interface Serving {
  log: (line: string) => void;
  /** Whether to keep a journal also without a stored account. */
  keepsJournal?: true | undefined;
}

/** @throws ConnectorError `credentials_mismatch` or `config_error` if credentials are missing */
export async function openServed(
  one: ServedConnector,
  { log, keepsJournal }: Serving,
): Promise<OpenConnector> {
  const { name, sandbox, account, hosted, server, rights } = one;
  if (server) {
    const { openGate } = await import("./gate.ts");
    return openGate({ source: readServerSource(server.place, server.env), trust: server.trust, log });
  }
  if (hosted !== undefined) return openHosted(name, hosted);
  return openConnector(name, { sandbox, account, ...rights, ...(keepsJournal ? { keepsJournal } : {}) });
}

/** Names the account of a connector, so that an approval of one account never runs with another one. */
export async function accountScope({
  name,
  sandbox,
  account,
  hosted,
  server,
}: ServedConnector): Promise<string> {
  if (hosted !== undefined)
    throw new ConnectorError("config_error", "The hosted service has approvals of its own.", {
      path: "approvals",
      hint: "Set the rules in the policies of the service, and leave out --approvals and --policy.",
    });
  const key =
    sandbox !== false
      ? "sandbox"
      : server
        ? readServerSource(server.place, server.env)
        : await findCredentials(name, account).then(({ auth, config }) => [auth, config]);
  return `mcp ${name} ${await hashOf(JSON.stringify(key))}`;
}
