import type { ErrorJson } from "../ground/errors.ts";
import type { CallOptions } from "./call-options.ts";
import type { Effect } from "./effect.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Policy } from "./policy.ts";
import type { Meta } from "./result.ts";

/** What a tool may do, and how much it may say. The same in every adapter. */
export interface ToolOptions extends Policy, OutputOptions {
  /** The tool's name, for two connectors of one platform; by default the connector's. */
  name?: string | undefined;
  /** Leave out what the credentials cannot do, as `check()` tells when the tool is made; false by default. */
  available?: boolean | undefined;
  /** Characters of the description; 4,500 by default. What does not fit is listed by name. */
  descriptionBudget?: number | undefined;
}

/** How a connector is cut into tools. */
export interface ToolsOptions extends ToolOptions {
  /** `dispatcher`, the default: one tool `{entity, action, params?}`. `per-action`: a tool for every action. */
  shape?: "dispatcher" | "per-action" | undefined;
  /**
   * Two dispatchers, `<name>_read` and `<name>_write`, for clients that ask before every call of a tool that writes;
   * `false` for one, where two are the default.
   */
  split?: "read-write" | false | undefined;
  /**
   * Per-action only: schemas in OpenAI's strict subset, where a provider then holds the model to them. A tool whose
   * params are open has no such schema and stays as it is.
   */
  strict?: boolean | undefined;
}

/** What a model calls the dispatcher with. */
export interface ToolInput {
  entity: string;
  action: string;
  params?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The result of one tool call. `text` is for the model; the rest is for the application, whole, and always JSON: of a file
 * `{ filename, content_type, size, text }`, with `beginning` in place of a text that is longer than the model can be shown.
 */
export type Envelope =
  | { ok: true; data: unknown; meta: Meta; text: string }
  | { ok: false; error: ErrorJson; text: string };

/** What a tool call is going to do. */
export interface ResolvedCall {
  entity: string;
  action: string;
  params: Readonly<Record<string, unknown>>;
  effect: Effect;
}

/** A tool for an agent, of no framework: adapters make theirs of it. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  /** The arguments, in the subset of JSON Schema that every provider takes. */
  readonly inputSchema: JsonSchema;
  /** The same in OpenAI's strict subset, where that was asked for and can be had. */
  readonly strictSchema?: JsonSchema | undefined;
  /** Effects that its calls can have: a tool with `["read"]` changes nothing. */
  readonly effects: readonly Effect[];
  /** Runs what a model asked for. Answers failures as an envelope; throws only the signal's reason, on abort. */
  call(input: unknown, options?: CallOptions): Promise<Envelope>;
  /** What a call would do, for approvals: undefined for one that is going to be refused before anything is sent. */
  resolve(input: unknown): ResolvedCall | undefined;
}

/** How much of a result the model is given. */
export interface OutputOptions {
  /** Most of a result that the model sees, in characters (or in `countTokens`' unit); 12,000 by default. */
  outputBudget?: number | undefined;
  /** Counts a text in tokens, where the budget is meant in tokens. */
  countTokens?: ((text: string) => number) | undefined;
}
