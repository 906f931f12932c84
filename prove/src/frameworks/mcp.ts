import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { registerMcpTools } from "agent-connectors/mcp";
import { nextCall } from "../script.ts";
import { registerOn } from "../tools/plain-tool.ts";
import type { Framework, Run } from "./framework.ts";

interface Kit {
  register(server: McpServer): Promise<unknown>;
  /** Whether the client asks the user before it sends a call. */
  clientAsks: boolean;
}

/** What the client keeps of a call: its arguments and, if the server asked a person, the id of the approval. */
interface Stored {
  args: Record<string, unknown>;
  approval?: string | undefined;
}

const revision = "2026-07-28";

/** Opens a server, and a client that talks to it over HTTP without a socket. Returns a function that sends a call. */
async function connect({ register }: Kit, { script }: Run) {
  const handler = createMcpHandler(async () => {
    const server = new McpServer({ name: "server", version: "1.0.0" });
    await register(server);
    return server;
  });
  const client = new Client(
    { name: "client", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: revision } } },
  );
  const local = new URL("http://localhost/mcp");
  await client.connect(
    new StreamableHTTPClientTransport(local, { fetch: (url, init) => handler.fetch(new Request(url, init)) }),
  );
  return {
    async send({ args, approval }: Stored): Promise<string> {
      const answer = approval ? { inputResponses: { [`approval_${approval}`]: { action: "accept" } } } : {};
      const { content } = await client.callTool({ name: script.tool, arguments: args, ...answer } as never);
      return (content as { text: string }[]).map(({ text }) => text).join("\n");
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

export const mcp: Framework<Kit> = {
  plain: (asks) => ({ clientAsks: asks, register: async (server) => registerOn(server) }),
  ours: ({ tools, context }) => ({
    clientAsks: false,
    register: (server) => registerMcpTools(server, tools, { context, decisionSeconds: 0 }),
  }),
  async start(kit, run) {
    const { args } = run.script;
    run.save(JSON.stringify({ args } satisfies Stored));
    if (kit.clientAsks) return [];
    await using connected = await connect(kit, run);
    const results: string[] = [];
    while (nextCall(run.script, results)) results.push(await connected.send({ args }));
    const approval = /"pending":\{"id":"(\w+)"/.exec(results.at(-1)!)?.[1];
    run.save(JSON.stringify({ args, approval } satisfies Stored));
    return results;
  },
  async resume(kit, run, state) {
    await using connected = await connect(kit, run);
    return [await connected.send(JSON.parse(state) as Stored)];
  },
};
