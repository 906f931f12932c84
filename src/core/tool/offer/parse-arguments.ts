import { ConnectorError } from "../../ground/errors.ts";
import { type Dict, isDict, show } from "../../ground/json.ts";

/**
 * Reads a model's arguments: an object, or the JSON text of an object. `expected` describes valid arguments, for the
 * hint of an error.
 * @throws ConnectorError `invalid_params`
 */
export function readArguments(input: unknown, expected: string): Dict {
  const value = parseArguments(input);
  if (typeof value === "string" && value.trim() !== "")
    throw badArguments(`The arguments are not JSON: ${show(value)}.`, expected);
  // Some models send nothing, null or "" for a call without arguments.
  if (value === undefined || value === null || value === "") return {};
  if (!isDict(value)) throw badArguments(`The arguments must be an object, got ${show(value)}.`, expected);
  return value;
}

/** Returns the entity, the action and the params of a dispatcher's arguments. Invalid arguments have none of them. */
export function readQuestion(input: unknown): { entity: unknown; action: unknown; params: unknown } {
  const value = parseArguments(input);
  const { entity, action, params } = isDict(value) ? value : {};
  return { entity, action, params };
}

/** Parses JSON text up to two times, because some models encode the text twice. Returns every other value unchanged. */
export function parseArguments(input: unknown): unknown {
  let value = input;
  for (let depth = 0; depth < 2 && typeof value === "string" && value.trim() !== ""; depth++) {
    try {
      value = JSON.parse(value);
    } catch {
      break;
    }
  }
  return value;
}

export const badArguments = (message: string, expected: string): ConnectorError =>
  new ConnectorError("invalid_params", message, { path: "arguments", hint: `Send ${expected}.` });
