import type { Clock } from "./clock.ts";
import { ConnectorError } from "./errors.ts";
import { cut, readDict, show, type Dict } from "./json.ts";

/** What a value may be: in words, and whether one is. */
export interface OptionType {
  says: string;
  is: (value: unknown) => boolean;
  required?: boolean;
}
export type OptionTypes = Readonly<Record<string, OptionType>>;

/** False for what throws when it is looked at: a revoked proxy, a getter that fails. */
function holds(test: () => boolean): boolean {
  try {
    return test();
  } catch {
    return false;
  }
}

export const optionTypes = {
  anything: { says: "anything", is: () => true },
  string: { says: "a string", is: (value) => typeof value === "string" },
  boolean: { says: "true or false", is: (value) => typeof value === "boolean" },
  function: { says: "a function", is: (value) => typeof value === "function" },
  object: { says: "a plain object", is: (value) => readDict(value) !== undefined },
  clock: {
    says: "an object with now() and sleep(ms, signal)",
    is: (value) =>
      holds(() => typeof (value as Clock).now === "function" && typeof (value as Clock).sleep === "function"),
  },
  milliseconds: {
    says: "a whole number of milliseconds from 0 to 2147483647",
    is: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31,
  },
  signal: { says: "an AbortSignal", is: (value) => holds(() => value instanceof AbortSignal) },
  key: {
    says: "1 to 255 visible ASCII characters",
    is: (value) => typeof value === "string" && /^[\x21-\x7e]{1,255}$/.test(value),
  },
} as const satisfies Record<string, OptionType>;

/**
 * A copy of the known, given ones: what reading them runs, runs here and once. `prefix` stands before their names in paths.
 * @throws ConnectorError `config_error` for a name that there is not, and a value of another kind
 */
export function readOptions(given: unknown, known: OptionTypes, what: string, prefix: string): Dict {
  const options = given === undefined ? {} : readDict(given);
  if (!options) throw optionError(what, `${what} must be a plain object, got ${show(given)}.`);
  for (const [name, value] of Object.entries(options)) {
    const path = `${prefix}${cut(name, 60)}`;
    if (!Object.hasOwn(known, name))
      throw optionError(
        path,
        `There is no option ${show(name)} in the ${what}.`,
        `Options: ${Object.keys(known).join(", ") || "none"}.`,
      );
    const { is, says } = known[name]!;
    if (!is(value)) throw optionError(path, `${path} must be ${says}, got ${show(value)}.`);
  }
  for (const [name, { required, says }] of Object.entries(known))
    if (required && options[name] === undefined)
      throw optionError(`${prefix}${name}`, `${prefix}${name} is missing; it must be ${says}.`);
  return options;
}

export const optionError = (path: string, message: string, hint?: string): ConnectorError =>
  new ConnectorError("config_error", message, { path, hint });
