import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ConnectorError, defineConnector, type ConnectorFile } from "agent-connectors";
import type { McpFile } from "agent-connectors/import";
import type { ConnectorClass, ConnectorType } from "./connector-types.ts";

const ending = ".connector.json";

/**
 * Reads the connector files of a folder, whose names end with `.connector.json`.
 * @param taken the names of connector types that the service has without files
 * @throws ConnectorError `config_error` if a file cannot be used, or has the name of another connector type
 */
export async function connectorFiles(folder: string, taken: readonly string[]): Promise<ConnectorType[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw fault(folder, `cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"})`);
  });
  const known = new Set(taken);
  const types: ConnectorType[] = [];
  for (const name of names.filter((one) => one.endsWith(ending)).sort()) {
    const path = join(folder, name);
    const connector = await read(path);
    if (known.has(connector.connectorName))
      throw fault(path, `has the name ${connector.connectorName}, which another connector type has`);
    known.add(connector.connectorName);
    types.push({ connector });
  }
  if (types.length === 0) throw fault(folder, `has no file whose name ends with ${ending}`);
  return types;
}

async function read(path: string): Promise<ConnectorClass> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw fault(path, `cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"})`);
  });
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw fault(path, "is not JSON");
  }
  if (typeof file !== "object" || file === null || !("format" in file))
    throw fault(path, "is not a connector file");
  try {
    return "mcp" in file ? await serverOf(file as McpFile) : defineConnector(file as ConnectorFile);
  } catch (error) {
    throw fault(path, `is not valid: ${(error as Error).message}`);
  }
}

/** The milliseconds without a call after which the connection to an MCP server ends. */
const idleMs = 60_000;

/** The tools of an MCP server at an address. The service starts no commands. */
async function serverOf(file: McpFile): Promise<ConnectorClass> {
  if (file.mcp?.command !== undefined)
    throw new Error(
      "its MCP server is a command, and the service starts no commands. Give the address of a server",
    );
  // Most services have no MCP servers.
  const { mcpConnector } = await import("agent-connectors/import");
  return mcpConnector(file, { idleMs }) as unknown as ConnectorClass;
}

const fault = (path: string, what: string) =>
  new ConnectorError("config_error", `${path} ${what.replace(/\.$/, "")}.`, {
    path: "connectors",
    hint: "Make connector files with agent-connectors import, and give their folder as --connectors.",
  });
