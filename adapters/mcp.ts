import type {
  CallToolResult,
  InputRequiredResult,
  McpServer,
  StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import { agentTools, ConnectorError, toolDefinition } from "../src/adapter.ts";
import type {
  AgentTool,
  CallOptions,
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
  /**
   * The seconds for which a call waits for a decision after the person has opened the page of an approval. Clients often end
   * a request after 60 seconds. Default: 30.
   */
  decisionSeconds?: number | undefined;
}

/** The part of an `McpServer` that this adapter needs. The SDK's own types for ESM and CommonJS are incompatible. */
interface ToolServer {
  registerTool(name: string, config: never, callback: never): unknown;
}

/** The part of the connection of a server that this adapter needs to ask a person. */
interface Connection {
  getClientCapabilities(): Capabilities | undefined;
  elicitInput(params: object, options: object): Promise<{ action: string }>;
}
const connectionOf = (server: unknown) => (server as { server: Connection }).server;
interface Capabilities {
  elicitation?: { url?: object };
}
/** The newer protocol repeats in each request what the client can do, in `envelope`. */
const canOpenPages = (server: unknown, envelope: object = {}): boolean => {
  const {
    "io.modelcontextprotocol/clientCapabilities": client = connectionOf(server).getClientCapabilities(),
  } = envelope as { "io.modelcontextprotocol/clientCapabilities"?: Capabilities };
  return client?.elicitation?.url !== undefined;
};

/** What a call of a tool gets from either version of the SDK. */
interface RequestInfo {
  id: string | number;
  signal: AbortSignal;
  meta: { progressToken?: string | number | undefined; [key: string]: unknown } | undefined;
  notify: (notification: { method: string; params: Record<string, unknown> }) => Promise<void>;
}

/** The second argument of a tool's function in version 1 of the SDK. */
interface ExtraV1 {
  requestId: string | number;
  signal: AbortSignal;
  _meta?: RequestInfo["meta"];
  sendNotification: RequestInfo["notify"];
}

/** The options of the calls of one server. */
interface Served {
  context: unknown;
  /** Whether each tool can read the outcome of a call about which a person was asked. */
  readsOutcomes: boolean;
  waitMs: number;
  /** Makes the ids of the calls of this server differ from those of other servers, because each client counts from 0. */
  prefix: string;
}

/** The default of `descriptionBudget`, in characters. Some clients cut longer descriptions without a warning. */
const descriptionBudget = 2000;

/**
 * Registers the tools of one or several connectors on an `McpServer`, and returns the server: of `@modelcontextprotocol/server`,
 * of `@modelcontextprotocol/sdk` since 1.23, or the `instance` of a server for the Claude Agent SDK. The default of `split` is
 * `true`, because many clients ask the user before they call a tool that writes. The default of
 * `descriptionBudget` is 2,000. A failed call returns a result with `isError: true`. If the client cancels a call,
 * the call is aborted. If a client asks for progress, a long call sends progress notifications. If a call waits for a
 * person and its approval has a page, a client that can open pages shows the page to its user.
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
  const { decisionSeconds = 30, ...toolOptions } = options;
  const split = toolOptions.shape === "per-action" ? undefined : true;
  const readsOutcomes = toolOptions.shape !== "per-action";
  const served = {
    context,
    readsOutcomes,
    waitMs: decisionSeconds * 1000,
    prefix: `${crypto.randomUUID()}-`,
  };
  // Only the servers of version 1 have this method.
  const isV1 = "tool" in server;
  for (const tool of await agentTools(sources, toolOptions, { split, descriptionBudget }))
    if (isV1) await registerV1(server, tool, served);
    else register(server as unknown as McpServer, tool, served);
  return server;
}

function register(server: McpServer, tool: AgentTool, served: Served): void {
  const { name, title, description, annotations } = toolDefinition(tool, "mcp");
  const inputSchema = unchecked(tool.strictSchema ?? tool.inputSchema);
  server.registerTool(
    name,
    { title, description, inputSchema, annotations },
    async (
      input,
      { mcpReq: { id, signal, _meta: meta, notify, envelope, inputResponses } },
    ): Promise<CallToolResult | InputRequiredResult> => {
      const info = { id, signal, meta, notify };
      const answered = answeredQuestion(inputResponses);
      if (answered) return resultOf(await decided({ tool, input, ...answered }, info, served));
      const outcome = await tool.call(input, callOptions(info, served));
      const asked = questionOf(outcome, tool, served);
      if (!asked || !canOpenPages(server, envelope)) return resultOf(outcome);
      const question = { method: "elicitation/create", params: { mode: "url", ...asked.page } };
      const inputRequests = { [`${questionKey}${asked.id}`]: question };
      // In this protocol, a question has no `elicitationId`, which the SDK's type requires.
      return { resultType: "input_required", inputRequests } as object as InputRequiredResult;
    },
  );
}

async function registerV1(server: ToolServer, tool: AgentTool, served: Served): Promise<void> {
  const { name, title, description, annotations } = toolDefinition(tool, "mcp");
  const inputSchema = await uncheckedV1(tool.strictSchema ?? tool.inputSchema);
  const run = async (input: unknown, { requestId, signal, _meta: meta, sendNotification }: ExtraV1) => {
    const info = { id: requestId, signal, meta, notify: sendNotification };
    const outcome = await tool.call(input, callOptions(info, served));
    const asked = questionOf(outcome, tool, served);
    if (!asked || !canOpenPages(server)) return resultOf(outcome);
    const { action } = await connectionOf(server)
      .elicitInput(
        { mode: "url", elicitationId: asked.id, ...asked.page },
        { relatedRequestId: requestId, signal, timeout: openMs },
      )
      .catch(() => ({ action: "cancel" }));
    const opened = action === "accept";
    return resultOf(await decided({ tool, input, id: asked.id, opened }, info, served));
  };
  server.registerTool(name, { title, description, inputSchema, annotations } as never, run as never);
}

/** Milliseconds in which the person can open the page of an approval. */
const openMs = 600_000;

/** The start of the name of a question. The rest is the id of the approval, so nothing must be stored between two requests. */
const questionKey = "approval_";

/** Returns what the client shows to its user if a call waits for a person who decides on a page. The model does not decide. */
function questionOf(
  outcome: ToolResult,
  { resume }: AgentTool,
  { readsOutcomes }: Served,
): { id: string; page: { url: string; message: string } } | undefined {
  if (!resume && !readsOutcomes) return undefined;
  const { id, url, asks = "" } = pendingIn(outcome) ?? {};
  if (id === undefined || url === undefined) return undefined;
  return { id, page: { url, message: `A person must agree to this call: ${asks} Open the page to decide.` } };
}

const pendingIn = (outcome: ToolResult) =>
  !outcome.ok && outcome.error.code === "approval_pending" ? outcome.error.pending : undefined;

/** Returns the approval that a repeated call names, and whether the person has opened its page. */
function answeredQuestion(
  responses: Record<string, unknown> | undefined = {},
): { id: string; opened: boolean } | undefined {
  const [name, answer] = Object.entries(responses).find(([key]) => key.startsWith(questionKey)) ?? [];
  if (name === undefined) return undefined;
  const opened = (answer as { action?: unknown } | undefined)?.action === "accept";
  return { id: name.slice(questionKey.length), opened };
}

/**
 * Returns the outcome of a call about which a person was asked. The client names the approval, so nothing here trusts this
 * name: only an approval that the agent can read has an outcome, and a call runs only with the arguments of its approval.
 */
async function decided(
  { tool, input, id, opened }: { tool: AgentTool; input: unknown; id: string; opened: boolean },
  { signal, ...info }: RequestInfo,
  served: Served,
): Promise<ToolResult> {
  const options = callOptions({ signal, ...info }, served);
  const end = performance.now() + (opened ? served.waitMs : 0);
  for (let pause = 250; ; pause = Math.min(pause * 2, 2000)) {
    const outcome = await tool.call({ entity: "connector", action: "outcome", params: { id } }, options);
    const isReadable = outcome.ok || outcome.error.code !== "not_found";
    // This also refuses other arguments than those of the approval, whose outcome is that of another call.
    const result = isReadable && tool.resume ? await tool.resume(id, input, options) : outcome;
    if (pendingIn(result) === undefined || performance.now() + pause > end) return result;
    await new Promise((resolve) => setTimeout(resolve, pause));
    signal.throwIfAborted();
  }
}

const callOptions = (
  { id, signal, meta, notify }: RequestInfo,
  { context, prefix }: Served,
): CallOptions => ({
  signal,
  context,
  // Claude's id of the call is the same if Claude repeats it.
  callId: String(meta?.["claudecode/toolUseId"] ?? `${prefix}${id}`),
  onProgress: progressNotifier(meta?.progressToken, notify),
});

// With `structuredContent`, some clients would pass the result to the model twice.
const resultOf = (outcome: ToolResult): CallToolResult => ({
  content: contentOf(outcome),
  ...(outcome.ok ? {} : { isError: true }),
});

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
