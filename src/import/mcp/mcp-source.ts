import { ConnectorError } from "../../core/ground/errors.ts";
import type { DraftHead } from "../draft.ts";
import { snakeCase } from "../names.ts";

/**
 * Where an MCP server is: an address, or a command that runs on this computer. The file gets the names of the credentials, and
 * not their values.
 */
export type McpSource =
  | {
      url: string;
      /** A token for the header `Authorization: Bearer ...`. */
      bearer?: string | undefined;
      /** Other headers with credentials, by name. */
      headers?: Readonly<Record<string, string>> | undefined;
    }
  | {
      /** The command and its arguments. It runs without a shell. */
      command: readonly string[];
      /** More environment variables of the command, such as a token. */
      env?: Readonly<Record<string, string>> | undefined;
    };

/** Whether a text is the address of a server, and not a command. */
export const isMcpAddress = (text: string): boolean => /^https?:\/\//i.test(text);

/** Returns how a file describes the credentials of a source, and their values. */
export function credentialsOf(
  source: McpSource,
): Pick<DraftHead, "auth" | "schemes"> & { credentials: Record<string, string> } {
  if ("command" in source) {
    const { env = {} } = source;
    const fields = Object.keys(env).map((name) => [name, { description: `The environment variable ${name} of the command`, text: true }]); // prettier-ignore
    return { auth: fields.length > 0 ? { env: Object.fromEntries(fields) } : {}, credentials: { ...env } };
  }
  const { bearer, headers = {} } = source;
  const named = Object.entries(headers).map(([name, value]) => ({
    name,
    value,
    field: snakeCase(name) || "key",
  }));
  if (bearer !== undefined && named.length > 0)
    throw new ConnectorError("config_error", "The source has a bearer token and other headers.", {
      path: "source",
      hint: "Pass the header authorization with the others, or only the bearer token.",
    });
  if (bearer !== undefined)
    return {
      auth: { token: { token: { description: "The token of the MCP server" } } },
      schemes: { token: { kind: "bearer", token: "{token}" } },
      credentials: { token: bearer },
    };
  if (named.length === 0) return { auth: {}, credentials: {} };
  return {
    auth: { headers: Object.fromEntries(named.map(({ name, field }) => [field, { description: `The header ${name}`, text: true }])) }, // prettier-ignore
    schemes: { headers: named.map(({ name, field }) => ({ kind: "header", name, value: `{${field}}` })) },
    credentials: Object.fromEntries(named.map(({ field, value }) => [field, value])),
  };
}

/** Names a connector after its command or its address. The server's own name could be that of another connector. */
export function nameOfSource(source: McpSource): string {
  const text = "url" in source ? hostOf(source.url) : lastName(source.command);
  const name = snakeCase(text).replaceAll("_", "-").slice(0, 60);
  return name === "" ? "mcp" : name;
}

const hostOf = (url: string) =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^(?:mcp|www|api)\./, "") : "";

/** Programs that run another program, which their first argument names. */
const runners = /^(npx|node|bun|bunx|deno|uvx|uv|python3?|docker)$/;
/** Names of files that many programs have. */
const usualNames = /^(index|main|server|cli|bin|dist|build|src|run)$/;

/** `npx -y @scope/server-memory --flag` becomes `server-memory`, and `node ./notes/dist/index.js` becomes `notes`. */
function lastName([program = "", ...args]: readonly string[]): string {
  const first = args.find((one) => !one.startsWith("-"));
  const named = runners.test(program.replace(/^.*[/\\]/, "")) ? (first ?? program) : program;
  const parts = named
    .split(/[/\\]/)
    .map((part) => part.replace(/(?<=.)@[\d.^~]+$|\.\w{1,4}$/, ""))
    .filter((part) => part !== "" && !part.startsWith("."));
  return parts.findLast((part) => !usualNames.test(part)) ?? parts.at(-1) ?? "";
}
