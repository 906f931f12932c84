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

// Works with both versions of the MCP SDK. Imports only types from the SDK, because the application's own copy of the SDK
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
}

/** What a call of a tool gets from either version of the SDK. */
interface RequestInfo {
  id: string | number;
  signal: AbortSignal;
  progressToken: string | number | undefined;
  notify: (notification: { method: string; params: Record<string, unknown> }) => Promise<void>;
}

/** The second argument of a tool's function in version 1 of the SDK. */
interface ExtraV1 {
  requestId: string | number;
  signal: AbortSignal;
  _meta?: { progressToken?: string | number };
  sendNotification: RequestInfo["notify"];
}

/** The default of `descriptionBudget`, in characters. Some clients cut longer descriptions without a warning. */
const descriptionBudget = 2000;

/**
 * Registers the tools of one or several connectors on an `McpServer`, and returns the server: of `@modelcontextprotocol/server`,
 * of `@modelcontextprotocol/sdk` since 1.23, or the `instance` of a server for the Claude Agent SDK. The default of `split` is
 * `true`, because many clients ask the user before they call a tool that writes. The default of
 * `descriptionBudget` is 2,000. A failed call returns a result with `isError: true`. If the client cancels a call,
 * the call is aborted. If a client asks for progress, a long call sends progress notifications.
 * @throws ConnectorError `config_error`
 */
export async function registerMcpTools<Server extends ToolServer>(
  server: Server,
  sources: ToolSources,
  { context, ...options }: McpOptions = {},
): Promise<Server> {
  if (typeof server?.registerTool !== "function")
    throw new ConnectorError("config_error", "The server is not an McpServer of the MCP SDK.", {
      path: "server",
      hint: "Pass new McpServer(...) of @modelcontextprotocol/server or @modelcontextprotocol/sdk. For the Claude Agent SDK, pass createSdkMcpServer(...).instance.",
    });
  const split = options.shape === "per-action" ? undefined : true;
  // Only the servers of version 1 have this method.
  const isV1 = "tool" in server;
  for (const tool of await agentTools(sources, options, { split, descriptionBudget }))
    if (isV1) await registerV1(server, tool, context);
    else register(server as unknown as McpServer, tool, context);
  return server;
}

function register(server: McpServer, tool: AgentTool, context: unknown): void {
  const { name, title, description, annotations } = toolDefinition(tool, "mcp");
  const inputSchema = unchecked(tool.strictSchema ?? tool.inputSchema);
  server.registerTool(
    name,
    { title, description, inputSchema, annotations },
    async (input, { mcpReq: { id, signal, _meta, notify } }) =>
      callTool(tool, input, { id, signal, progressToken: _meta?.progressToken, notify }, context),
  );
}

async function registerV1(server: ToolServer, tool: AgentTool, context: unknown): Promise<void> {
  const { name, title, description, annotations } = toolDefinition(tool, "mcp");
  const inputSchema = await uncheckedV1(tool.strictSchema ?? tool.inputSchema);
  const run = async (input: unknown, { requestId: id, signal, _meta, sendNotification: notify }: ExtraV1) =>
    callTool(tool, input, { id, signal, progressToken: _meta?.progressToken, notify }, context);
  server.registerTool(name, { title, description, inputSchema, annotations } as never, run as never);
}

async function callTool(
  tool: AgentTool,
  input: unknown,
  { id, signal, progressToken, notify }: RequestInfo,
  context: unknown,
): Promise<CallToolResult> {
  const onProgress = progressNotifier(progressToken, notify);
  const envelope = await tool.call(input, { signal, context, callId: String(id), onProgress });
  // With `structuredContent`, some clients would pass the result to the model twice.
  return { content: contentOf(envelope), ...(envelope.ok ? {} : { isError: true }) };
}

/**
 * Returns the function that sends progress notifications, or undefined if the client has not asked for them.
 * https://modelcontextprotocol.io/specification/2025-06-18/basic/utilities/progress
 */
function progressNotifier(
  progressToken: string | number | undefined,
  notify: RequestInfo["notify"],
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

/** The same as `unchecked` for version 1 of the SDK, which takes only schemas of zod and converts them to JSON Schema. */
async function uncheckedV1(jsonSchema: JsonSchema): Promise<unknown> {
  const { looseObject } = await import("zod");
  const schema = looseObject({});
  // zod changes the schema that it gets, so each conversion needs another copy.
  schema._zod.toJSONSchema = () => structuredClone(jsonSchema);
  return schema;
}
