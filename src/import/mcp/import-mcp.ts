import type { ConnectorFile } from "../../core/contract/connector-file.ts";
import { ConnectorError } from "../../core/ground/errors.ts";
import { hashOf } from "../../core/ground/hash.ts";
import type { Draft, ImportReport } from "../draft.ts";
import { makeFile } from "../make-file.ts";
import { snakeCase } from "../names.ts";
import { matcher, type Overlay, readOverlay } from "../overlay.ts";
import { parseSource } from "../parse-source.ts";
import { compileTools, type CompiledTools, type ToolOperation } from "./compile-tools.ts";
import { commandEndpoint, type McpFile, type PinnedTool } from "./mcp-file.ts";
import { leastEffect, stronger } from "./tool-effect.ts";
import type { ServerTool } from "./server-tools.ts";

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

export interface McpImportOptions {
  /** The connector's name. Default: the last part of the command or of the address. */
  name?: string | undefined;
  /** The overlay, as text (YAML or JSON) or as a value. */
  overlay?: string | object | undefined;
  /** Whether the address can be one of this computer. Default: false. */
  allowLoopback?: boolean | undefined;
  /** The milliseconds in which the server must answer. Default: 30,000. */
  timeoutMs?: number | undefined;
}

export interface ImportedMcp {
  file: McpFile;
  report: ImportReport;
}

/**
 * Reads the tools of an MCP server, and makes a connector file. Every tool is destructive until the overlay says something
 * else, and is pinned as it is now.
 * @throws ConnectorError if the server cannot be reached, or has no tool that can become an action
 */
export async function importMcp(source: McpSource, options: McpImportOptions = {}): Promise<ImportedMcp> {
  const { name = nameOfSource(source), allowLoopback = false, timeoutMs = 30_000 } = options;
  const given = typeof options.overlay === "string" ? await parseSource(options.overlay) : options.overlay;
  const overlay = readOverlay(given ?? {});
  const { title = name } = overlay;
  const { auth, schemes, credentials } = credentialsOf(source);
  const command = "command" in source ? source.command : undefined;
  const url = "url" in source ? source.url : commandEndpoint;
  const place = { title, url, command, auth, schemes };
  const { openServer } = await import("./open-server.ts");
  const session = await openServer(place, credentials, { allowCommand: true, allowLoopback }, timeoutMs);
  try {
    const listed = await session.tools(0);
    const isTrusted = matcher(overlay.trustReadOnly ?? []);
    const compiled = await compileTools(listed, isTrusted);
    const pins = compiled.actions.map(({ operation }) => operation.tool.sha256);
    const draft: Draft = {
      ...compiled,
      kind: "MCP",
      title,
      endpoint: url,
      auth,
      ...(schemes ? { schemes } : {}),
    };
    const made = makeFile(draft, {
      name,
      overlay: checkedOverlay(overlay, compiled, new Map(listed.tools.map((tool) => [tool.name, tool]))),
      sha256: await hashOf(pins.toSorted().join("\n")),
      allowLoopback: allowLoopback || command !== undefined,
    });
    return withPins(made, command);
  } finally {
    await session.close();
  }
}

/** Makes the effects of the overlay as strong as the annotations of the server say. */
function checkedOverlay(
  overlay: Overlay,
  { actions }: CompiledTools,
  tools: ReadonlyMap<string, ServerTool>,
): Overlay {
  const changes = { ...overlay.actions };
  for (const { source, entity, action } of actions) {
    const name = [source, `${entity}.${action}`].find((one) => Object.hasOwn(changes, one));
    const effect = name === undefined ? undefined : changes[name]!.effect;
    if (name === undefined || effect === undefined) continue;
    changes[name] = { ...changes[name], effect: stronger(effect, leastEffect(tools.get(source)!)) };
  }
  const toolNotes =
    "The server has written the names and the descriptions of these actions, and can have any aim.";
  return { toolNotes, ...overlay, actions: changes };
}

/** Moves the pins from the operations to their own part of the file. */
function withPins(
  { file, report }: { file: ConnectorFile; report: ImportReport },
  command: readonly string[] | undefined,
): ImportedMcp {
  const entries = Object.entries(file.operations as Readonly<Record<string, ToolOperation>>);
  const tools: Record<string, PinnedTool> = Object.fromEntries(
    entries.map(([name, { tool }]) => [name, tool]),
  );
  const operations = Object.fromEntries(
    entries.map(([name, { tool: _tool, ...operation }]) => [name, operation]),
  );
  const mcp = { ...(command ? { command } : {}), tools };
  return { file: { ...file, mcp, operations }, report: command ? { ...report, origins: [] } : report };
}

/** Returns how a file describes the credentials of a source, and their values. */
export function credentialsOf(
  source: McpSource,
): Pick<Draft, "auth" | "schemes"> & { credentials: Record<string, string> } {
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
