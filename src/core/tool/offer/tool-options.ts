import type { ToolsOptions } from "../../contract/tool.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { isDict, show } from "../../ground/json.ts";

const positive = (value: unknown) => typeof value === "number" && value > 0;

const names = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** The test of each option's value, and the valid values for error messages. */
const known: { [Name in keyof Required<ToolsOptions>]: readonly [(value: unknown) => boolean, string] } = {
  name: [(value) => typeof value === "string", "text"],
  effects: [names, "an array of effects"],
  actions: [(value) => value === "everyday" || value === "all", '"everyday" or "all"'],
  include: [names, "an array of names"],
  exclude: [names, "an array of names"],
  caps: [isDict, "an object of numbers"],
  only: [isDict, "an object of lists of ids"],
  external: [(value) => typeof value === "boolean", "true or false"],
  available: [(value) => typeof value === "boolean", "true or false"],
  descriptionBudget: [positive, "a number of characters"],
  outputBudget: [positive, "a number of characters, or of tokens with countTokens"],
  countTokens: [(value) => typeof value === "function", "a function"],
  vision: [
    (value) =>
      typeof value === "boolean" || (names(value) && value.every((one) => one === "image" || one === "pdf")),
    'true, false, or an array of "image" and "pdf"',
  ],
  shape: [(value) => value === "dispatcher" || value === "per-action", "dispatcher or per-action"],
  split: [(value) => typeof value === "boolean", "true or false"],
  strict: [(value) => typeof value === "boolean", "true or false"],
};

/**
 * Refuses unknown options, because a misspelled `exclude` would allow too much.
 * @throws ConnectorError `config_error`
 */
export function checkToolOptions(
  options: ToolsOptions,
  allowed: readonly string[] = Object.keys(known),
): void {
  const refuse = (path: string, message: string) =>
    new ConnectorError("config_error", message, { path, hint: `Options of a tool: ${allowed.join(", ")}.` });
  if (!isDict(options)) throw refuse("options", `A tool's options must be an object, got ${show(options)}.`);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!allowed.includes(name)) throw refuse(name, `There is no option ${show(name)} of a tool.`);
    const [accepts, says] = known[name as keyof ToolsOptions];
    if (!accepts(value)) throw refuse(name, `${name} must be ${says}, got ${show(value)}.`);
  }
  if (options.actions !== undefined && options.include !== undefined)
    throw refuse(
      "actions",
      "actions and include both choose the actions of the tool. Pass only one of them.",
    );
}

/** The options of `tool()`, which always creates one dispatcher. */
export const dispatcherOptions = Object.keys(known).filter(
  (name) => name !== "shape" && name !== "split" && name !== "strict",
);
