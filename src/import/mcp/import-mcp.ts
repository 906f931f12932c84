import type { ConnectorFile } from "../../core/contract/connector-file.ts";
import { hashOf } from "../../core/ground/hash.ts";
import type { Draft, ImportReport } from "../draft.ts";
import { makeFile } from "../make-file.ts";
import { matcher, type Overlay, readOverlay } from "../overlay.ts";
import { parseSource } from "../parse-source.ts";
import { compileTools, type CompiledTools, type ToolOperation } from "./compile-tools.ts";
import { commandEndpoint, type McpFile, type PinnedTool } from "./mcp-file.ts";
import { credentialsOf, type McpSource, nameOfSource } from "./mcp-source.ts";
import { leastEffect, stronger } from "./tool-effect.ts";
import type { ServerTool } from "./server-tools.ts";

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
    if (name === undefined) continue;
    const least = leastEffect(tools.get(source)!);
    changes[name] = [changes[name]!].flat().map((one) => (one.effect === undefined ? one : { ...one, effect: stronger(one.effect, least) })); // prettier-ignore
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
