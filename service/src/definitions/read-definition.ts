import { ConnectorError, defineConnector, type ConnectorFile } from "agent-connectors";
import type { DefinitionLimits } from "../limits/limit-values.ts";
import type { ConnectorClass } from "../platforms/connector-types.ts";
import { hashOfFile } from "../store/definitions/definition-versions.ts";

export interface ReadDefinition {
  name: string;
  /** The SHA-256 of the text. */
  hash: string;
  /** The hosts to which requests can go, sorted. */
  hosts: readonly string[];
}

/** The most names in a part of `wire`, such as its headers. */
const maxConstants = 200;

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
  if (countPatterns(file) > limits.patterns)
    throw fault(`The file has more than ${limits.patterns} patterns.`, "Leave out patterns of params.");
  const actions = countActions(file);
  if (actions > limits.actions)
    throw fault(`The file has ${actions} actions, and ${limits.actions} are allowed.`, leaveOut);
  checkOperations(file, limits);
  const { connectorName: name, title } = compiled(file);
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
      "The operator reads all of them. Leave out those that no action needs.",
    );
  return { name, hash: hashOfFile(text), hosts };
}

/**
 * Makes the class of a stored file. Whatever the file says of itself, nobody here has checked its texts.
 * @throws ConnectorError `validation_error`
 */
export const compileDefinition = (text: string): ConnectorClass => compiled(parsed(text));

const compiled = (file: ConnectorFile): ConnectorClass =>
  refusing(() => defineConnector({ ...file, evidence: "imported" as const }));

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

/** Counts the values of `pattern`, and the names in `patternProperties`. Uses no recursion, because a file can be deep. */
function countPatterns(file: ConnectorFile): number {
  let count = 0;
  const open: object[] = [file];
  for (let one = open.pop(); one !== undefined; one = open.pop())
    for (const [key, value] of Object.entries(one)) {
      if (key === "pattern") count++;
      if (typeof value !== "object" || value === null) continue;
      if (key === "patternProperties") count += Object.keys(value).length;
      open.push(value);
    }
  return count;
}

/** Every operation gets the constants of `wire`, so many of both are many millions. */
function checkOperations({ operations, wire }: ConnectorFile, limits: DefinitionLimits): void {
  const found = Object.keys(operations ?? {}).length;
  if (found > limits.actions)
    throw fault(`The file has ${found} operations, and ${limits.actions} are allowed.`, "Leave out operations that no action calls."); // prettier-ignore
  const { headers, query, errors } = wire ?? {};
  const sizes = [headers, query, errors?.codes, errors?.hints].map((one) => Object.keys(one ?? {}).length);
  if (Math.max(...sizes) > maxConstants)
    throw fault(`A part of wire has more than ${maxConstants} names.`, "Write what only some operations need into these operations."); // prettier-ignore
}

/** The caller has sent the file, so its faults are faults of the request. */
function refusing<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!ConnectorError.is(error) || error.code !== "config_error") throw error;
    const { path, issues } = error;
    throw new ConnectorError("validation_error", shortened(error.message), {
      path: path === undefined || path === "" ? "file" : `file.${path}`,
      issues,
      hint: error.hint,
    });
  }
}

/** A message quotes names of the file, which can be long. */
const shortened = (message: string): string =>
  message.length <= 400 ? message : `${message.slice(0, 400).toWellFormed()}...`;

const fault = (message: string, hint: string) =>
  new ConnectorError("validation_error", message, { path: "file", hint });
