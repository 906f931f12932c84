import { isMcpAddress, type McpSource } from "../../src/import/mcp/mcp-source.ts";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import { variable } from "../environment.ts";

export const serverHelp = "an MCP server: its https address, or the command that starts it, in quotes";
export const envHelp =
  "environment variables with credentials of the MCP server. A command gets each NAME. For an address, NAME is a bearer token, and X-Api-Key=NAME is a header";

/**
 * Reads the place of an MCP server, as a person types it. `env`: names of environment variables.
 * @throws ConnectorError `config_error` if a variable is not set
 */
export function readServerSource(text: string, env: readonly string[] = []): McpSource {
  const valueOf = (name: string): string => {
    const value = variable(name);
    if (value) return value;
    throw new ConnectorError("config_error", `The environment variable ${name} is not set.`, {
      path: "env",
      hint: "Set it to the credential of the MCP server, and pass only its name.",
    });
  };
  const variables = env.map((one): readonly [header: string | undefined, name: string] => {
    const [name = "", header] = one.split("=").toReversed();
    return [header, name];
  });
  const wrong = (message: string) => new ConnectorError("config_error", message, { path: "env" });
  if (!isMcpAddress(text)) {
    if (variables.some(([header]) => header !== undefined))
      throw wrong("A command takes no headers. Pass --env NAME.");
    return {
      command: wordsOf(text),
      env: Object.fromEntries(variables.map(([, name]) => [name, valueOf(name)])),
    };
  }
  const bearers = variables.filter(([header]) => header === undefined);
  if (bearers.length > 1)
    throw wrong("An address takes one bearer token. Write --env X-Api-Key=NAME for a header.");
  const headers = variables.flatMap(([header, name]) =>
    header === undefined ? [] : [[header, valueOf(name)] as const],
  );
  return {
    url: text,
    ...(bearers[0] ? { bearer: valueOf(bearers[0][1]) } : {}),
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
  };
}

/** Splits a command at spaces, as a shell does, but replaces nothing. Quotation marks keep spaces. */
export function wordsOf(text: string): string[] {
  const words = [...text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(
    ([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double: string | undefined, single: string | undefined) => double ?? single ?? ""), // prettier-ignore
  );
  if (words.length > 0) return words;
  throw new ConnectorError("config_error", "The command of the MCP server is empty.", { path: "in" });
}
