import type { ConnectorOptions } from "../../core/contract/call-options.ts";
import type { Connector } from "../../core/contract/connector.ts";
import type { ConnectorDefinition, Entities } from "../../core/contract/definition.ts";
import { readOptions, optionTypes, type OptionTypes } from "../../core/ground/read-options.ts";
import { readConnectorFile } from "../../core/file/read-connector-file.ts";
import type { ConnectorClass } from "../../define/connector-class.ts";
import { defineConnector } from "../../define/define.ts";
import { type McpFile, splitFile } from "./mcp-file.ts";
import type { ServerRights } from "./open-server.ts";
import { withoutBytes } from "./tool-result.ts";

export interface McpConnectorOptions extends ServerRights {
  /** Ends the connections, and the commands that they have started. */
  signal?: AbortSignal | undefined;
}

/** The class of a connector. `auth` has the credentials that the file names. */
export type McpConnectorClass = Omit<ConnectorClass, "prototype"> & {
  new (options?: { auth?: Readonly<Record<string, string>> }, code?: ConnectorOptions): Connector<Entities>;
};

const optionKinds: OptionTypes = {
  allowCommand: optionTypes.boolean,
  allowLoopback: optionTypes.boolean,
  idleMs: optionTypes.milliseconds,
  signal: optionTypes.signal,
};

/**
 * Creates the class of a connector whose actions are the tools of an MCP server. A tool that has changed since the import is
 * refused before anything is sent. The first call connects.
 * @throws ConnectorError `config_error` if the file is invalid
 */
export function mcpConnector(file: McpFile, options: McpConnectorOptions = {}): McpConnectorClass {
  const { mcp, rest } = splitFile(file);
  const { signal, ...rights } = readOptions(options, optionKinds, "options", "") as McpConnectorOptions;
  const code = Object.fromEntries(
    Object.entries(rest.actions ?? {}).map(([entity, actions]) => [
      entity,
      Object.fromEntries(Object.keys(actions).map((action) => [action, { view: withoutBytes }])),
    ]),
  );
  const definition: ConnectorDefinition = {
    ...readConnectorFile(rest, code),
    foreign: true,
    platformFields: [],
    platformMessages: [],
  };
  const connect: ConnectorDefinition["connect"] = async (given, { endpoint, replaced, timeoutMs, fetch }) => {
    const [{ openServer }, { pinnedClient }] = await Promise.all([
      import("./open-server.ts"),
      import("./pinned-client.ts"),
    ]);
    const { title, auth, schemes } = rest;
    const credentials = given as Readonly<Record<string, string>>;
    // Who replaces the address in code has chosen it.
    const place = {
      title,
      url: endpoint,
      command: replaced ? undefined : mcp.command,
      anyAddress: replaced,
      fetch,
      auth,
      schemes,
    };
    const session = await openServer(place, credentials, rights, timeoutMs);
    signal?.addEventListener("abort", () => void session.close(), { once: true });
    return pinnedClient(title, session, mcp.tools, signal);
  };
  return defineConnector({ ...definition, connect } as never) as unknown as McpConnectorClass;
}
