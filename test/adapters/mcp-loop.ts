import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { registerMcpTools, type McpOptions } from "agent-connectors/mcp";
import type { ToolSources } from "agent-connectors";
import type { Loop, ScriptedCall } from "../suites/adapter.ts";

/**
 * The protocol revisions of the SDK. The older revision has a handshake. The newer one repeats all data in each
 * request.
 */
export const revisions = ["2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof revisions)[number];

export const newServer = () => new McpServer({ name: "test", version: "1.0.0" });
export const newClient = (revision: Revision) =>
  new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: revision === "2026-07-28" ? { pin: revision } : "legacy" } },
  );

/** Connects a client to a server with these tools. */
export async function connect(sources: ToolSources, options?: McpOptions, revision: Revision = "2025-11-25") {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = serveStdio(() => registerMcpTools(newServer(), sources, options), { transport: far });
  const client = newClient(revision);
  await client.connect(near);
  const close = async () => {
    await client.close();
    await server.close();
  };
  return { client, [Symbol.asyncDispose]: close };
}

/** Returns the text that a client shows to its model. */
export const textOf = (content: readonly { type: string; text?: string }[]): string => {
  if (content.length !== 1 || content[0]!.type !== "text") throw new Error("one text was expected");
  return content[0]!.text!;
};

export const mcpLoop = (revision: Revision): Loop => ({
  name: `mcp, ${revision}`,
  outputs: false,
  ids: false,
  async run(sources, turns, { signal, ...options } = {}) {
    // The tools are not split, so a script need not choose between the read tool and the write tool.
    await using connected = await connect(sources, { split: false, ...options }, revision);
    const { client } = connected;
    const { tools } = await client.listTools();
    const call = async ({ id, name = tools[0]!.name, args }: ScriptedCall) => {
      const options = signal ? { signal } : {};
      const { content, isError = false } = await client.callTool({ name, arguments: args as never }, options);
      return { id, text: textOf(content), marked: isError, output: undefined };
    };
    const seen = [];
    for (const turn of turns) seen.push(await Promise.all(turn.map(call)));
    return seen;
  },
});
