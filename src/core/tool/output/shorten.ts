import { writeField } from "../../ground/field-part.ts";
import { isDict, type Dict } from "../../ground/json.ts";

/** A text or a list that has lost its end. */
export interface Cut {
  /** The dotted path of the value in the record, such as `message.text`. */
  path: string;
  /** The number of characters or items that this call and earlier calls have shown. */
  shown: number;
  /** The number of characters or items of the whole value. */
  of: number;
  /** True for a list, false for a text. */
  list: boolean;
}

/** The number of characters or items that earlier calls have shown, by the path of the value. */
export type Offsets = ReadonlyMap<string, number>;

/**
 * Limits texts to `cap` characters, and lists to `cap` characters of JSON. A cut text ends with the number of missing
 * characters. A cut list contains only its first items, or a part of the first item if this item is too large.
 */
function shorten(value: unknown, cap: number, cuts: Cut[], offsets: Offsets, path = ""): unknown {
  if (typeof value === "string") return shortenText(value, cap, cuts, offsets, path);
  if (Array.isArray(value)) return shortenList(value, cap, cuts, offsets, path);
  if (!isDict(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      shorten(one, cap, cuts, offsets, path === "" ? name : `${path}.${name}`),
    ]),
  );
}

/** A cut of fewer characters saves nothing, because the note about missing characters has about this length. */
const worthCutting = 30;

function shortenText(text: string, cap: number, cuts: Cut[], offsets: Offsets, path: string): string {
  if (text.length <= cap + worthCutting) return text;
  const head = headOf(text, cap);
  const before = offsets.get(path) ?? 0;
  cuts.push({ path, shown: before + head.length, of: before + text.length, list: false });
  return `${head}${missingText(text.length - head.length)}`;
}

/** Stands in place of a number of characters. */
export const missingText = (count: number): string => `… [+${count} characters]`;

/** Returns the start of a text. The start is one character shorter if it would split a surrogate pair. */
export const headOf = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");

function shortenList(
  list: readonly unknown[],
  cap: number,
  cuts: Cut[],
  offsets: Offsets,
  path: string,
): unknown[] {
  if (list.length === 0 || sizeOf(list) <= cap) return [...list];
  const before = offsets.get(path) ?? 0;
  const shown: unknown[] = [];
  let size = 0;
  for (const item of list) {
    size += sizeOf(item) + 1;
    if (size > cap) break;
    shown.push(item);
  }
  if (shown.length === 0) shown.push(shorten(list[0], cap, cuts, offsets, `${path}.${before}`));
  if (shown.length < list.length)
    cuts.push({ path, shown: before + shown.length, of: before + list.length, list: true });
  return shown;
}

export const sizeOf = (value: unknown): number => JSON.stringify(value ?? null).length;

/** No value is cut to fewer characters. If the result is still too long, whole fields are left out. */
const least = 40;

export interface Shortened {
  value: unknown;
  cuts: readonly Cut[];
  /** The fields that are left out, in the format of the param `fields`. */
  missing: readonly string[];
}

/** Returns the level of `shortenTo` that keeps the whole value. */
export const levelsOf = (value: unknown): number => fieldsOf(value).length + sizeOf(value);

/** Shortens a value. A higher level keeps more of the value. */
export function shortenTo(value: unknown, level: number, offsets: Offsets): Shortened {
  const readsOn = [...offsets.values()].some((from) => from > 0);
  return readsOn && isDict(value) ? inOrder(value, level, offsets) : evenly(value, level, offsets);
}

/** Shortens the texts and lists of all fields to the same length. The lowest levels also leave out the last fields. */
function evenly(value: unknown, level: number, offsets: Offsets): Shortened {
  const names = fieldsOf(value);
  const cuts: Cut[] = [];
  if (level >= names.length)
    return { value: shorten(value, least + level - names.length, cuts, offsets), cuts, missing: [] };
  const kept = Object.fromEntries(Object.entries(value as Dict).slice(0, level + 1));
  return { value: shorten(kept, least, cuts, offsets), cuts, missing: names.slice(level + 1) };
}

/**
 * Keeps the first fields whole, cuts one field and leaves out all later fields, so that the next calls read one field
 * to its end before they begin another.
 */
function inOrder(value: Dict, level: number, offsets: Offsets): Shortened {
  const cuts: Cut[] = [];
  const kept: Dict = {};
  let room = least + level;
  for (const [name, field] of Object.entries(value)) {
    if (cuts.length > 0 || (room < least && Object.keys(kept).length > 0)) break;
    kept[name] = shorten(field, room, cuts, offsets, name);
    room -= sizeOf(kept[name]);
  }
  const missing = fieldsOf(value).filter((name) => !Object.hasOwn(kept, name));
  const fields = missing.map((path) => writeField({ path, from: offsets.get(path) ?? 0 }));
  return { value: kept, cuts, missing: fields };
}

const fieldsOf = (value: unknown): string[] => (isDict(value) ? Object.keys(value) : []);

export interface Omitted {
  /** The number of items in the list. */
  items: number;
  fields: readonly string[];
}

/**
 * Creates the field `cut` of an output: how much of each list is shown, and which fields are left out. A cut text is
 * not mentioned, because it ends with the number of missing characters.
 */
export function cutIn(
  { cuts, missing }: Shortened,
  place: string,
  omitted: ReadonlyMap<string, Omitted> = new Map(),
): { cut?: Dict } {
  const cut: Dict = {};
  const inPlace = (path: string) => [place, path].filter((part) => part !== "").join(".");
  for (const [path, { items, fields }] of omitted)
    cut[inPlace(path)] = `${items} of ${items}, ${without(fields)}`;
  for (const { path, shown, of, list } of cuts) {
    const fields = omitted.get(path)?.fields;
    if (list) cut[inPlace(path)] = `${shown} of ${of}${fields ? `, ${without(fields)}` : ""}`;
  }
  if (missing.length > 0) cut[place === "" ? "meta" : place] = without(missing);
  return Object.keys(cut).length > 0 ? { cut } : {};
}

const without = (names: readonly string[]): string =>
  `without ${names.slice(0, 10).join(", ")}${names.length > 10 ? ` and ${names.length - 10} more` : ""}`;

/** A nested value with more characters of JSON counts as large. */
const short = 100;

/**
 * Shortens the result of a write. Removes large nested values from the items of lists, and keeps small values, such
 * as ids, states and reasons. `omitted`: the removed fields, by the name of the list.
 */
export function briefly(result: unknown): { value: unknown; omitted: ReadonlyMap<string, Omitted> } {
  const omitted = new Map<string, Omitted>();
  const brief = (name: string, list: unknown): unknown => {
    if (!Array.isArray(list) || !list.every(isDict)) return list;
    const items = list as readonly Dict[];
    const large = new Set(items.flatMap((item) => Object.keys(item).filter((key) => isLarge(item[key]))));
    const rest = items.map((item) =>
      Object.fromEntries(Object.entries(item).filter(([key]) => !large.has(key))),
    );
    // Without the large values, an item would have no fields left.
    if (large.size === 0 || rest.some((item) => Object.keys(item).length === 0)) return list;
    omitted.set(name, { items: items.length, fields: [...large] });
    return rest;
  };
  const value = isDict(result)
    ? Object.fromEntries(Object.entries(result).map(([name, one]) => [name, brief(name, one)]))
    : brief("", result);
  return { value, omitted };
}

const isLarge = (value: unknown): boolean =>
  typeof value === "object" && value !== null && sizeOf(value) > short;
