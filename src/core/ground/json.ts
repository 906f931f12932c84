/** A plain object: what JSON calls an object. */
export type Dict = Record<string, unknown>;

export const isDict = (value: unknown): value is Dict => {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** A copy of an object's own, defined fields; undefined where it is no plain object, or throws when it is read. */
export function readDict(value: unknown): Dict | undefined {
  try {
    if (!isDict(value)) return undefined;
    return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
  } catch {
    return undefined;
  }
}

/** A copy of an array; undefined where it is none, or throws when it is read. */
export function readArray(value: unknown): unknown[] | undefined {
  try {
    return Array.isArray(value) ? Array.from(value as unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

/** Names for a message: a few, and only what looks like a name. Tokens end up in the wrong place, too. */
export function listNames(names: readonly string[]): string {
  const told = names
    .slice(0, 5)
    .map((name) => (/^[A-Za-z_]\w{0,39}$/.test(name) ? name : "(something that is no name)"));
  return names.length > 5 ? `${told.join(", ")} and ${names.length - 5} more` : told.join(", ");
}

/** The value at a dotted path (`response_metadata.next_cursor`), or undefined. Own properties only. */
export function at(value: unknown, path: string): unknown {
  let here = value;
  for (const key of path.split(".")) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Dict)[key];
  }
  return here;
}

export const stringAt = (value: unknown, path: string): string | undefined => {
  const found = at(value, path);
  return typeof found === "string" && found !== "" ? found : undefined;
};

/** At most `max` characters of a text, with a sign where more followed; half a character is never left. */
export const cut = (text: string, max: number): string =>
  (text.length > max ? `${text.slice(0, max)}…` : text).toWellFormed();

/** Any value for a message, in a few words: JSON of what is short, the kind of what is not. Never throws. */
export function show(value: unknown, max = 60): string {
  switch (typeof value) {
    case "string":
      return value.length > max
        ? `${JSON.stringify(value.slice(0, max)).slice(0, -1)}…" (${value.length} characters)`
        : JSON.stringify(value);
    case "undefined":
      return "nothing";
    case "function":
    case "symbol":
      return `a ${typeof value}`;
    case "object":
      return value === null ? "null" : showObject(value);
    default:
      return cut(String(value), max);
  }
}

function showObject(value: object): string {
  try {
    return Array.isArray(value) ? `an array of ${value.length}` : "an object";
  } catch {
    // A proxy that was revoked.
    return "an object";
  }
}
