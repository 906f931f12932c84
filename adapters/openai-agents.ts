import { agentTools } from "../src/adapter.ts";
import type { AgentTool, JsonSchema, ToolMedia, ToolSources, ToolsOptions } from "../src/adapter.ts";

// For the OpenAI Agents SDK (`@openai/agents`). A tool of this SDK is a plain object, so the adapter needs no
// package.

/** Only the fields that a tool uses. */
interface Details {
  toolCall?: { callId?: string | undefined } | undefined;
  signal?: AbortSignal | undefined;
}
/** Only the fields that a tool uses. */
interface Run {
  context?: unknown;
}

/** The text for the model, or the content parts of a file. */
type Output =
  | string
  | (
      | { type: "text"; text: string }
      | { type: "image"; image: string }
      | { type: "file"; file: { data: string; mediaType: string; filename: string } }
    )[];

/** A tool in the format of the OpenAI Agents SDK. */
export interface OpenAIAgentsTool {
  type: "function";
  name: string;
  description: string;
  /** The SDK's own type requires all these fields. */
  parameters: JsonSchema & {
    type: "object";
    properties: Record<string, JsonSchema>;
    required: string[];
    additionalProperties: false;
  };
  strict: boolean;
  /** Returns whether a person must approve the call. The SDK passes the parsed arguments. */
  needsApproval(run: Run, input: unknown, callId?: string): Promise<boolean>;
  isEnabled(): Promise<boolean>;
  /** Runs the call. The SDK passes the arguments as JSON text. */
  invoke(run: Run, input: string, details?: Details): Promise<Output>;
}

/**
 * Creates tools from one or several connectors, for the agents of the OpenAI Agents SDK. The model gets the short form of
 * a result, and the error of a failed call. With tools of `approvals`, the run stops before a call that needs approval,
 * and `tool.decide` returns the text for the person. The `context` of the run is the `context` of the calls.
 */
export async function openAIAgentsTools(
  sources: ToolSources,
  options?: ToolsOptions,
): Promise<OpenAIAgentsTool[]> {
  return (await agentTools(sources, options)).map(agentsTool);
}

const agentsTool = (tool: AgentTool): OpenAIAgentsTool => ({
  type: "function",
  name: tool.name,
  description: tool.description,
  parameters: {
    properties: {},
    required: [],
    ...(tool.strictSchema ?? tool.inputSchema),
  } as unknown as OpenAIAgentsTool["parameters"],
  strict: tool.strictSchema !== undefined,
  needsApproval: async ({ context }, input, callId) =>
    (await tool.decide?.(input, { context, callId }))?.status === "ask",
  isEnabled: () => Promise.resolve(true),
  invoke: async ({ context }, input, { toolCall, signal } = {}) => {
    const envelope = await tool.call(input, { context, signal, callId: toolCall?.callId });
    return envelope.ok && envelope.media ? partsOf(envelope.media) : envelope.text;
  },
});

function partsOf({ kind, mediaType, base64, filename, text }: ToolMedia): Exclude<Output, string> {
  return [
    { type: "text", text },
    kind === "image"
      ? { type: "image", image: `data:${mediaType};base64,${base64}` }
      : { type: "file", file: { data: base64, mediaType, filename } },
  ];
}
