import { readFile } from "node:fs/promises";
import type { ConnectorFile } from "../src/core/contract/connector-file.ts";
import { ConnectorError } from "../src/core/ground/errors.ts";
import { type Dict, isDict, show } from "../src/core/ground/json.ts";
import type { ConnectorClass } from "../src/define/connector-class.ts";
import type { McpFile } from "../src/import/mcp/mcp-file.ts";
import type { Known, OpenConnector, ServerRights } from "./known.ts";

/** Whether an argument of a command is the path of a connector file, and not the name of a connector. */
export const isPath = (name: string): boolean => /[\\/]|\.json$/i.test(name);

/**
 * Reads a connector file.
 * @throws ConnectorError `config_error` if the file cannot be read, or is not valid
 */
export async function readConnectorJson(path: string, otherwise: string): Promise<Dict> {
  const bad = (what: string) =>
    new ConnectorError("config_error", `${path} ${what}.`, { path, hint: otherwise });
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw bad(`cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"})`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw bad("is not JSON");
  }
  if (!isDict(value)) throw bad("is not a connector definition");
  return value;
}

export const isConnectorFile = (value: Dict): boolean => "format" in value && "operations" in value;

/**
 * Creates the class of a connector file, also of one for an MCP server.
 * @throws ConnectorError `config_error`
 */
export async function classOf(file: Dict, rights: ServerRights = {}): Promise<ConnectorClass> {
  // Commands for other connectors need neither.
  if ("mcp" in file) {
    const { mcpConnector } = await import("../src/import/index.ts");
    return mcpConnector(file as unknown as McpFile, rights) as unknown as ConnectorClass;
  }
  const { defineConnector } = await import("../src/define/define.ts");
  return defineConnector(file as unknown as ConnectorFile) as unknown as ConnectorClass;
}

/** Opens a connector file for the commands. Its credentials come from variables such as `ACME_API_KEY`. */
export async function knownFile(path: string, rights: ServerRights): Promise<Known> {
  const hint = "Make a connector file with agent-connectors import.";
  const file = await readConnectorJson(path, hint);
  if (!isConnectorFile(file))
    throw new ConnectorError("config_error", `${path} is not a connector file.`, { path, hint });
  const Connector = await classOf(file, rights);
  const isCommand = isDict(file.mcp) && file.mcp.command !== undefined;
  const known = knownClass(Connector, { firstCall: firstRead(file as unknown as ConnectorFile) });
  if (!isCommand) return known;
  // The credentials of a command are environment variables themselves.
  const variables = (fields: object) =>
    Object.fromEntries(Object.keys(fields).map((field) => [field, field]));
  return {
    ...known,
    environment: mapForms(Connector.auth, variables),
    settings: variables(Connector.config),
  };
}

type OwnParts = Pick<Known, "firstCall"> & Partial<Pick<Known, "nameOf">>;

/**
 * What the commands need of a connector that has no sandbox. Its credentials come from variables such as
 * `ACME_API_KEY`: the connector's name, and the name of the field.
 */
export function knownClass(Connector: ConnectorClass, { firstCall, nameOf = nameIn }: OwnParts): Known {
  const { title, auth, config, connectorName, describe, searchActions } = Connector;
  const prefix = connectorName.toUpperCase().replaceAll("-", "_");
  const variables = (fields: object) =>
    Object.fromEntries(Object.keys(fields).map((field) => [field, `${prefix}_${field.toUpperCase()}`]));
  const noSandbox = () =>
    Promise.reject(
      new ConnectorError("config_error", `There is no sandbox of ${title}.`, {
        path: "sandbox",
        hint: "Use an account of your own, or the sandbox of slack, amazon-ads or notion. testConnector of agent-connectors/testing tests a connector file.",
      }),
    );
  return {
    title,
    auth,
    config,
    describe: describe as Known["describe"],
    searchActions: searchActions as Known["searchActions"],
    environment: mapForms(auth, variables),
    settings: variables(config),
    open: async (credentials, settings, code) =>
      new Connector(
        {
          ...(Object.keys(credentials).length > 0 ? { auth: credentials } : {}),
          config: settings,
        } as never,
        code,
      ) as unknown as OpenConnector,
    openHosted: (options, code) => new Connector(options, code) as unknown as OpenConnector,
    Connector: Connector as unknown as Known["Connector"],
    client: { client_id: `${prefix}_CLIENT_ID`, client_secret: `${prefix}_CLIENT_SECRET` },
    nameOf,
    accountsIn: () => 1,
    firstCall,
    openSandbox: noSandbox,
    listenSandbox: noSandbox,
  };
}

const mapForms = (auth: ConnectorClass["auth"], variables: (fields: object) => Record<string, string>) =>
  Object.fromEntries(Object.entries(auth).map(([form, fields]) => [form, variables(fields)]));

/** The fields in which platforms name a person, the best first. */
const nameFields = ["login", "emailAddress", "email", "name", "displayName", "username"];

function nameIn(identity: Dict): string {
  const field = nameFields.find((name) => typeof identity[name] === "string" && identity[name] !== "");
  return field === undefined ? show(identity) : String(identity[field]);
}

/** A read without required params, to try first. */
function firstRead({ actions }: ConnectorFile): string {
  const reads = Object.entries(actions).flatMap(([entity, all]) =>
    Object.entries(all)
      .filter(([, { effect, params }]) => effect === "read" && (params.required ?? []).length === 0)
      .map(([action]) => `${entity} ${action}`),
  );
  return reads.find((name) => name.endsWith(" list")) ?? reads[0] ?? "ENTITY ACTION";
}
