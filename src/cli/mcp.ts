import { registerMcpTools } from "../../adapters/mcp.ts";
import type { Effect } from "../core/contract/effect.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { version } from "../version.ts";
import { openConnector } from "./connectors.ts";
import type { Command } from "commander";

interface Options {
  sandbox?: boolean;
  effects?: Effect[];
  include?: string[];
  exclude?: string[];
  only?: Record<string, string[]>;
}

const list = (text: string): string[] => text.split(",").map((name) => name.trim());

/** `channel=C012AB3CD,C045EF6GH`, added to what was said before. */
const byKind = (text: string, before: Record<string, string[]> = {}): Record<string, string[]> => {
  const [name = "", ...ids] = text.split("=");
  const kind = name.trim();
  const said = Object.hasOwn(before, kind) ? before[kind]! : [];
  return { ...before, [kind]: [...said, ...list(ids.join("="))] };
};

export function addMcp(program: Command): void {
  program
    .command("mcp")
    .description("Serve a connector's tools over MCP, on standard input and output, until the client leaves.")
    .argument("<connector>")
    .option("--sandbox", "on a sandbox, without credentials")
    .option("--effects <effects>", "what the tools may do: read,write,destructive", list)
    .option("--include <actions>", "no other actions than these: channels,messages.create", list)
    .option("--exclude <actions>", "not these actions", list)
    .option("--only <kind=ids>", "calls about these alone: channel=C012AB3CD,C045EF6GH", byKind)
    .action(async (name: string, { sandbox = false, ...options }: Options) => {
      const { McpServer, serveStdio } = await loadSdk();
      const connector = await openConnector(name, sandbox);
      const make = () => registerMcpTools(new McpServer({ name, version }), connector, options);
      // Once for nobody: options that cannot be are told here, since a client would only hear of an internal error.
      await make();
      const served = serveStdio(make, { onerror: ({ message }) => log(message) });
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void served.close());
      log(`serving ${name}${sandbox ? ", on a sandbox" : ""}`);
    });
}

/** Standard output is the protocol's alone. */
const log = (line: string): void => void process.stderr.write(`agent-connectors mcp: ${line}\n`);

async function loadSdk() {
  try {
    const { McpServer } = await import("@modelcontextprotocol/server");
    const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
    return { McpServer, serveStdio };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new ConnectorError("config_error", "The MCP SDK, @modelcontextprotocol/server, is not installed.", {
      hint: "npm install @modelcontextprotocol/server@2 beside agent-connectors; or npx -p agent-connectors -p @modelcontextprotocol/server@2 agent-connectors mcp <connector>.",
    });
  }
}
