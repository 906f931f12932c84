import { Client, InMemoryTransport, type ClientCapabilities } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as TransportV1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { type CallToolResult, McpServer } from "@modelcontextprotocol/server";
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
export const newClient = (revision: Revision, capabilities: ClientCapabilities = {}) =>
  new Client(
    { name: "test", version: "1.0.0" },
    { capabilities, versionNegotiation: { mode: revision === "2026-07-28" ? { pin: revision } : "legacy" } },
  );

/** Returns what the user of a client does with a page: accept, decline or cancel. */
export type Person = (page: { url: string; message: string }) => Promise<string> | string;

/** A client that can open pages. */
export function clientWithPerson(revision: Revision, person: Person) {
  const client = newClient(revision, { elicitation: { url: {} } });
  client.setRequestHandler("elicitation/create", async ({ params }) => ({
    action: (await person(params as { url: string; message: string })) as "accept",
  }));
  return client;
}

/** Connects a client to a server with these tools. */
export async function connect(
  sources: ToolSources,
  options?: McpOptions,
  revision: Revision = "2025-11-25",
  person?: Person,
) {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = serveStdio(() => registerMcpTools(newServer(), sources, options), { transport: far });
  const client = person ? clientWithPerson(revision, person) : newClient(revision);
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

export const newServerV1 = () => new McpServerV1({ name: "test", version: "1.0.0" });

/** The same as `connect`, with client and server of version 1 of the SDK. */
export async function connectV1(sources: ToolSources, options?: McpOptions, server = newServerV1()) {
  const [near, far] = TransportV1.createLinkedPair();
  await (await registerMcpTools(server, sources, options)).connect(far);
  const client = new ClientV1({ name: "test", version: "1.0.0" });
  await client.connect(near);
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

/** The part of a client that both versions of the SDK have. */
interface Caller {
  names: readonly string[];
  call(name: string, args: never, options: { signal?: AbortSignal }): Promise<CallToolResult>;
}

const loopOf = (
  name: string,
  open: (sources: ToolSources, options: McpOptions) => Promise<Caller & AsyncDisposable>,
): Loop => ({
  name,
  outputs: false,
  ids: false,
  async run(sources, turns, { signal, ...options } = {}) {
    // The tools are not split, so a script need not choose between the read tool and the write tool.
    await using caller = await open(sources, { split: false, ...options });
    const call = async ({ id, name = caller.names[0]!, args }: ScriptedCall) => {
      const { content, isError = false } = await caller.call(name, args as never, signal ? { signal } : {});
      return { id, text: textOf(content as never), marked: isError, output: undefined };
    };
    const seen = [];
    for (const turn of turns) seen.push(await Promise.all(turn.map(call)));
    return seen;
  },
});

export const mcpLoop = (revision: Revision): Loop =>
  loopOf(`mcp, ${revision}`, async (sources, options) => {
    const { client, ...connected } = await connect(sources, options, revision);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    const call: Caller["call"] = (name, args, given) => client.callTool({ name, arguments: args }, given);
    return { names, call, ...connected };
  });

export const mcpV1Loop: Loop = loopOf("mcp, SDK version 1", async (sources, options) => {
  const { client, ...connected } = await connectV1(sources, options);
  const names = (await client.listTools()).tools.map(({ name }) => name);
  const call: Caller["call"] = async (name, args, given) =>
    (await client.callTool({ name, arguments: args }, undefined, given)) as CallToolResult;
  return { names, call, ...connected };
});
