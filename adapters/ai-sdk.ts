import type { Schema, Tool } from "ai";
import { agentTools, approvalOf } from "../src/index.ts";
import type {
  AgentTool,
  Envelope,
  JsonSchema,
  NeedsApproval,
  ToolMedia,
  ToolSources,
  ToolsOptions,
} from "../src/index.ts";

// This adapter works with versions 5, 6 and 7 of the package `ai`. The adapter imports only types from `ai`, because
// the application's own copy of `ai` runs the tools.

export interface AiSdkOptions extends ToolsOptions {
  /**
   * Returns whether a person must approve a call. `needsApproval` is not called for a call that would fail before
   * anything is sent. Version 5 of `ai` has no approvals and runs every call. To forbid calls, use the options
   * `effects`, `include` and `exclude`.
   */
  needsApproval?: NeedsApproval | undefined;
}

type Input = Record<string, unknown>;
interface ExecuteOptions {
  toolCallId?: string;
  abortSignal?: AbortSignal | undefined;
  /** The context of the call in version 7 of `ai`. Earlier versions use `experimental_context`. */
  context?: unknown;
  experimental_context?: unknown;
}

/**
 * Creates tools from one or several connectors, for `generateText`, `streamText` and agents of the AI SDK. The
 * tool's output is the complete result, for the application. The model receives the short text of the result.
 * With the option `vision`, the model also receives images and PDF files. If a call fails, the model receives the
 * error as an output of the type `error-json`.
 */
export async function aiSdkTools(
  sources: ToolSources,
  { needsApproval, ...options }: AiSdkOptions = {},
): Promise<Record<string, Tool<Input, Envelope>>> {
  const tools = await agentTools(sources, options);
  return Object.fromEntries(tools.map((tool) => [tool.name, aiSdkTool(tool, needsApproval)]));
}

function aiSdkTool(tool: AgentTool, needsApproval: NeedsApproval | undefined): Tool<Input, Envelope> {
  // Undefined until the first call in this process. `toModelOutput` can run earlier, for a stored call of another
  // process.
  let isVersion7: boolean | undefined;
  const definition = {
    description: tool.description,
    inputSchema: unchecked(tool.strictSchema ?? tool.inputSchema),
    ...(tool.strictSchema ? { strict: true } : {}),
    ...(needsApproval ? { needsApproval: approvalOf(tool, needsApproval) } : {}),
    execute: (input: Input, { toolCallId, abortSignal, ...rest }: ExecuteOptions) => {
      isVersion7 = "context" in rest;
      return tool.call(input, {
        signal: abortSignal,
        context: rest.context ?? rest.experimental_context,
        callId: toolCallId,
      });
    },
    // Version 5 of `ai` calls this function with the output itself. Versions 6 and 7 use an object that contains
    // the output.
    toModelOutput: (given: Envelope | { toolCallId: string; output: Envelope }) => {
      const isVersion5 = !("toolCallId" in given);
      const envelope = isVersion5 ? given : given.output;
      const { ok, text } = envelope;
      if (ok && envelope.media) {
        const version = isVersion5 ? 5 : isVersion7 ? 7 : 6;
        const value = [
          { type: "text" as const, text: envelope.media.text },
          filePart(envelope.media, version),
        ];
        return { type: "content" as const, value };
      }
      const value = JSON.parse(text) as { error?: unknown };
      // The AI SDK passes an output of the type `error-json` to the provider as an error.
      return ok ? { type: "json" as const, value } : { type: "error-json" as const, value: value.error };
    },
  };
  return definition as unknown as Tool<Input, Envelope>;
}

/** Returns a file as a content part. Version 7 of `ai` also accepts the parts of version 6, but logs a warning. */
function filePart({ kind, mediaType, base64: data, filename }: ToolMedia, version: 5 | 6 | 7) {
  if (version === 5) return { type: "media" as const, data, mediaType };
  if (version === 7)
    return { type: "file" as const, data: { type: "data" as const, data }, mediaType, filename };
  return kind === "image"
    ? { type: "image-data" as const, data, mediaType }
    : { type: "file-data" as const, data, mediaType, filename };
}

/**
 * Returns the same value as `jsonSchema()` of `ai`, but without a validator. The tool itself corrects and validates its
 * arguments.
 */
const unchecked = (jsonSchema: JsonSchema): Schema<Input> => {
  // Version 5 of `ai` also needs the second symbol.
  const marks = { [Symbol.for("vercel.ai.schema")]: true, [Symbol.for("vercel.ai.validator")]: true };
  return { ...marks, _type: undefined, validate: undefined, jsonSchema } as unknown as Schema<Input>;
};
