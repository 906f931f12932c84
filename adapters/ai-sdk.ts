import type { Schema, Tool } from "ai";
import { agentTools, approvalOf } from "../src/index.ts";
import type {
  AgentTool,
  Envelope,
  JsonSchema,
  NeedsApproval,
  ToolSources,
  ToolsOptions,
} from "../src/index.ts";

// Works with ai 5, 6 and 7. It imports only types, since the application's own copy of `ai` runs the tools.

export interface AiSdkOptions extends ToolsOptions {
  /**
   * Whether a call needs a person's approval. It is not asked about calls that will fail anyway. It needs ai 6 or 7. ai
   * 5 has no approvals and runs the call. Use `effects`, `include` and `exclude` for calls that must never run.
   */
  needsApproval?: NeedsApproval | undefined;
}

type Input = Record<string, unknown>;
interface ExecuteOptions {
  toolCallId?: string;
  abortSignal?: AbortSignal | undefined;
  /** For ai 7. Earlier versions use `experimental_context`. */
  context?: unknown;
  experimental_context?: unknown;
}

/**
 * Creates tools for `generateText`, `streamText` and agents of the AI SDK, from one or several connectors. The
 * application receives the complete result as the tool's output. The model receives its compact text, and failures as
 * `error-json`.
 */
export async function aiSdkTools(
  sources: ToolSources,
  { needsApproval, ...options }: AiSdkOptions = {},
): Promise<Record<string, Tool<Input, Envelope>>> {
  const tools = await agentTools(sources, options);
  return Object.fromEntries(tools.map((tool) => [tool.name, aiSdkTool(tool, needsApproval)]));
}

function aiSdkTool(tool: AgentTool, needsApproval: NeedsApproval | undefined): Tool<Input, Envelope> {
  const definition = {
    description: tool.description,
    inputSchema: unchecked(tool.strictSchema ?? tool.inputSchema),
    ...(tool.strictSchema ? { strict: true } : {}),
    ...(needsApproval ? { needsApproval: approvalOf(tool, needsApproval) } : {}),
    execute: (input: Input, { toolCallId, abortSignal, ...rest }: ExecuteOptions) =>
      tool.call(input, {
        signal: abortSignal,
        context: rest.context ?? rest.experimental_context,
        callId: toolCallId,
      }),
    // ai 5 passes the output itself. ai 6 and 7 pass an object that contains it.
    toModelOutput: (given: Envelope | { toolCallId: string; output: Envelope }) => {
      const { ok, text } = "toolCallId" in given ? given.output : given;
      const value = JSON.parse(text) as { error?: unknown };
      // Providers mark it as an error: OpenAI under `error`, Anthropic on the result.
      return ok ? { type: "json" as const, value } : { type: "error-json" as const, value: value.error };
    },
  };
  return definition as unknown as Tool<Input, Envelope>;
}

/**
 * The result of `jsonSchema()` of `ai`, but without a validator. The call corrects and validates the arguments itself.
 */
const unchecked = (jsonSchema: JsonSchema): Schema<Input> => {
  // ai 5 needs the second symbol.
  const marks = { [Symbol.for("vercel.ai.schema")]: true, [Symbol.for("vercel.ai.validator")]: true };
  return { ...marks, _type: undefined, validate: undefined, jsonSchema } as unknown as Schema<Input>;
};
