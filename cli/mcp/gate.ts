import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import { hashOf } from "../../src/core/ground/hash.ts";
import { fileText } from "../../src/import/file-text.ts";
import { importMcp } from "../../src/import/mcp/import-mcp.ts";
import { credentialsOf, type McpSource, nameOfSource } from "../../src/import/mcp/mcp-source.ts";
import { mcpConnector } from "../../src/import/mcp/mcp-connector.ts";
import { believeClaims, type McpFile } from "../../src/import/mcp/mcp-file.ts";
import { matcher } from "../../src/import/overlay.ts";
import { fileStore } from "../../src/store/file-store.ts";
import { configFolder, stateFolder } from "../accounts.ts";
import type { OpenConnector } from "../known.ts";

interface Given {
  source: McpSource;
  /** The names of the tools that only read, as their server claims, with stars. */
  trust: readonly string[];
  log: (line: string) => void;
}

/**
 * Opens the connector of an MCP server. At the first use, the tools are pinned as they are. Later, a tool that has changed is
 * refused, and a new tool is not offered.
 * @throws ConnectorError
 */
export async function openGate({ source, trust, log }: Given): Promise<OpenConnector> {
  const path = await pinsPath(source);
  let file = await readPins(path);
  if (file) log(`serves the tools that are pinned in ${path}`);
  else {
    const { file: first, report } = await importMcp(source, { allowLoopback: true });
    file = first;
    await mkdir(join(path, ".."), { recursive: true, mode: 0o700 });
    await writeFile(path, fileText(file), { mode: 0o600 });
    log(`nothing was pinned yet. ${report.actions} tools are now pinned, as they are, in ${path}`);
    for (const { source: tool, reason } of report.skipped) log(`left out: ${tool}: ${reason}`);
  }
  const isTrusted = matcher(trust);
  const claims = Object.values(file.mcp.tools).flatMap((tool) =>
    tool.claims === "read" && !isTrusted(tool.name) ? [tool.name] : [],
  );
  if (claims.length > 0)
    log(`these tools say that they only read, and count as destructive, because nobody has checked it: ${claims.slice(0, 50).join(", ")}. To believe it, pass --trust with their names, or --trust "*"`); // prettier-ignore
  const Connector = mcpConnector(believeClaims(file, isTrusted), {
    allowCommand: true,
    allowLoopback: true,
  });
  const { credentials: auth } = credentialsOf(source);
  const given = Object.keys(auth).length > 0 ? { auth } : {};
  const store = fileStore(stateFolder());
  return new Connector(given as never, { store, journal: true }) as unknown as OpenConnector;
}

/** Without values of credentials. Another command or address is another server. */
async function pinsPath(source: McpSource): Promise<string> {
  const place = "url" in source ? [source.url, Object.keys(source.headers ?? {})] : [source.command, Object.keys(source.env ?? {})]; // prettier-ignore
  const hash = await hashOf(JSON.stringify(place));
  return join(configFolder(), "mcp-servers", `${nameOfSource(source)}-${hash.slice(0, 12)}.connector.json`);
}

async function readPins(path: string): Promise<McpFile | undefined> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as McpFile;
  } catch {
    throw new ConnectorError("config_error", `The pinned tools in ${path} are damaged.`, {
      hint: "Look at the server again: delete the file, and start the command again.",
    });
  }
}
