import {
  agentTools,
  ConnectorError,
  failure,
  toolDefinition,
  type Definitions,
  type Dialect,
  type Envelope,
  type ToolSources,
  type ToolsOptions,
} from "../src/index.ts";

// Function calling without a framework. Calls and results are typed by their form alone: no provider's package is
// imported, and those of every provider's client fit.

/** OpenAI, Chat Completions: goes into `messages`. Chat has no marker for failures; the content says it. */
export interface ChatResult {
  role: "tool";
  tool_call_id: string;
  content: string;
}
/** OpenAI, Responses: goes into `input`. */
export interface ResponsesResult {
  type: "function_call_output";
  call_id: string;
  output: string;
}
/** Anthropic: all results of a turn go into the content of one user message. */
export interface AnthropicResult {
  type: "tool_result";
  tool_use_id: string;
  content: string;
  is_error?: true;
}
/** Gemini: all results of a turn go into the parts of one user content. */
export interface GeminiResult {
  functionResponse: { id?: string; name: string; response: Record<string, unknown> };
}

/** The result that belongs to a call, by the call's form; none for what is not a call of a function. */
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
  /** Aborts every call of the run; `run` then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Handed to the connector's `onCall`. */
  context?: unknown;
}

export interface FunctionTools {
  /** The tools' names, for an application that has others beside them. */
  readonly names: readonly string[];
  /** The tools as one provider's API takes them. */
  definitions<D extends Dialect>(dialect: D): Definitions[D][];
  /**
   * Runs what a model asked for, given exactly as the provider sent it, and answers with the provider's own result:
   * one for every call, in the same order, also when a call fails. Reads run together, writes in order. What else
   * stands in the array (text, thinking) is passed over. Rejects only on abort.
   */
  run<Call extends object>(calls: readonly Call[], options?: RunOptions): Promise<ResultOf<Call>[]>;
  run<Call extends object>(call: Call, options?: RunOptions): Promise<ResultOf<Call>>;
}

/** Tools for raw function calling, of one connector or several. */
export async function functionTools(sources: ToolSources, options?: ToolsOptions): Promise<FunctionTools> {
  const tools = await agentTools(sources, options);
  const names = tools.map(({ name }) => name);

  const runOne = async ({ id, name, args, result }: ReadCall, run: RunOptions): Promise<unknown> => {
    const tool = tools.find((one) => one.name === name);
    return result(tool ? await tool.call(args, { ...run, callId: id }) : unknownTool(name, names));
  };
  const run = async (given: unknown, runOptions: RunOptions = {}): Promise<unknown> => {
    if (Array.isArray(given))
      return Promise.all(
        given.flatMap((call) => readCall(call) ?? []).map((call) => runOne(call, runOptions)),
      );
    const call = readCall(given);
    if (!call)
      throw new ConnectorError("config_error", "run() was given what is not a model's call.", {
        path: "call",
        hint: "Pass tool_calls, function_call items, tool_use blocks or functionCall parts as they came.",
      });
    return runOne(call, runOptions);
  };
  return {
    names,
    definitions: (dialect) => tools.map((tool) => toolDefinition(tool, dialect)),
    run: run as FunctionTools["run"],
  };
}

const unknownTool = (name: string, names: readonly string[]): Envelope =>
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
  result(envelope: Envelope): ChatResult | ResponsesResult | AnthropicResult | GeminiResult;
}

/** A call in any of the four forms, or undefined for anything else. */
function readCall(call: unknown): ReadCall | undefined {
  if (!isObject(call)) return undefined;
  if (call.type === "function_call") {
    const id = String(call.call_id);
    return read(id, call.name, call.arguments, ({ text }) => ({
      type: "function_call_output",
      call_id: id,
      output: text,
    }));
  }
  if (call.type === "tool_use") {
    const id = String(call.id);
    return read(id, call.name, call.input, ({ ok, text }) => ({
      type: "tool_result",
      tool_use_id: id,
      content: text,
      ...(ok ? {} : { is_error: true }),
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
  // Gemini has no marker beside the response: what it holds under `error` is one. Not every call has an id.
  return read(typeof id === "string" ? id : undefined, name, args, ({ ok, text }) => {
    const { error, ...output } = JSON.parse(text) as Record<string, unknown>;
    return {
      functionResponse: {
        ...(typeof id === "string" ? { id } : {}),
        name,
        response: ok ? { output } : { error },
      },
    };
  });
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
