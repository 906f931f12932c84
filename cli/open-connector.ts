import type { Command } from "commander";
import { ConnectorError } from "../src/core/ground/errors.ts";
import { fileStore } from "../src/store/file-store.ts";
import { accountNamed, stateFolder } from "./accounts.ts";
import type { CredentialForm } from "../src/core/contract/definition.ts";
import type { ConnectorOptions } from "../src/core/contract/call-options.ts";
import type { Policy } from "../src/core/contract/policy.ts";
import { isPath } from "./connector-file.ts";
import { known } from "./connectors.ts";
import { variable } from "./environment.ts";
import { openHosted } from "./hosted.ts";
import type { Known, OpenConnector, ServerRights, Values } from "./known.ts";

/** Reads environment variables. */
const valuesOf = (variables: Readonly<Record<string, string>>): Values =>
  Object.fromEntries(Object.entries(variables).map(([field, name]) => [field, variable(name)]));

/** The option `--sandbox`: the path of a workspace, true without a path, or false without the option. */
export type SandboxOption = boolean | string;

export const sandboxHelp =
  "use a sandbox, without credentials. For Slack, path is a JSON file with a workspace, or the folder of an export";

export interface Source extends ServerRights {
  sandbox: SandboxOption;
  account?: string | undefined;
  /** The id of a connector of the hosted service. */
  hosted?: string | undefined;
  /** The policy of the connector. */
  policy?: Policy | undefined;
  /** Whether to keep a journal also without a stored account. Default: only for a connector file. */
  keepsJournal?: boolean | undefined;
}

/** Adds the options with which the server of a connector file for MCP can be on this computer. */
export const withServerRights = (command: Command): Command =>
  command
    .option("--allow-command", "run the command of a connector file for an MCP server, which you trust")
    .option("--allow-loopback", "let an MCP server be at an address of this computer");

export const accountHelp = "use this stored account (see connect)";

/**
 * Opens a connector with the first of these sources that is present: `--sandbox`, `--hosted`, `--account`, environment
 * variables with credentials, the stored account `default`.
 */
export async function openConnector(name: string, source: Source): Promise<OpenConnector> {
  const { sandbox, hosted, account, policy, allowCommand, allowLoopback } = source;
  const limits = policy ? { policy } : {};
  const connector = await known(name, { allowCommand, allowLoopback });
  if (sandbox !== false) return connector.openSandbox(sandbox === true ? undefined : sandbox, limits);
  if (hosted !== undefined) return openHosted(name, hosted, limits);
  // Caps that add up the raises of a day need a store.
  const keepsJournal = source.keepsJournal ?? (isPath(name) || policy !== undefined);
  const { auth, config, code } = await findCredentials(name, account);
  return connector.open(auth, config, { ...code, ...limits, ...(keepsJournal ? journaled() : {}) });
}

/** The store of the accounts, in which the commands `journal` and `stop` look. */
const journaled = () => ({ store: fileStore(stateFolder()), journal: true }) as const;

interface Credentials {
  auth: Values;
  config: Values;
  code: Pick<ConnectorOptions, "store" | "connectedAt" | "journal">;
}

/** @throws ConnectorError `credentials_mismatch` if there are no credentials */
export async function findCredentials(name: string, account: string | undefined): Promise<Credentials> {
  const connector = await known(name);
  const given = account === undefined ? fromEnvironment(connector) : undefined;
  const stored = given ? undefined : await accountNamed(name, account);
  const { auth, config }: { auth?: Values; config?: Values | undefined } = given ?? stored ?? {};
  if (!auth && Object.keys(connector.auth).length > 0) throw noCredentials(name, connector);
  // Settings from the environment replace the settings of the stored account.
  const settings = Object.entries(valuesOf(connector.settings)).filter(([, value]) => value !== undefined);
  return {
    auth: auth ?? {},
    config: { ...config, ...Object.fromEntries(settings) },
    code: stored ? { ...journaled(), connectedAt: stored.connected_at } : {},
  };
}

/**
 * Returns the variables that `openConnector` would read, of the environment or of the file `.env`: none with a stored account.
 * @throws ConnectorError `credentials_mismatch` if there are no credentials
 */
export async function environmentOf(name: string, account: string | undefined): Promise<readonly string[]> {
  const connector = await known(name);
  const { code } = await findCredentials(name, account);
  const settings = Object.values(connector.settings);
  const form = Object.values(connector.environment).find((fields) =>
    Object.values(valuesOf(fields)).every(Boolean),
  );
  const credentials = code.store ? [] : Object.values(form ?? {});
  return [...credentials, ...settings].filter(variable);
}

function fromEnvironment(connector: Known): { auth: Values; config?: Values } | undefined {
  for (const [form, fields] of Object.entries(connector.environment)) {
    const auth = valuesOf(fields);
    if (isComplete(auth, Object.hasOwn(connector.auth, form) ? connector.auth[form]! : {}))
      return { auth: given(auth) };
  }
  return undefined;
}

/** Whether all fields have a value, except those that can be left out. */
const isComplete = (values: Values, form: CredentialForm) =>
  Object.values(values).some(Boolean) &&
  Object.entries(values).every(([field, value]) => value !== undefined || form[field]?.optional === true);

const given = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

function noCredentials(name: string, { title, environment }: Known): ConnectorError {
  const ways = Object.values(environment).map((fields) => Object.values(fields).join(", "));
  return new ConnectorError("credentials_mismatch", `There are no credentials for ${title}.`, {
    path: "auth",
    hint: `Run agent-connectors connect ${name}; or set ${ways.join(", or ")}; or pass --sandbox to try it without credentials.`,
  });
}
