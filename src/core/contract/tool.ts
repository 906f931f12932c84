import type { ErrorJson } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import type { CallOptions } from "./call-options.ts";
import type { Effect } from "./effect.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Policy } from "./policy.ts";
import type { Meta, Result } from "./result.ts";

/** The options of a tool. Every adapter accepts these options. */
export interface ToolOptions extends Policy, OutputOptions {
  /** The tool's name. Two connectors of one platform need different names. Default: the connector's name. */
  name?: string | undefined;
  /**
   * The actions that the tool offers. `everyday`: the connector's everyday actions. `all`: in addition all other actions,
   * except those that the connector offers only by name. With `include`, which is the third way to choose actions, the
   * tool offers exactly these actions. In `include`, the name `everyday` stands for the everyday actions. Default:
   * `everyday`.
   */
  actions?: "everyday" | "all" | undefined;
  /** Whether to leave out the actions that `check()` lists as unavailable for these credentials. Default: false. */
  available?: boolean | undefined;
  /**
   * The maximum length of the description, in characters. If an action's signature does not fit, the description
   * contains only the action's name. Default: 4,500.
   */
  descriptionBudget?: number | undefined;
}

export interface ToolsOptions extends ToolOptions {
  /**
   * `dispatcher` creates one tool with the arguments `{entity, action, params?}`. `per-action` creates one tool per
   * action. Default: `dispatcher`.
   */
  shape?: "dispatcher" | "per-action" | undefined;
  /**
   * `true` creates a dispatcher for each kind of effect, so that a client can ask a person only before some calls:
   * `<name>_read`, `<name>_write`, and `<name>_destructive` for actions that can spend money or cannot be undone. A tool
   * without actions is left out. `false` creates one dispatcher. Only for the shape `dispatcher`. Default: `true` in the
   * MCP adapter, and `false` elsewhere.
   */
  split?: boolean | undefined;
  /**
   * Whether to use OpenAI's strict schemas, so that OpenAI makes the model's arguments match the schema. Requires the
   * shape `per-action`. A tool whose params cannot have a strict schema keeps its normal schema. Default: false.
   */
  strict?: boolean | undefined;
}

