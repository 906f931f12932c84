import { isRecord } from "../platforms/world-record.ts";
import { matches } from "../task/match.ts";

// Params of a step can refer to earlier results. These objects are replaced by the value that they describe:
//   { "$of": "step", "at": "/data/0/ts" }                  a part of the result, by a JSON pointer
//   { "$of": "step", "at": "/data", "where": {...}, "get": "/id" }   a field of the first record that matches
//   { ..., "all": true, "get": ... }                       a value for every record that matches
//   { "$item": "/id" }                                     a part of the current record of `get` or of `each`
//   { "$item": "/bid", "times": 1.1 }                      the same number times 1.1, rounded to cents
//   { "$text": ["Order ", {...}] }                         the parts joined to one text

interface Source {
  /** The results by the names of their steps: `{ data, meta }`, or a list of these for a step with `each`. */
  results: ReadonlyMap<string, unknown>;
  /** Is called with each value that comes from a result, because a model must have read it. */
  onRead: (value: unknown) => void;
}

/** @throws Error if a reference leads to nothing */
export function fill(value: unknown, source: Source, item?: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => fill(one, source, item));
  if (!isRecord(value)) return value;
  if ("$of" in value) return fromResult(value, source);
  if ("$item" in value) return fromItem(value, item, source);
  if (Array.isArray(value["$text"]))
    return value["$text"].map((one) => String(fill(one, source, item))).join("");
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, source, item)]));
}

function fromResult(ref: Record<string, unknown>, source: Source): unknown {
  const { $of: name, at = "/data", where, get, all } = ref;
  if (!source.results.has(String(name))) throw new Error(`No earlier step is named ${JSON.stringify(name)}.`);
  const part = pointer(source.results.get(String(name)), String(at));
  const list = all === true || where !== undefined ? listAt(part, ref) : [part];
  const found = where === undefined ? list : list.filter((record) => matches(where, record));
  const take = (record: unknown): unknown => {
    if (get === undefined) return read(record, source, ref);
    return typeof get === "string" ? read(pointer(record, get), source, ref) : fill(get, source, record);
  };
  if (all === true) return found.map(take);
  if (found.length === 0) throw new Error(`No record matches ${JSON.stringify(ref)}.`);
  return take(found[0]);
}

function fromItem(ref: Record<string, unknown>, item: unknown, source: Source): unknown {
  const value = read(pointer(item, String(ref["$item"])), source, ref);
  const { times } = ref;
  return times === undefined ? value : Math.round(Number(value) * Number(times) * 100) / 100;
}

function read(value: unknown, { onRead }: Source, ref: unknown): unknown {
  if (value === undefined) throw new Error(`${JSON.stringify(ref)} leads to nothing.`);
  onRead(value);
  return value;
}

function listAt(value: unknown, ref: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error(`${JSON.stringify(ref)} needs a list.`);
  return value;
}

/** Returns a part of a value by a JSON pointer (RFC 6901). */
export function pointer(value: unknown, path: string): unknown {
  let part = value;
  for (const name of path === "" ? [] : path.slice(1).split("/")) {
    const key = name.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, key)) return undefined;
    part = (part as Record<string, unknown>)[key];
  }
  return part;
}
