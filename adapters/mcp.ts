import type { CallToolResult, McpServer, StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { agentTools, ConnectorError, toolDefinition } from "../src/adapter.ts";
import type {
  AgentTool,
  CallProgress,
  ToolResult,
  JsonSchema,
  ToolSources,
  ToolsOptions,
} from "../src/adapter.ts";

// Works with version 2 of the MCP SDK. Imports only types from the SDK, because the application's own copy of the SDK
// runs the tools.

export interface McpOptions extends ToolsOptions {
  /**
   * A value that the connectors' `onCall` and `beforeWrite` receive. An application that creates a server per HTTP
   * request can pass the user here.
   */
  context?: unknown;
}

/** The part of an `McpServer` that this adapter needs. The SDK's own types for ESM and CommonJS are incompatible. */
interface ToolServer {
  registerTool(name: string, config: never, callback: never): unknown;
  /** Only version 1 of the SDK, which does not accept JSON Schema, has this method. */
  tool?: never;
}

/** The default of `descriptionBudget`, in characters. Some clients cut longer descriptions without a warning. */
const descriptionBudget = 2000;

/**
 * Registers the tools of one or several connectors on a server, and returns the server. The default of `split` is
 * `"read-write"`, because many clients ask the user before they call a tool that writes. The default of
 * `descriptionBudget` is 2,000. A failed call returns a result with `isError: true`. If the client cancels a call,
 * the call is aborted. If a client asks for progress, a long call sends progress notifications.
 * @throws ConnectorError `config_error`
 */
export async function registerMcpTools<Server extends ToolServer>(
  server: Server,
  sources: ToolSources,
  { context, ...options }: McpOptions = {},
): Promise<Server> {
  if (typeof server?.registerTool !== "function" || "tool" in server)
    throw new ConnectorError("config_error", "The server is not an McpServer of version 2 of the MCP SDK.", {
      path: "server",
      hint: "Create it with new McpServer(...) of @modelcontextprotocol/server. @modelcontextprotocol/sdk is version 1.",
    });
  const split = options.shape === "per-action" ? undefined : "read-write";
  for (const tool of await agentTools(sources, options, { split, descriptionBudget }))
    register(server as unknown as McpServer, tool, context);
  return server;
}

function register(server: McpServer, tool: AgentTool, context: unknown): void {
  const { name, title, description, annotations } = toolDefinition(tool, "mcp");
  const inputSchema = unchecked(tool.strictSchema ?? tool.inputSchema);
  server.registerTool(
    name,
    { title, description, inputSchema, annotations },
    async (input, { mcpReq: { id, signal, _meta, notify } }): Promise<CallToolResult> => {
      const onProgress = progressNotifier(_meta?.progressToken, notify);
      const envelope = await tool.call(input, { signal, context, callId: String(id), onProgress });
      // With `structuredContent`, some clients would pass the result to the model twice.
      return { content: contentOf(envelope), ...(envelope.ok ? {} : { isError: true }) };
    },
  );
}

/**
 * Returns the function that sends progress notifications, or undefined if the client has not asked for them.
 * https://modelcontextprotocol.io/specification/2025-06-18/basic/utilities/progress
 */
function progressNotifier(
  progressToken: string | number | undefined,
  notify: (notification: { method: string; params: Record<string, unknown> }) => Promise<void>,
): ((progress: CallProgress) => void) | undefined {
  if (progressToken === undefined) return undefined;
  // The protocol requires that `progress` rises with each notification.
  let progress = 0;
  return ({ message }) => {
    progress += 1;
    const params = { progressToken, progress, message };
    // A client that has disconnected must not make the call fail.
    notify({ method: "notifications/progress", params }).catch(() => {});
  };
}

/** Returns the text of a result. With the option `vision`, adds an image, or a PDF file as a resource. */
function contentOf(envelope: ToolResult): CallToolResult["content"] {
  const media = envelope.ok ? envelope.media : undefined;
  if (!media) return [{ type: "text", text: envelope.text }];
  const { kind, mediaType: mimeType, base64, filename, text } = media;
  const uri = `file:///${encodeURIComponent(filename)}`;
  return [
    { type: "text", text },
    kind === "image"
      ? { type: "image", data: base64, mimeType }
      : { type: "resource", resource: { uri, mimeType, blob: base64 } },
  ];
}

/** Accepts any arguments. The tool corrects and validates its arguments, and explains errors better than the SDK. */
const unchecked = (jsonSchema: JsonSchema): StandardSchemaWithJSON => ({
  "~standard": {
    version: 1,
    vendor: "agent-connectors",
    validate: (value) => ({ value }),
    jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
  },
});