/** The arguments of a dispatcher: one tool that runs all actions. */
export interface ToolInput {
  entity: string;
  action: string;
  params?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The result of one tool call. `text` is for the model. `data` is the complete data for the application, as plain JSON.
 * The `data` of a text file is `{ filename, content_type, size, text }`. If the text does not fit the output budget,
 * `beginning` replaces `text`. For a binary file, `note` replaces `text`.
 */
export type ToolResult =
  | { ok: true; data: unknown; meta: Meta; text: string; media?: ToolMedia }
  | { ok: false; error: ErrorJson; text: string };

/** The result of one tool call for a program of the model: the records, or the error. */
export type ProgramResult = { ok: true; data: unknown; meta: Meta } | { ok: false; error: ErrorJson };

/**
 * The result of one tool call as the model reads it: the parsed `text` of the envelope. `data` is a short form of the
 * complete data. A failed call has only `error`. Other fields contain hints, and calls that read the missing data.
 */
export interface CompactResult {
  readonly data?: unknown;
  readonly error?: Readonly<Pick<ErrorJson, "code" | "message"> & Partial<ErrorJson>>;
  readonly [other: string]: unknown;
}

/**
 * The result that a framework keeps in its messages, and sends to a browser. `compact`: the result as the model reads
 * it. `full`: the whole result. Default: `compact`.
 */
export type StreamedResult = "compact" | "full";

/**
 * An image or a PDF file for a model with vision. An adapter passes `media.text` and the file to the model. If the
 * model cannot see the file, the adapter passes only `text` of the envelope.
 */
export interface ToolMedia {
  kind: "image" | "pdf";
  mediaType: "image/png" | "image/jpeg" | "image/webp" | "application/pdf";
  base64: string;
  filename: string;
  /** The text that accompanies the file. */
  text: string;
}

/** A tool call that has not run yet. */
export interface ResolvedCall {
  entity: string;
  action: string;
  params: Readonly<Record<string, unknown>>;
  effect: Effect;
}

/** A call of a tool with its corrected and validated arguments. Each `run` is a new call. */
export interface PlannedToolCall {
  /**
   * The action, params and effect of the call. Undefined if the call is invalid or forbidden, or asks only about
   * actions.
   */
  readonly resolved: ResolvedCall | undefined;
  /** Runs the call, as `AgentTool.call` does. */
  run(options?: CallOptions): Promise<ToolResult>;
  /**
   * Shows what a write would do, without sending the write. Absent if the tool has no dry run.
   * @throws ConnectorError if the write would fail
   */
  preview?(options?: CallOptions): Promise<CallPreview>;
}

/** A tool that depends on no framework. An adapter converts an `AgentTool` to a tool of a framework. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  /** The schema of the arguments, in the subset of JSON Schema that every provider accepts. */
  readonly inputSchema: JsonSchema;
  /** The schema in OpenAI's strict subset, if the option `strict` is set and the schema allows it. */
  readonly strictSchema?: JsonSchema | undefined;
  /** Arguments of good calls. Only the tool of one action has them, for providers that take examples beside the schema. */
  readonly inputExamples?: readonly Dict[] | undefined;
  /**
   * Returns the JSON Schema of the results as `ProgramResult`. Only the tool of one action has this function, for hosts
   * that run programs of a model.
   */
  readonly outputSchema?: (() => JsonSchema) | undefined;
  /** The effects that a call of the tool can have. A tool with `["read"]` changes nothing. */
  readonly effects: readonly Effect[];
  /** Runs the model's call. Returns a failure as an envelope. Throws only the reason of an aborted signal. */
  call(input: unknown, options?: CallOptions): Promise<ToolResult>;
  /**
   * Plans the model's call without running it, so that a person can approve the call before it runs. Does not throw: the
   * plan of an invalid call fails when it runs. Adapters run plans, so a copy of a tool that adds its own work to each
   * call must replace `plan`.
   */
  plan(input: unknown): PlannedToolCall;
  /** Returns whether a person must approve a call. Only tools that `approvals` returns have this function. */
  decide?(input: unknown, options?: DecideOptions): Promise<ApprovalDecision>;
  /**
   * Runs the call of an approval with its arguments, if people have agreed, and at most once. `approvalDesk(store).run` calls it.
   * Only tools that `approvals` returns have this function.
   */
  resume?(id: string, input: unknown, options?: CallOptions): Promise<ToolResult>;
}

/**
 * The decision about a call of a model. `run`: nobody must approve the call. `ask`: a person must approve the call, `reason`
 * is the text for this person, and `id` is the id of the approval at the desk. `refuse`: the call cannot run.
 */
export type ApprovalDecision =
  | { status: "run" }
  | { status: "ask"; id: string; reason: string }
  | { status: "refuse"; reason: string };

export interface DecideOptions extends Pick<CallOptions, "signal" | "context" | "callId"> {
  /**
   * Whether a person has already answered. If so, a call without a question in the store is refused. Default: false.
   */
  answered?: boolean | undefined;
}

export interface CallPreview {
  /** The name of the platform, such as `Shop`. */
  title: string;
  description: string;
  result: Result;
}

export interface OutputOptions {
  /** The maximum length of a result's text, in characters, or in tokens with `countTokens`. Default: 12,000. */
  outputBudget?: number | undefined;
  /** Counts the tokens of a text. */
  countTokens?: ((text: string) => number) | undefined;
  /**
   * The kinds of files that the model can see. `true` means images and PDF files. A tool then passes such a file to the
   * model, if the file is not too large. Default: false, because a model without vision would read the file as a
   * long text, or fail.
   */
  vision?: boolean | readonly ToolMedia["kind"][] | undefined;
}

/** The options of `declarations()`. Default: all actions. */
export type DeclarationOptions = Pick<TypescriptOptions, "effects" | "include" | "exclude" | "actions">;

/** The options of `typescript()`. The options that choose actions are those of `tool()`. */
export interface TypescriptOptions
  extends Policy, Pick<ToolOptions, "actions" | "available">, Pick<OutputOptions, "countTokens"> {
  /** The name of the namespace. Default: the connector's name, in camelCase. */
  name?: string | undefined;
  /**
   * The maximum length of the text, in characters, or in tokens with `countTokens`. A text that would be longer leaves
   * out details, and says which. Default: 34,000.
   */
  budget?: number | undefined;
}
