import type { ErrorJson } from "../ground/errors.ts";
import type { CallOptions } from "./call-options.ts";
import type { Effect } from "./effect.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Policy } from "./policy.ts";
import type { Meta } from "./result.ts";

/** Options of a tool: its policy and the size of its texts. They are the same in every adapter. */
export interface ToolOptions extends Policy, OutputOptions {
  /** The tool's name. Two connectors of one platform need different names. Default: the connector's name. */
  name?: string | undefined;
  /** Leave out actions that the credentials cannot run. `check()` decides that when the tool is created. Default: false. */
  available?: boolean | undefined;
  /** The maximum length of the description, in characters. Actions that do not fit are listed by name. Default: 4,500. */
  descriptionBudget?: number | undefined;
}

/** Options of several tools of one connector. */
export interface ToolsOptions extends ToolOptions {
  /** `dispatcher` is one tool `{entity, action, params?}`. `per-action` is one tool per action. Default: `dispatcher`. */
  shape?: "dispatcher" | "per-action" | undefined;
  /**
   * `read-write` makes two dispatchers, `<name>_read` and `<name>_write`, for clients that ask before every call of a tool
   * that writes. `false` makes one. The MCP adapter has `read-write` as its default, all others `false`.
   */
  split?: "read-write" | false | undefined;
  /**
   * With `per-action` only: use OpenAI's strict schemas, which providers enforce. A tool with params of any shape has no
   * strict schema and keeps its normal one. Default: false.
   */
  strict?: boolean | undefined;
}

/** The arguments of the dispatcher. */
export interface ToolInput {
  entity: string;
  action: string;
  params?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The result of one tool call. `text` is for the model. The other fields are for the application, complete and always JSON.
 * The data of a file is `{ filename, content_type, size, text }`. A text over the output budget is cut, and its field is
 * named `beginning`.
 */
export type Envelope =
  | { ok: true; data: unknown; meta: Meta; text: string }
  | { ok: false; error: ErrorJson; text: string };

/** The call that a tool call makes, before it runs. */
export interface ResolvedCall {
  entity: string;
  action: string;
  params: Readonly<Record<string, unknown>>;
  effect: Effect;
}

/** A tool for an agent, independent of frameworks. Adapters convert it. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  /** The schema of the arguments, in the subset of JSON Schema that every provider accepts. */
  readonly inputSchema: JsonSchema;
  /** The schema in OpenAI's strict subset, if the option `strict` is set and the schema allows it. */
  readonly strictSchema?: JsonSchema | undefined;
  /** The effects that its calls can have. A tool with `["read"]` changes nothing. */
  readonly effects: readonly Effect[];
  /** Runs the model's call. It returns failures as an envelope. On abort, it throws the signal's reason. */
  call(input: unknown, options?: CallOptions): Promise<Envelope>;
  /** Returns the call that the input makes, for approvals. Undefined if the call would fail before anything is sent. */
  resolve(input: unknown): ResolvedCall | undefined;
}

/** Options for the text that the model receives. */
export interface OutputOptions {
  /** The maximum length of a result's text, in characters, or in tokens with `countTokens`. Default: 12,000. */
  outputBudget?: number | undefined;
  /** Counts the tokens of a text. With it, `outputBudget` is a number of tokens. */
  countTokens?: ((text: string) => number) | undefined;
}
