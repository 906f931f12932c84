import type { Effect, JsonSchema } from "../contract/action.ts";
import type { CallOptions, Meta } from "../contract/connector.ts";
import { ConnectorError, type ErrorJson } from "../ground/errors.ts";
import { isDict, show, type Dict } from "../ground/json.ts";
import type { OutputOptions } from "./output.ts";
import type { Policy } from "../policy/policy.ts";

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

/** A failure as a model reads it: what was wrong, what to do next; nothing that it cannot use. */
export function failure(error: ConnectorError): Envelope & { ok: false } {
  const json = error.toJSON();
  const { code, message, hint, retry_after, outcome, needed, provided } = json;
  const shown = {
    code,
    message,
    hint,
    retry_after,
    needed,
    provided,
    ...(outcome === "not_started" ? {} : { outcome }),
  };
  return { ok: false, error: json, text: JSON.stringify({ error: shown }) };
}

/** A model's arguments, as an object or as the JSON text of one; some models send the text of a text. */
export function readArguments(input: unknown, expected: string): Dict {
  let value = input;
  for (let depth = 0; depth < 2 && typeof value === "string" && value.trim() !== ""; depth++) {
    try {
      value = JSON.parse(value);
    } catch {
      throw badArguments(`The arguments are not JSON: ${show(value)}.`, expected);
    }
  }
  // A call without arguments arrives as nothing, null or "" from some models.
  if (value === undefined || value === null || value === "") return {};
  if (!isDict(value)) throw badArguments(`The arguments must be an object, got ${show(value)}.`, expected);
  return value;
}

export const badArguments = (message: string, expected: string): ConnectorError =>
  new ConnectorError("invalid_params", message, { path: "arguments", hint: `Send ${expected}.` });

const namePattern = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;

/** A name that every provider takes. */
export function toolName(name: string): string {
  if (!namePattern.test(name))
    throw new ConnectorError("config_error", `A tool cannot be named ${show(name, 80)}.`, {
      path: "name",
      hint: "A letter, then at most 63 letters, digits, _ or -. Give another name in the tool's options.",
    });
  return name;
}
