import {
  agentTools,
  ConnectorError,
  failure,
  toolDefinition,
  withFullResult,
  type ToolDefinitions,
  type ToolDialect,
  type ToolResult,
  type ToolMedia,
  type ToolSources,
  type ToolsOptions,
} from "../src/adapter.ts";

// Function calling without a framework. The types below describe calls and results in the formats of the providers,
// so that no provider's package is needed.

/**
 * A result for OpenAI Chat Completions: an entry of `messages`. Only the text in `content` shows that a call failed. A
 * tool message of Chat Completions cannot contain a file.
 */
export interface ChatResult {
  role: "tool";
  tool_call_id: string;
  content: string;
}
/** A result for OpenAI Responses: an entry of `input`. `output` is a list if the model sees a file. */
export interface ResponsesResult {
  type: "function_call_output";
  call_id: string;
  output:
    | string
    | (
        | { type: "input_text"; text: string }
        | { type: "input_image"; image_url: string; detail: "auto" }
        | { type: "input_file"; filename: string; file_data: string }
      )[];
}
/**
 * A result for Anthropic: a block of a user message. One message contains all results of a turn. `content` is a list if
 * the model sees a file.
 */
export interface AnthropicResult {
  type: "tool_result";
  tool_use_id: string;
  content:
    | string
    | (
        | { type: "text"; text: string }
        | { type: "image"; source: AnthropicSource<"image/png" | "image/jpeg" | "image/webp"> }
        | { type: "document"; source: AnthropicSource<"application/pdf">; title: string }
      )[];
  is_error?: true;
}
interface AnthropicSource<Type extends string> {
  type: "base64";
  media_type: Type;
  data: string;
}
/**
 * A result for Gemini: an entry of `parts` in a `Content` of the user. One `Content` contains all results of a turn. If
 * the model sees a file, `functionResponse.parts` contains the file. Only Gemini 3 and later versions accept these
 * parts.
 */
export interface GeminiResult {
  functionResponse: {
    id?: string;
    name: string;
    response: Record<string, unknown>;
    parts?: { inlineData: { mimeType: string; data: string } }[];
  };
}

/** The type of the result for a call. `never` if the value is not a function call. */
export type ResultOf<Call> = Call extends { type: "function" }
  ? ChatResult
  : Call extends { type: "function_call" }
    ? ResponsesResult
    : Call extends { type: "tool_use" }
      ? AnthropicResult
      : Call extends { type: unknown }
        ? never
        : "functionCall" extends keyof Call
          ? GeminiResult
          : "args" extends keyof Call
            ? GeminiResult
            : never;

export interface RunOptions {
  /** Aborts every call of the run. `run` then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** A value that the connector's `onCall` and `beforeWrite` receive. */
  context?: unknown;
}

export interface FunctionTools {
  /** The names of the tools. In an application with other tools, the names show which calls to pass to `run`. */
  readonly names: readonly string[];
  /** Returns the tools in the format of a provider's API. */
  definitions<D extends ToolDialect>(dialect: D): ToolDefinitions[D][];
  /**
   * Runs the model's calls, in the format of the provider's API. Returns one result per call, in the order of the
   * calls, also for a failed call. Reads run in parallel, and writes run in order. Entries that are not calls, such
   * as text, are ignored. If the signal aborts, the promise rejects with the signal's reason. A result contains the
   * text for the model. `fullResult(result)` of `agent-connectors` returns the whole result.
   */
  run<Call extends object>(calls: readonly Call[], options?: RunOptions): Promise<ResultOf<Call>[]>;
  run<Call extends object>(call: Call, options?: RunOptions): Promise<ResultOf<Call>>;
}

