import type { ConnectorFile, FileAction } from "../../core/contract/connector-file.ts";
import { ConnectorError } from "../../core/ground/errors.ts";
import { isDict } from "../../core/ground/json.ts";

/** A connector file whose actions are the tools of an MCP server. */
export interface McpFile extends ConnectorFile {
  readonly mcp: McpPart;
}

export interface McpPart {
  /** The command that starts the server, with its arguments. Absent if the server is at the address `endpoint`. */
  readonly command?: readonly string[];
  /** The tool of each operation, as it was when somebody looked at it. */
  readonly tools: Readonly<Record<string, PinnedTool>>;
}

export interface PinnedTool {
  /** The server's name of the tool. */
  readonly name: string;
  /** The SHA-256 of the tool's name, title, description, schemas and annotations. */
  readonly sha256: string;
  /** Present if the server says that the tool only reads, and its name says nothing else. Nobody has checked it. */
  readonly claims?: "read";
}

/**
 * Returns a file in which some tools only read, because somebody believes that they do what their server claims.
 */
export function believeClaims(file: McpFile, isTrusted: (tool: string) => boolean): McpFile {
  const isRead = ({ calls }: FileAction): boolean => {
    const tool = file.mcp.tools[String(calls)];
    return tool?.claims === "read" && isTrusted(tool.name);
  };
  const actions = Object.entries(file.actions).map(([entity, all]) => [
    entity,
    Object.fromEntries(
      Object.entries(all).map(([name, one]) => [
        name,
        isRead(one) ? { ...one, effect: "read" as const } : one,
      ]),
    ),
  ]);
  return { ...file, actions: Object.fromEntries(actions) as McpFile["actions"] };
}

/** The endpoint of a server that is a command. Nothing is sent to it: the command runs on this computer. */
export const commandEndpoint = "http://localhost";

/**
 * Separates what only this connector reads from the connector file.
 * @throws ConnectorError `config_error`
 */
export function splitFile(file: unknown): { mcp: McpPart; rest: ConnectorFile } {
  if (!isDict(file)) throw invalid("file", "The connector file must be an object.");
  const { mcp, ...rest } = file;
  if (!isDict(mcp))
    throw invalid("mcp", "The connector file has no field mcp, so it does not describe an MCP server.");
  const { command, tools } = mcp;
  if (command !== undefined && !isCommand(command))
    throw invalid("mcp.command", "mcp.command must be a list of texts: the command and its arguments.");
  if (!isDict(tools) || !Object.values(tools).every(isPinned))
    throw invalid("mcp.tools", "mcp.tools must have the name and the sha256 of the tool of each operation.");
  const missing = Object.keys(isDict(rest.operations) ? rest.operations : {}).find(
    (name) => !Object.hasOwn(tools, name),
  );
  if (missing !== undefined)
    throw invalid("mcp.tools", `mcp.tools has no tool for the operation ${missing}.`);
  return {
    mcp: { ...(command ? { command } : {}), tools } as unknown as McpPart,
    rest: rest as unknown as ConnectorFile,
  };
}

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length <= 10_000 && !value.includes("\0");

const isCommand = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.length <= 100 && value.every(isText) && value[0] !== "";

const isPinned = (value: unknown): value is PinnedTool =>
  isDict(value) &&
  isText(value.name) &&
  typeof value.sha256 === "string" &&
  /^[0-9a-f]{64}$/.test(value.sha256);

const invalid = (path: string, message: string) =>
  new ConnectorError("config_error", message, {
    path,
    hint: "Make the file with agent-connectors import, or with importMcp of agent-connectors/import.",
  });
