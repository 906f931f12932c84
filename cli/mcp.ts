import { registerMcpTools } from "../adapters/mcp.ts";
import type { Effect } from "../src/core/contract/effect.ts";
import { ConnectorError } from "../src/core/ground/errors.ts";
import { version } from "../src/version.ts";
import { actionsOption, list } from "./connect/choice.ts";
import { accountHelp, openConnector, sandboxHelp, type Source } from "./open-connector.ts";
import type { Command } from "commander";

interface Options extends Partial<Source> {
  effects?: Effect[];
  actions?: "everyday" | "all";
  include?: string[];
  exclude?: string[];
  only?: Record<string, string[]>;
  external?: boolean;
  vision?: boolean;
}

/** Parses `channel=C012AB3CD,C045EF6GH`, and adds the ids to those of earlier `--only` options. */
const byKind = (text: string, before: Record<string, string[]> = {}): Record<string, string[]> => {
  const [name = "", ...ids] = text.split("=");
  const kind = name.trim();
  const earlier = Object.hasOwn(before, kind) ? before[kind]! : [];
  return { ...before, [kind]: [...earlier, ...list(ids.join("="))] };
};

export function addMcp(program: Command): void {
  program
    .command("mcp")
    .description(
      "Serve a connector's tools over MCP, on standard input and output, until the client leaves. Credentials come from the environment (see list) or from a stored account (see connect).",
    )
    .argument("<connector>")
    .option("--sandbox [path]", sandboxHelp)
    .option("--account <name>", accountHelp)
    .option("--effects <effects>", "effects that the tools may have: read,write,destructive", list)
    .addOption(actionsOption("offer these actions"))
    .option("--include <actions>", "offer only these actions: channels,messages.create", list)
    .option("--exclude <actions>", "do not offer these actions: files", list)
    .option("--only <kind=ids>", "allow only these channels or profiles: channel=C012AB3CD,C045EF6GH", byKind)
    .option("--external", "let the tools write where people of another company can read")
    .option("--vision", "pass images and PDF files to the client")
    .action(async (name: string, { sandbox = false, account, ...options }: Options) => {
      const { McpServer, serveStdio } = await loadSdk();
      const connector = await openConnector(name, { sandbox, account });
      const make = () => registerMcpTools(new McpServer({ name, version }), connector, options);
      // Checks the options now. Later, the client would see only an internal error.
      await make();
      const served = serveStdio(make, { onerror: ({ message }) => log(message) });
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void served.close());
      log(`serving ${name}${sandbox ? " from a sandbox" : ""}`);
    });
}

/** Writes to standard error, because standard output is only for the MCP protocol. */
const log = (line: string): void => void process.stderr.write(`agent-connectors mcp: ${line}\n`);

async function loadSdk() {
  try {
    const { McpServer } = await import("@modelcontextprotocol/server");
    const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
    return { McpServer, serveStdio };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new ConnectorError("config_error", "The MCP SDK, @modelcontextprotocol/server, is not installed.", {
      hint: "It is an optional dependency. Run npm install @modelcontextprotocol/server@2.",
    });
  }
}
