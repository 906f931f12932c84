import type { Schema, Tool } from "ai";
import {
  agentTools,
  compactResult,
  fullResult,
  programResult,
  programText,
  streamedResult,
} from "../src/adapter.ts";
import type {
  AgentTool,
  ApprovalTool,
  CallProgress,
  CompactResult,
  ApprovalDecision,
  ToolResult,
  JsonSchema,
  ProgramResult,
  ReportProgress,
  StreamedResult,
  ToolMedia,
  ToolSources,
  ToolsOptions,
} from "../src/adapter.ts";

// Works with versions 5, 6 and 7 of the package `ai`. Imports only types from `ai`, because the application's own
// copy of `ai` runs the tools.

export interface AiSdkOptions extends ToolsOptions {
  /**
   * The form of a tool's output, which the AI SDK sends to the browser and `useChat` sends back. `compact` (default):
   * the result as the model reads it. `fullResult(output)` of `agent-connectors` then returns the whole result.
   * `full`: the whole result, with all fields of the platform's records. `records`: `{ ok: true, data, meta }` or
   * `{ ok: false, error }`, for the programs of a code mode. Tools of one action then also have an `outputSchema`, and
   * `shape` is `per-action` by default.
   */
  stream?: StreamedResult | "records" | undefined;
  /**
   * Whether a tool yields preliminary outputs during a long call: `{ progress: CallProgress }`. The last preliminary
   * output is the result itself, because the AI SDK sends the last value twice. The model reads only the result.
   * Default: false.
   */
  progress?: boolean | undefined;
  /**
   * The `context` of every call of these tools, such as the context of `slackEvent`. The model does not see the
   * context. A context that the AI SDK passes to a tool replaces this context.
   */
  context?: unknown;
}

/** The preliminary output of a call that takes long. */
export interface ProgressOutput {
  progress: CallProgress;
}

type Input = Record<string, unknown>;
type Output = CompactResult | ToolResult | ProgramResult;
/** The name of the context depends on the version of `ai`. */
export interface ApprovalOptions {
  toolCallId: string;
  messages: readonly { content: unknown }[];
  toolContext?: unknown;
  context?: unknown;
  experimental_context?: unknown;
}
export type ApprovalStatus =
  | { type: "not-applicable" }
  | { type: "user-approval" | "denied"; reason: string };

interface ExecuteOptions {
  toolCallId?: string;
  abortSignal?: AbortSignal | undefined;
  /** Only version 7 of `ai` has this field. Earlier versions use `experimental_context`. */
  context?: unknown;
  experimental_context?: unknown;
}

/**
 * Creates tools from one or several connectors, for `generateText`, `streamText` and agents of the AI SDK. The
 * output of a tool is the result as the model reads it. `fullResult(output)` returns the whole result. With the
 * option `vision`, the model also receives images and PDF files. If a call fails, the model receives the error as an
 * output of the type `error-json`.
 */
export async function aiSdkTools(
  sources: ToolSources,
  options: AiSdkOptions & { progress: true },
): Promise<Record<string, Tool<Input, Output | ProgressOutput>>>;
export async function aiSdkTools(
  sources: ToolSources,
  options: AiSdkOptions & { stream: "full" },
): Promise<Record<string, Tool<Input, ToolResult>>>;
export async function aiSdkTools(
  sources: ToolSources,
  options: AiSdkOptions & { stream: "records" },
): Promise<Record<string, Tool<Input, ProgramResult>>>;
export async function aiSdkTools(
  sources: ToolSources,
  options?: AiSdkOptions,
): Promise<Record<string, Tool<Input, CompactResult>>>;
export async function aiSdkTools(
  sources: ToolSources,
  { stream, progress = false, context, ...options }: AiSdkOptions = {},
): Promise<Record<string, unknown>> {
  const records = stream === "records";
  const outputOf = records ? programResult : streamedResult(stream);
  const tools = await agentTools(sources, options, records ? { shape: "per-action" } : {});
  return Object.fromEntries(
    tools.map((tool) => [tool.name, aiSdkTool(withContext(tool, context), outputOf, progress)]),
  );
}

/** Sets the context of a call if the AI SDK passes none. */
const withContext = (tool: AgentTool, context: unknown): AgentTool =>
  context === undefined
    ? tool
    : {
        ...tool,
        call: (input, options) => tool.call(input, { ...options, context: options?.context ?? context }),
        ...(tool.decide && {
          decide: (input, options) =>
            tool.decide!(input, { ...options, context: options?.context ?? context }),
        }),
      };

/**
 * Returns the option `toolApproval` for version 7 of `ai`. The `reason` of a decision is the text for the person. With
 * version 6, `needsApproval` of the tools asks the person, but without this text. Version 5 cannot ask anybody, so the
 * calls that need approval fail.
 * @param tools the result of `approvals`
 */
export const toolApproval = (
  tools: readonly ApprovalTool[],
): Record<string, (input: Input, options: ApprovalOptions) => Promise<ApprovalStatus>> =>
  Object.fromEntries(
    tools.map((tool) => [
      tool.name,
      async (input: Input, options: ApprovalOptions) => {
        const decision = await decisionOf(tool, input, options);
        if (decision.status === "run") return { type: "not-applicable" };
        return { type: decision.status === "ask" ? "user-approval" : "denied", reason: decision.reason };
      },
    ]),
  );

function decisionOf(tool: ApprovalTool, input: Input, given: ApprovalOptions): Promise<ApprovalDecision> {
  const { toolCallId: callId, messages } = given;
  const context = given.toolContext ?? given.context ?? given.experimental_context;
  // The AI SDK calls this function again after the person has answered. The messages then contain the request for
  // approval, but can come from the browser. Therefore, `decide` refuses a call whose question is not in the store.
  const answered = messages.some(
    ({ content }) =>
      Array.isArray(content) &&
      (content as { type?: string; toolCallId?: string }[]).some(
        (part) => part.type === "tool-approval-request" && part.toolCallId === callId,
      ),
  );
  return tool.decide(input, { callId, context, answered });
}

