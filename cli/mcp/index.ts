import type { Command } from "commander";
import { registerMcpTools } from "../../adapters/mcp.ts";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import { version } from "../../src/version.ts";
import { type Choice, choiceOfEach, nameOf, withMcpChoice } from "./choice.ts";
import { addInstall } from "./install.ts";
import { readPort, serveHttp } from "./serve-http.ts";
import { servedTools } from "./served-tools.ts";

interface Options extends Choice {
  http?: number | true;
}

export function addMcp(program: Command): void {
  const command = program
    .command("mcp")
    .description(
      "Serve the tools of connectors, or of another MCP server, over MCP, on standard input and output, until the client leaves. Credentials come from the environment (see list) or from a stored account (see connect).",
    )
    .argument("[connectors...]", "names of connectors, or paths of connector files");
  withMcpChoice(command)
    .option(
      "--http [port]",
      "serve over HTTP on this computer instead, and print the address and a token",
      readPort,
    )
    .action(async (given: string[], { http, ...choice }: Options) => {
      const { McpServer, createMcpHandler, serveStdio } = await loadSdk();
      const each = choiceOfEach(given, choice);
      const served = await Promise.all(each.map((one) => servedTools(one, choice, log)));
      const name = each.map((one) => nameOf(one)).join("-");
      const make = async () => {
        const server = new McpServer({ name, version });
        for (const { sources, options } of served) await registerMcpTools(server, sources, options);
        return server;
      };
      // Checks the options now. Later, the client would see only an internal error.
      await make();
      const onerror = ({ message }: Error) => log(message);
      const running =
        http === undefined
          ? serveStdio(make, { onerror })
          : await serveHttp(createMcpHandler(make, { onerror }).fetch, {
              port: http === true ? 0 : http,
              log,
            });
      const close = () => {
        for (const { stop } of served) stop();
        void running.close();
      };
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, close);
      log(
        `serving ${each.map(({ name: one }) => one).join(", ")}${choice.sandbox === undefined ? "" : " from a sandbox"}`,
      );
    });
  addInstall(command);
}

/** Writes to standard error, because standard output is only for the MCP protocol. */
const log = (line: string): void => void process.stderr.write(`agent-connectors mcp: ${line}\n`);

async function loadSdk() {
  try {
    const { createMcpHandler, McpServer } = await import("@modelcontextprotocol/server");
    const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
    return { createMcpHandler, McpServer, serveStdio };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new ConnectorError("config_error", "The MCP SDK, @modelcontextprotocol/server, is not installed.", {
      hint: "It is an optional dependency. Run npm install @modelcontextprotocol/server@2.",
    });
  }
}
