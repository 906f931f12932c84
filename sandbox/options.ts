import { at, readDict, show } from "../src/core/ground/json.ts";
import {
  optionError,
  optionTypes,
  readOptions,
  type OptionType,
  type OptionTypes,
} from "../src/core/ground/read-options.ts";
import { nearest } from "../src/core/ground/similar-names.ts";

// The sandboxes refuse unknown options, because a misspelled option could let a test pass for the wrong reason.

export const oneOf = (...names: readonly string[]): OptionType => ({
  says: `one of ${names.map((name) => show(name)).join(", ")}`,
  is: (value) => typeof value === "string" && names.includes(value),
});

export const required = (kind: OptionType): OptionType => ({ ...kind, required: true });

/** How many requests fail. */
const times: OptionType = {
  says: "a whole number from 1, or Infinity",
  is: (value) => value === Infinity || (Number.isInteger(value) && (value as number) >= 1),
};

export const orNull = ({ says, is }: OptionType): OptionType => ({
  says: `${says}, or null`,
  is: (value) => value === null || is(value),
});

export const atLeast = (least: number): OptionType => ({
  says: `a number from ${least}`,
  is: (value) => typeof value === "number" && value >= least,
});

export const listOf = ({ says, is }: OptionType): OptionType => ({
  says: `a list in which each item is ${says}`,
  is: (value) => Array.isArray(value) && value.every(is),
});

/** Accepts a record of the initial data. `ids`: the paths of the texts that identify the record. */
export const recordWith = (...ids: readonly string[]): OptionType => ({
  says: `an object with ${ids.join(" and ")}`,
  is: (value) => optionTypes.object.is(value) && ids.every((id) => typeof at(value, id) === "string"),
});

/** Refuses every option of `listen()`: the host is always 127.0.0.1, and the operating system chooses the port. */
export const noOptions = (given: unknown): void =>
  void readOptions(given, {}, "options of listen", "options.");

/**
 * Checks a planned fault. `table`: the options of each kind of fault. `operations`: the names of all operations.
 * @throws ConnectorError `config_error`
 */
export function readFault<F>(
  fault: F,
  table: Readonly<Record<string, OptionTypes>>,
  operations: Iterable<string>,
): F {
  const given = readDict(fault);
  const kind = String(given?.kind);
  const known = { kind: required(oneOf(...Object.keys(table))) };
  if (!given || !Object.hasOwn(table, kind))
    // An unknown kind has no known options, so only `kind` is checked.
    return readOptions(given ? { kind: given.kind } : (fault ?? null), known, "fault", "fault.") as F;
  // A fault of the kind `ok_false` accepts any field, because Slack's error responses can have any field.
  const open = kind === "ok_false" ? Object.keys(given).map((name) => [name, optionTypes.anything]) : [];
  const all = { ...Object.fromEntries(open), ...known, operation: optionTypes.string, times, ...table[kind] };
  const read = readOptions(given, all, `fault ${show(kind)}`, "fault.");
  const names = [...operations];
  const { operation } = read;
  if (typeof operation === "string" && !names.includes(operation)) {
    const near = nearest(operation, names);
    throw optionError(
      "fault.operation",
      `The sandbox has no operation ${show(operation)} to fail.`,
      near === undefined
        ? `Operations: ${alike(operation, names).join(", ")}.`
        : `Did you mean ${show(near)}?`,
    );
  }
  return read as F;
}

/** Returns the names that contain a word of `text`, or all names. `sp.keywords.update` finds `PUT /sp/keywords`. */
function alike(text: string, names: readonly string[]): readonly string[] {
  const words = text
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => word.length > 3);
  const found = names.filter((name) => words.some((word) => name.toLowerCase().includes(word)));
  return found.length > 0 ? found : names;
}
