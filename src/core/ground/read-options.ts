import type { Clock } from "./clock.ts";
import { ConnectorError } from "./errors.ts";
import { cut, readArray, readDict, show, typeName, type Dict } from "./json.ts";

/** `says` describes the type in error messages. */
export interface OptionType {
  says: string;
  is: (value: unknown) => boolean;
  required?: boolean;
  /** The right value is an object or a function. A wrong text could be an address with a password, so no error shows it. */
  hidden?: true;
}
export type OptionTypes = Readonly<Record<string, OptionType>>;

/** Returns false if the test throws. For example, every access to a revoked proxy throws. */
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
  time: {
    says: 'a time, such as "2026-08-01T12:00:00Z"',
    is: (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
  },
  boolean: { says: "true or false", is: (value) => typeof value === "boolean" },
  function: { says: "a function", hidden: true, is: (value) => typeof value === "function" },
  object: { says: "a plain object", hidden: true, is: (value) => readDict(value) !== undefined },
  objects: {
    says: "a plain object, or an array of plain objects",
    hidden: true,
    is: (value) => (readArray(value) ?? [value]).every((one) => readDict(one) !== undefined),
  },
  clock: {
    says: "an object with now() and sleep(ms, signal)",
    hidden: true,
    is: (value) =>
      holds(() => typeof (value as Clock).now === "function" && typeof (value as Clock).sleep === "function"),
  },
  store: {
    says: 'a store, such as fileStore("./state")',
    hidden: true,
    is: (value) =>
      holds(() =>
        ["read", "write", "delete", "list"].every(
          (name) => typeof (value as Record<string, unknown>)[name] === "function",
        ),
      ),
  },
  milliseconds: {
    says: "a whole number of milliseconds from 0 to 2147483647",
    is: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31,
  },
  signal: { says: "an AbortSignal", hidden: true, is: (value) => holds(() => value instanceof AbortSignal) },
  key: {
    says: "1 to 255 visible ASCII characters",
    is: (value) => typeof value === "string" && /^[\x21-\x7e]{1,255}$/.test(value),
  },
} as const satisfies Record<string, OptionType>;

/**
 * Copies and checks an options object. The object's getters run only here, and only once. `what`: the name of the
 * object, for error messages. `prefix`: the beginning of each error's `path`.
 * @throws ConnectorError `config_error` for an unknown name, a value of the wrong type, or a missing required option
 */
export function readOptions(given: unknown, known: OptionTypes, what: string, prefix: string): Dict {
  const options = given === undefined ? {} : readDict(given);
  if (!options) throw optionError(what, `${what} must be a plain object, got ${typeName(given)}.`);
  for (const [name, value] of Object.entries(options)) {
    const path = `${prefix}${cut(name, 60)}`;
    if (!Object.hasOwn(known, name))
      throw optionError(
        path,
        `There is no option ${show(name)} in the ${what}.`,
        `Options: ${Object.keys(known).join(", ") || "none"}.`,
      );
    const { is, says, hidden } = known[name]!;
    if (!is(value))
      throw optionError(path, `${path} must be ${says}, got ${hidden ? typeName(value) : show(value)}.`);
  }
  for (const [name, { required, says }] of Object.entries(known))
    if (required && options[name] === undefined)
      throw optionError(`${prefix}${name}`, `${prefix}${name} is missing; it must be ${says}.`);
  return options;
}

export const optionError = (path: string, message: string, hint?: string): ConnectorError =>
  new ConnectorError("config_error", message, { path, hint });