const hasDecide = (tool: AgentTool): tool is ApprovalTool => tool.decide !== undefined;

function aiSdkTool(tool: AgentTool, outputOf: (envelope: ToolResult) => Output, progress: boolean): unknown {
  // Undefined until the first call in this process. `toModelOutput` can run earlier, for a stored call of another
  // process.
  let isVersion7: boolean | undefined;
  const execute = async (
    input: Input,
    // Hosts of a code mode pass no options.
    { toolCallId, abortSignal, ...rest }: ExecuteOptions = {},
    onProgress?: ReportProgress,
  ): Promise<Output> => {
    isVersion7 = "context" in rest;
    const envelope = await tool.call(input, {
      signal: abortSignal,
      context: rest.context ?? rest.experimental_context,
      callId: toolCallId,
      onProgress,
    });
    return outputOf(envelope);
  };
  return {
    description: tool.description,
    inputSchema: unchecked(tool.strictSchema ?? tool.inputSchema),
    ...(tool.strictSchema ? { strict: true } : {}),
    ...(outputOf === programResult && tool.outputSchema
      ? { outputSchema: unchecked(tool.outputSchema()) }
      : {}),
    // Version 5 ignores the examples. A strict schema needs no examples.
    ...(tool.inputExamples?.length && !tool.strictSchema
      ? { inputExamples: tool.inputExamples.map((input) => ({ input })) }
      : {}),
    ...(hasDecide(tool)
      ? {
          needsApproval: async (input: Input, options: ApprovalOptions) =>
            (await decisionOf(tool, input, options)).status === "ask",
        }
      : {}),
    execute: progress
      ? (input: Input, options?: ExecuteOptions) =>
          withProgress((onProgress) => execute(input, options, onProgress))
      : (input: Input, options?: ExecuteOptions) => execute(input, options),
    // Version 5 of `ai` passes the output itself. Versions 6 and 7 pass an object that contains the output.
    toModelOutput: (given: Output | { toolCallId: string; output: Output }) => {
      const isVersion5 = !("toolCallId" in given);
      const output = isVersion5 ? given : (given.output as Output);
      const envelope = isWhole(output) ? output : fullResult(output);
      if (isRecords(output)) {
        const value = envelope
          ? compactResult(envelope)
          : (JSON.parse(programText(output.ok ? output.data : output)) as CompactResult);
        return { type: "json" as const, value };
      }
      if (envelope?.ok && envelope.media) {
        const version = isVersion5 ? 5 : isVersion7 ? 7 : 6;
        const value = [
          { type: "text" as const, text: envelope.media.text },
          filePart(envelope.media, version),
        ];
        return { type: "content" as const, value };
      }
      const value = isWhole(output) ? compactResult(output) : output;
      // The AI SDK passes an output of the type `error-json` to the provider as an error.
      return value.error === undefined
        ? { type: "json" as const, value }
        : { type: "error-json" as const, value: errorOf(value) };
    },
  };
}

/** Returns the error of a failed call. Its field `untrusted` names the other fields that quote other people. */
function errorOf({ untrusted, error }: CompactResult): object {
  const marks = Array.isArray(untrusted) ? untrusted.map((mark) => String(mark).replace(/^error\./, "")) : [];
  return { ...(marks.length > 0 ? { untrusted: marks } : {}), ...error };
}

/** Yields the progress of a call as it is reported, and at the end the output of the call. */
async function* withProgress(
  run: (onProgress: ReportProgress) => Promise<Output>,
): AsyncGenerator<Output | ProgressOutput> {
  const reported: CallProgress[] = [];
  let wake = () => {};
  let ended = false;
  const output = run((progress) => {
    reported.push(progress);
    wake();
  }).finally(() => {
    ended = true;
    wake();
  });
  // The last line below throws this error. Until then, the error must not count as unhandled.
  output.catch(() => {});
  for (;;) {
    for (const progress of reported.splice(0)) yield { progress };
    if (ended) break;
    await new Promise<void>((resolve) => (wake = resolve));
  }
  yield await output;
}

/** Returns whether an output is the whole result. An output of an earlier turn can have either form. */
const isWhole = (output: Output): output is ToolResult => "ok" in output && "text" in output;

/** Returns whether an output is for a program. A compact result has no field `ok`. */
const isRecords = (output: Output): output is ProgramResult => "ok" in output && !isWhole(output);

/** Returns the part for a file. Version 7 of `ai` also accepts the parts of version 6, but logs a warning. */
function filePart({ kind, mediaType, base64: data, filename }: ToolMedia, version: 5 | 6 | 7) {
  if (version === 5) return { type: "media" as const, data, mediaType };
  if (version === 7)
    return { type: "file" as const, data: { type: "data" as const, data }, mediaType, filename };
  return kind === "image"
    ? { type: "image-data" as const, data, mediaType }
    : { type: "file-data" as const, data, mediaType, filename };
}

/** Works like `jsonSchema()` of `ai`, without a validator. The tool itself corrects and validates its arguments. */
const unchecked = (jsonSchema: JsonSchema): Schema<Input> => {
  // Version 5 of `ai` also needs the second symbol.
  const marks = { [Symbol.for("vercel.ai.schema")]: true, [Symbol.for("vercel.ai.validator")]: true };
  return { ...marks, _type: undefined, validate: undefined, jsonSchema } as unknown as Schema<Input>;
};
