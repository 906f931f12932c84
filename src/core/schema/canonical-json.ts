import { isDict } from "../ground/json.ts";

/** Equal JSON values have the same text. The order of an object's fields does not matter. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isDict(value)) return JSON.stringify(value) ?? "undefined";
  const fields = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
  return `{${fields.join(",")}}`;
}
