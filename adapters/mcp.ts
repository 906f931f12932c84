import type {
  CallToolResult,
  McpServer,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from "@modelcontextprotocol/server";
import { agentTools, ConnectorError } from "../src/index.ts";
import type { AgentTool, JsonSchema, ToolSources, ToolsOptions } from "../src/index.ts";

// For version 2 of the MCP SDK. Types only are imported: the tools run in the application's own copy of it.

export interface McpOptions extends ToolsOptions {
  /** Handed to the connectors' `onCall`. Over HTTP, where a server is made for each request: who asks. */
  context?: unknown;
}

/** An `McpServer`, by its form: the SDK declares the class for ESM and for CommonJS, and neither is the other. */
interface ToolServer {
  registerTool(name: string, config: never, callback: never): unknown;
  /** Version 1 of the SDK has it, and takes no JSON Schema. */
  tool?: never;
}

/** Clients cut what is longer, and say nothing. */
const descriptionBudget = 2000;

/**
 * Registers the tools of one connector or several on a server, and answers the server. Here the defaults are
 * `split: "read-write"`, since clients ask before they call a tool that writes, and a `descriptionBudget` of 2,000.
 * A failure reaches the model as a result with `isError` and the error that repairs the call; what the client cancels
 * is aborted.
 * @throws ConnectorError `config_error`
 */
export async function registerMcpTools<Server extends ToolServer>(
  server: Server,
  sources: ToolSources,
  { context, ...options }: McpOptions = {},
): Promise<Server> {
  if (typeof server?.registerTool !== "function" || "tool" in server)
    throw new ConnectorError("config_error", "The server is no McpServer of version 2 of the MCP SDK.", {
      path: "server",
      hint: "Make it with new McpServer(...) of @modelcontextprotocol/server; @modelcontextprotocol/sdk is version 1.",
    });
  const split = options.shape === "per-action" ? undefined : "read-write";
  for (const tool of await agentTools(sources, options, { split, descriptionBudget }))
    register(server as unknown as McpServer, tool, context);
  return server;
}

function register(server: McpServer, tool: AgentTool, context: unknown): void {
  const { name, description } = tool;
  const annotations = annotationsOf(tool);
  const inputSchema = unchecked(tool.strictSchema ?? tool.inputSchema);
  server.registerTool(
    name,
    { title: annotations.title, description, inputSchema, annotations },
    async (input, { mcpReq: { id, signal } }): Promise<CallToolResult> => {
      const { ok, text } = await tool.call(input, { signal, context, callId: String(id) });
      // Nothing in structuredContent: some clients would show the model both, and it would be paid for twice.
      return { content: [{ type: "text", text }], ...(ok ? {} : { isError: true }) };
    },
  );
}

/**
 * What the protocol lets a tool say about itself. By its definition a tool that is not destructive only adds, which no
 * effect promises: a `write` may also overwrite. And the same message posted twice is two messages.
 */
function annotationsOf({ name, effects }: AgentTool): ToolAnnotations & { title: string } {
  const title = name.replaceAll(/[_-]+/g, " ").replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
  const changes = { readOnlyHint: false, destructiveHint: true, idempotentHint: false };
  const reads = effects.every((effect) => effect === "read");
  return { title, ...(reads ? { readOnlyHint: true } : changes), openWorldHint: true };
}

/** A schema that takes anything: the call itself repairs, validates and explains, where the SDK would only refuse. */
const unchecked = (jsonSchema: JsonSchema): StandardSchemaWithJSON => ({
  "~standard": {
    version: 1,
    vendor: "agent-connectors",
    validate: (value) => ({ value }),
    jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
  },
});
