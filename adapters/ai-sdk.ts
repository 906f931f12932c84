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

// One file for ai 5, 6 and 7. Types only are imported: the application's own copy of `ai` runs the tools.

export interface AiSdkOptions extends ToolsOptions {
  /**
   * Does this call need a person's approval? Calls that will be refused anyway are not asked about. ai 6 and 7 only:
   * ai 5 knows no approvals and would run the call. What must never run belongs in `effects`, `include`, `exclude`.
   */
  needsApproval?: NeedsApproval | undefined;
}

type Input = Record<string, unknown>;
interface ExecuteOptions {
  toolCallId?: string;
  abortSignal?: AbortSignal | undefined;
  /** ai 7; `experimental_context` before. */
  context?: unknown;
  experimental_context?: unknown;
}

/**
 * Tools for `generateText`, `streamText` and agents of the AI SDK, of one connector or several. The application gets the
 * whole result as the tool's output, the model its compact text; a failure reaches the model as `error-json`.
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
    // ai 5 passes the output, ai 6 and 7 an object that holds it.
    toModelOutput: (given: Envelope | { toolCallId: string; output: Envelope }) => {
      const { ok, text } = "toolCallId" in given ? given.output : given;
      const value = JSON.parse(text) as { error?: unknown };
      // Providers say themselves that it is an error: OpenAI's puts it under `error`, Anthropic's marks the result.
      return ok ? { type: "json" as const, value } : { type: "error-json" as const, value: value.error };
    },
  };
  return definition as unknown as Tool<Input, Envelope>;
}

/** What `jsonSchema()` of `ai` makes, without a validator on purpose: the call itself repairs, validates and explains. */
const unchecked = (jsonSchema: JsonSchema): Schema<Input> => {
  // The second mark is of ai 5.
  const marks = { [Symbol.for("vercel.ai.schema")]: true, [Symbol.for("vercel.ai.validator")]: true };
  return { ...marks, _type: undefined, validate: undefined, jsonSchema } as unknown as Schema<Input>;
};