/** Creates tools from one or several connectors, for function calling without a framework. */
export async function functionTools(sources: ToolSources, options?: ToolsOptions): Promise<FunctionTools> {
  const tools = await agentTools(sources, options);
  const names = tools.map(({ name }) => name);

  const runOne = async ({ id, name, args, result }: ReadCall, run: RunOptions): Promise<unknown> => {
    const tool = tools.find((one) => one.name === name);
    const envelope = tool ? await tool.call(args, { ...run, callId: id }) : unknownTool(name, names);
    return withFullResult(result(envelope), envelope);
  };
  const run = async (given: unknown, runOptions: RunOptions = {}): Promise<unknown> => {
    if (Array.isArray(given))
      return Promise.all(
        given.flatMap((call) => readCall(call) ?? []).map((call) => runOne(call, runOptions)),
      );
    const call = readCall(given);
    if (!call)
      throw new ConnectorError("config_error", "The argument of run() is not a model's call.", {
        path: "call",
        hint: "Pass unchanged tool_calls, function_call items, tool_use blocks or functionCall parts.",
      });
    return runOne(call, runOptions);
  };
  return {
    names,
    definitions: (dialect) => tools.map((tool) => toolDefinition(tool, dialect)),
    run: run as FunctionTools["run"],
  };
}

const unknownTool = (name: string, names: readonly string[]): ToolResult =>
  failure(
    new ConnectorError("not_found", `There is no tool ${JSON.stringify(name.slice(0, 64))}.`, {
      path: "name",
      hint: `Tools: ${names.slice(0, 40).join(", ")}.`,
    }),
  );

interface ReadCall {
  id: string | undefined;
  name: string;
  args: unknown;
  result(envelope: ToolResult): ChatResult | ResponsesResult | AnthropicResult | GeminiResult;
}

/** Reads a call in the format of any of the four APIs. Returns undefined for any other value. */
function readCall(call: unknown): ReadCall | undefined {
  if (!isObject(call)) return undefined;
  if (call.type === "function_call") {
    const id = String(call.call_id);
    return read(id, call.name, call.arguments, (envelope) => ({
      type: "function_call_output",
      call_id: id,
      output: responsesOutput(envelope),
    }));
  }
  if (call.type === "tool_use") {
    const id = String(call.id);
    return read(id, call.name, call.input, (envelope) => ({
      type: "tool_result",
      tool_use_id: id,
      content: anthropicContent(envelope),
      ...(envelope.ok ? {} : { is_error: true }),
    }));
  }
  if (isObject(call.function)) {
    const id = String(call.id);
    return read(id, call.function.name, call.function.arguments, ({ text }) => ({
      role: "tool",
      tool_call_id: id,
      content: text,
    }));
  }
  const gemini = isObject(call.functionCall) ? call.functionCall : call;
  if (gemini.type !== undefined || typeof gemini.name !== "string") return undefined;
  const { id, name, args } = gemini;
  // For Gemini, a response with the field `error` is a failure. Some calls of Gemini have no id.
  return read(typeof id === "string" ? id : undefined, name, args, (envelope) => {
    const media = mediaOf(envelope);
    const told = JSON.parse(media?.text ?? envelope.text) as Record<string, unknown>;
    return {
      functionResponse: {
        ...(typeof id === "string" ? { id } : {}),
        name,
        response: envelope.ok ? { output: told } : told,
        ...(media ? { parts: [{ inlineData: { mimeType: media.mediaType, data: media.base64 } }] } : {}),
      },
    };
  });
}

const mediaOf = (envelope: ToolResult): ToolMedia | undefined => (envelope.ok ? envelope.media : undefined);

function responsesOutput(envelope: ToolResult): ResponsesResult["output"] {
  const media = mediaOf(envelope);
  if (!media) return envelope.text;
  const { kind, mediaType, base64, filename, text } = media;
  const url = `data:${mediaType};base64,${base64}`;
  return [
    { type: "input_text", text },
    kind === "image"
      ? { type: "input_image", image_url: url, detail: "auto" }
      : { type: "input_file", filename, file_data: url },
  ];
}

function anthropicContent(envelope: ToolResult): AnthropicResult["content"] {
  const media = mediaOf(envelope);
  if (!media) return envelope.text;
  const { mediaType, base64: data, filename, text } = media;
  return [
    { type: "text", text },
    mediaType === "application/pdf"
      ? { type: "document", source: { type: "base64", media_type: mediaType, data }, title: filename }
      : { type: "image", source: { type: "base64", media_type: mediaType, data } },
  ];
}

const read = (
  id: string | undefined,
  name: unknown,
  args: unknown,
  result: ReadCall["result"],
): ReadCall => ({
  id,
  name: String(name),
  args,
  result,
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
