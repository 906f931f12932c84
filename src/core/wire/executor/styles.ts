import type { Style } from "../../contract/wire/operation.ts";
import { isDict } from "../../ground/json.ts";

/** A param that is not encoded yet. The value is `parts`, joined with `separator`. */
export interface Pair {
  name: string;
  parts: readonly string[];
  separator: string;
}

const separators = { comma: ",", space: " ", pipe: "|" } as const;

/** Writes a value in a style. A list or an object inside the value becomes JSON if the style cannot express it. */
export function pairsOf(name: string, value: unknown, style: Style): Pair[] {
  if (value === undefined) return [];
  if (typeof value !== "object" || value === null) return [pair(name, String(value))];
  if (style === "json") return [pair(name, JSON.stringify(value))];
  if (style === "brackets" || style === "deepObject") return nested(name, value, style);
  const items: unknown[] = Array.isArray(value) ? value : Object.values(value);
  if (items.some((item) => typeof item === "object" && item !== null))
    return [pair(name, JSON.stringify(value))];
  if (style !== "repeat") {
    const flat = Array.isArray(value) ? value : Object.entries(value).flat();
    return [{ name, parts: flat.map(String), separator: separators[style] }];
  }
  return Array.isArray(value)
    ? items.map((item) => pair(name, String(item)))
    : Object.entries(value).flatMap(([key, item]) => pairsOf(key, item, style));
}

function nested(name: string, value: unknown, style: "brackets" | "deepObject"): Pair[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      nested(`${name}[${style === "brackets" ? "" : index}]`, item, style),
    );
  if (isDict(value))
    return Object.entries(value).flatMap(([key, item]) => nested(`${name}[${key}]`, item, style));
  return value === undefined ? [] : [pair(name, String(value))];
}

const pair = (name: string, value: string): Pair => ({ name, parts: [value], separator: "" });

/** Writes a header's value. Lists and objects are written with commas. */
export const headerValue = (value: unknown): string =>
  pairsOf("", value, "comma").map(({ parts, separator }) => parts.join(separator)).join(""); // prettier-ignore

/** Encodes a query. Spaces become `%20`. The commas between the parts of a list stay commas. */
export const queryOf = (pairs: readonly Pair[]): string =>
  pairs
    .map(({ name, parts, separator }) => {
      const between = separator === "," ? "," : encodeURIComponent(separator);
      return `${encodeURIComponent(name)}=${parts.map(encodeURIComponent).join(between)}`;
    })
    .join("&");

export const formOf = (pairs: readonly Pair[]): string =>
  new URLSearchParams(
    pairs.map(({ name, parts, separator }): [string, string] => [name, parts.join(separator)]),
  ).toString();
