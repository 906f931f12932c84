export type Dict = Record<string, unknown>;

export const isDict = (value: unknown): value is Dict => {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/**
 * Copies a plain object without its undefined fields. Returns undefined if the value is not a plain object, or if one
 * of its getters throws.
 */
export function readDict(value: unknown): Dict | undefined {
  try {
    if (!isDict(value)) return undefined;
    return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
  } catch {
    return undefined;
  }
}

/** Copies an array. Returns undefined if the value is not an array, or if reading an item throws. */
export function readArray(value: unknown): unknown[] | undefined {
  try {
    return Array.isArray(value) ? Array.from(value as unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Lists at most five names for an error message. A fixed text replaces a name that is not an identifier, because such a
 * name could be a secret.
 */
export function listNames(names: readonly string[]): string {
  const shown = names
    .slice(0, 5)
    .map((name) => (/^[A-Za-z_]\w{0,39}$/.test(name) ? name : "(not a valid name)"));
  return names.length > 5 ? `${shown.join(", ")} and ${names.length - 5} more` : shown.join(", ");
}

/** Reads a dotted path (`response_metadata.next_cursor`). Inherited properties are ignored. */
export function at(value: unknown, path: string): unknown {
  let here = value;
  for (const key of path.split(".")) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Dict)[key];
  }
  return here;
}

/** Returns the text at a dotted path, or undefined if the text is empty or absent. */
export const stringAt = (value: unknown, path: string): string | undefined => {
  const found = at(value, path);
  return typeof found === "string" && found !== "" ? found : undefined;
};

/**
 * Cuts a text after `max` characters, and adds `…` to a text that was cut. The result never contains half of a
 * surrogate pair.
 */
export const cut = (text: string, max: number): string =>
  (text.length > max ? `${text.slice(0, max)}…` : text).toWellFormed();

/** Returns the objects in a list. For a value that is no list, returns an empty list. */
export const dicts = (value: unknown): Dict[] => (Array.isArray(value) ? value.filter(isDict) : []);

/** Describes any value for an error message: short values as JSON, objects and arrays by their type. Never throws. */
export function show(value: unknown, max = 60): string {
  switch (typeof value) {
    case "string":
      return value.length > max
        ? `${JSON.stringify(value.slice(0, max)).slice(0, -1)}…" (${value.length} characters)`
        : JSON.stringify(value);
    case "number":
    case "bigint":
    case "boolean":
      return cut(String(value), max);
    default:
      return typeName(value);
  }
}

/**
 * Names the type of any value for an error message, such as "a text" or "an array of 3". For options in which a secret or
 * an address could be passed by mistake. Never throws.
 */
export function typeName(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "string") return "a text";
  if (typeof value === "bigint") return "a number";
  if (typeof value !== "object") return `a ${typeof value}`;
  try {
    return Array.isArray(value) ? `an array of ${value.length}` : "an object";
  } catch {
    // `Array.isArray` throws for a revoked proxy.
    return "an object";
  }
}
