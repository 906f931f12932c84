import type { TextSources } from "../../contract/result.ts";
import { type Dict, isDict } from "../../ground/json.ts";
import { knownMessages, quotesOthers } from "../../ground/quote-others.ts";

// A model must not obey texts that other people have written. Each output names the columns and fields that contain
// such texts in `untrusted`. The shape of the data is the same with and without this mark.

/** The fields of dry runs, and of what is told about a file, that this package writes. */
const ownFields: ReadonlySet<string> = new Set([
  "entity",
  "action",
  "effect",
  "effects",
  "exposure",
  "note",
  "content_type",
]);

/** The fields beside `data` that explain ids. */
const legends: ReadonlySet<string> = new Set(["names", "ids"]);

/**
 * Returns the paths of the texts in an output that other people can have written. A path begins in `data`, or at a key
 * beside `data`. It ends at a column of a table, or at a field of a record or of a nested record. `own`: texts that the
 * model itself has sent. `isOurs`: whether this package has made the outer fields of the data.
 */
export function untrustedIn(
  { data, undo, error, ...said }: Dict,
  sources: TextSources,
  own: ReadonlySet<string>,
  isOurs = false,
): string[] {
  const finder = createFinder(sources, own, isOurs);
  const paths = [
    ...(sources.foreign === true && !isOurs && data !== undefined ? ["data"] : pathsIn(data, finder, [])),
    ...Object.values(isDict(undo) ? undo : {}).flatMap((params) => pathsIn(params, finder, ["undo"])),
    ...quotingIn(error).map((name) => `error.${name}`),
    // This package writes all other texts beside `data`.
    ...quotingIn(said),
    ...Object.keys(said).filter((name) => legends.has(name) && isDict(said[name])),
  ];
  return [...new Set(paths)];
}

/** Returns the names of the texts that quote other people. */
const quotingIn = (texts: unknown): string[] =>
  Object.entries(isDict(texts) ? texts : {}).flatMap(([name, text]) =>
    !legends.has(name) && quotesOthers(text) ? [name] : [],
  );

function pathsIn(value: unknown, finder: Finder, path: readonly string[]): string[] {
  const fields = fieldsOf(value);
  if (!fields) {
    const here = path.length === 0 ? ["data"] : path;
    return finder.isText(value, here) ? [here.join(".")] : [];
  }
  const nested = path.length < 2 && !isTable(value);
  return fields.flatMap(([name, values]) => {
    const here = [...path, finder.withoutKeys(name)];
    if (finder.isOurs && path.length === 0 && ownFields.has(name)) return [];
    if (finder.isOurs && path.length === 0 && name === "refused")
      return quotesOthers(values) ? [here.join(".")] : [];
    if (
      nested &&
      !finder.isMap(name) &&
      values.every((one) => (one ?? undefined) === undefined || fieldsOf(one))
    )
      return values.flatMap((one) => ((one ?? undefined) === undefined ? [] : pathsIn(one, finder, here)));
    return values.some((one) => finder.isText(one, here)) ? [here.join(".")] : [];
  });
}

type Fields = [name: string, values: unknown[]][];

/** Returns the fields of a record, of a list of records or of a table, with all their values. */
function fieldsOf(value: unknown): Fields | undefined {
  if (Array.isArray(value)) {
    if (value.length === 0 || !value.every(isDict)) return undefined;
    const names = new Set(value.flatMap((one) => Object.keys(one as Dict)));
    return Array.from(names, (name) => [name, value.map((one) => (one as Dict)[name])]);
  }
  if (!isDict(value)) return undefined;
  if (!isTable(value)) return Object.entries(value).map(([name, one]) => [name, [one]]);
  const { columns, rows, every_row: same = {}, false_if_empty: _flags, ...others } = value;
  return [
    ...Object.entries({ ...others, ...same }).map(([name, one]): Fields[0] => [name, [one]]),
    ...columns.map((name, index): Fields[0] => [name, rows.map((row) => row[index])]),
  ];
}

interface Table extends Dict {
  columns: string[];
  rows: unknown[][];
  every_row?: Dict;
}

const isTable = (value: unknown): value is Table =>
  isDict(value) &&
  Array.isArray(value.columns) &&
  Array.isArray(value.rows) &&
  value.rows.every(Array.isArray);

interface Finder {
  /** Whether this package has made the outer fields. */
  isOurs: boolean;
  isMap(name: string): boolean;
  /** Returns `fields` for `fields.title`, if `fields` is an object with keys that people have written. */
  withoutKeys(name: string): string;
  /** `path`: the names of the fields that contain the value. */
  isText(value: unknown, path: readonly string[]): boolean;
}

/** Numbers, dates and times. */
const noWords = /^(?:[^\p{L}]*|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?|[\d:]+Z)$/u;

/** The fields in which a platform writes sentences. In all other fields, a known sentence can be a name. */
const messageFields: ReadonlySet<string> = new Set([
  "message",
  "description",
  "details",
  "failureReason",
  "audience",
  "external",
]);

function createFinder(
  { platformFields, peopleMaps, platformMessages }: TextSources,
  own: ReadonlySet<string>,
  isOurs: boolean,
): Finder {
  const isKnown = knownMessages(platformMessages);
  const exact = new Set(platformFields);
  const ends = platformFields.flatMap((name) => (name.startsWith("*") ? [name.slice(1)] : []));
  const maps = new Set(peopleMaps);
  const ofPlatform = (names: readonly string[]): boolean => {
    const [name = "", parent = ""] = names.toReversed();
    return exact.has(name) || exact.has(`${parent}.${name}`) || ends.some((end) => name.endsWith(end));
  };
  const isMessage = (names: readonly string[], text: string) =>
    messageFields.has(names.at(-1)!) && isKnown(text);
  const find = (value: unknown, names: readonly string[], inMap: boolean): boolean => {
    if (typeof value === "string")
      return (
        !noWords.test(value) &&
        !own.has(value) &&
        // A sentence of the package or the platform can quote what people have written.
        (inMap || quotesOthers(value) || !(ofPlatform(names) || isMessage(names, value)))
      );
    if (Array.isArray(value)) return value.some((one) => find(one, names, inMap));
    if (!isDict(value)) return false;
    const fields = fieldsOf(value) ?? [];
    return inMap
      ? fields.length > 0
      : fields.some(([name, one]) => find(one, [...names, name], maps.has(name)));
  };
  return {
    isOurs,
    isMap: (name) => maps.has(name),
    withoutKeys(name) {
      const [first = name] = name.split(".", 1);
      return maps.has(first) ? first : name;
    },
    isText(value, path) {
      const names = path.flatMap((name) => name.split("."));
      return find(
        value,
        names,
        names.some((name) => maps.has(name)),
      );
    },
  };
}
