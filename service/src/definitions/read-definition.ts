import { createHash } from "node:crypto";
import { ConnectorError, defineConnector, type ConnectorFile } from "agent-connectors";
import type { DefinitionLimits } from "../limits/limit-values.ts";
import type { ConnectorClass } from "../platforms/connector-types.ts";

export interface ReadDefinition {
  name: string;
  /** The SHA-256 of the text. */
  hash: string;
  /** The hosts to which requests can go, sorted. */
  hosts: readonly string[];
  actions: number;
}

/**
 * Checks a connector file that somebody has uploaded, whom nobody here knows.
 * @param taken the names of the connector types that every organization has
 * @throws ConnectorError `validation_error`; `issues` lists up to 100 faults
 */
export async function readDefinition(
  text: string,
  taken: readonly string[],
  limits: DefinitionLimits,
): Promise<ReadDefinition> {
  const leaveOut = "Leave out actions that nobody needs.";
  if (text.length > limits.characters)
    throw fault(`The file has more than ${limits.characters} characters.`, leaveOut);
  // Every value follows one of these characters, so there are at most so many values.
  if ((text.match(/[,[{]/g) ?? []).length > limits.values)
    throw fault(`The file has more than ${limits.values} values.`, leaveOut);
  const file = parsed(text);
  // A file may write a key in another way, such as "\u0070attern".
  if ((JSON.stringify(file).match(/"pattern":/g) ?? []).length > limits.patterns)
    throw fault(`The file has more than ${limits.patterns} patterns.`, "Leave out patterns of params.");
  const actions = countActions(file);
  if (actions > limits.actions)
    throw fault(`The file has ${actions} actions, and ${limits.actions} are allowed.`, leaveOut);
  const { connectorName: name, title } = compileDefinition(text);
  if (taken.includes(name))
    throw fault(
      `The name ${name} belongs to a connector type that every organization has.`,
      "Choose another name.",
    );
  if (!/^[\p{L}\p{N}][\p{L}\p{N}\p{M} .,&'()+-]{0,59}$/u.test(title))
    throw fault(
      "The title must have at most 60 letters, digits, spaces and simple punctuation.",
      "People see the title on the pages on which they connect an account.",
    );
  // Most services accept no definitions, so they do not load the importer.
  const { hostsOfFile } = await import("agent-connectors/import");
  const hosts = refusing(() => hostsOfFile(file));
  if (hosts.length > limits.hosts)
    throw fault(
      `The file names ${hosts.length} hosts, and ${limits.hosts} are allowed.`,
      "An operator reads all of them. Leave out those that no action needs.",
    );
  return { name, hash: hashOf(text), hosts, actions };
}

/**
 * Makes the class of a stored file. Whatever the file says of itself, nobody here has checked its texts.
 * @throws ConnectorError `validation_error`
 */
export const compileDefinition = (text: string): ConnectorClass => {
  const file = { ...parsed(text), evidence: "imported" as const };
  return refusing(() => defineConnector(file));
};

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

function parsed(text: string): ConnectorFile {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw fault("The file is not JSON.", hint);
  }
  if (typeof file !== "object" || file === null || Array.isArray(file) || !("format" in file))
    throw fault("The file is not a connector file.", hint);
  if ("mcp" in file)
    throw fault(
      "The file is for an MCP server, and only the operator can add one.",
      "Upload the file of an API.",
    );
  return file as unknown as ConnectorFile;
}

const hint = "Make a connector file with: agent-connectors import.";

const countActions = ({ actions }: ConnectorFile): number =>
  Object.values(actions ?? {}).reduce((sum, entity) => sum + Object.keys(entity ?? {}).length, 0);

/** The caller has sent the file, so its faults are faults of the request. */
function refusing<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!ConnectorError.is(error) || error.code !== "config_error") throw error;
    const { path, issues, hint } = error;
    throw new ConnectorError("validation_error", error.message, {
      path: path === undefined || path === "" ? "file" : `file.${path}`,
      issues,
      hint,
    });
  }
}

const fault = (message: string, hint: string) =>
  new ConnectorError("validation_error", message, { path: "file", hint });
