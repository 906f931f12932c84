/** A plain object: what JSON calls an object. */
export type Dict = Record<string, unknown>;

export const isDict = (value: unknown): value is Dict => {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

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

/** A value for a message: JSON, cut at `max` characters. */
export function show(value: unknown, max = 60): string {
  const text =
    typeof value === "string"
      ? JSON.stringify(value.length > max ? value.slice(0, max) : value)
      : value === undefined
        ? "nothing"
        : Array.isArray(value)
          ? `an array of ${value.length}`
          : typeof value === "object" && value !== null
            ? "an object"
            : String(value);
  return typeof value === "string" && value.length > max
    ? `${text.slice(0, -1)}…" (${value.length} characters)`
    : text;
}
