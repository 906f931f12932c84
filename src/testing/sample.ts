import type { JsonSchema } from "../core/contract/json-schema.ts";
import { type Dict, isDict } from "../core/ground/json.ts";

const maxDepth = 6;

/** Returns the schema's example, its first allowed value, or a short value of its type. */
export function sampleOf(schema: JsonSchema | undefined, depth = 0): unknown {
  if (schema === undefined || depth > maxDepth) return "text";
  const { const: only, examples, example, enum: values, anyOf, oneOf, allOf } = schema;
  if (only !== undefined) return only;
  if (example !== undefined) return example;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (values !== undefined && values.length > 0) return values[0];
  const [first] = [anyOf, oneOf, allOf].flatMap((list) =>
    Array.isArray(list) ? (list as JsonSchema[]) : [],
  );
  if (first !== undefined) return sampleOf(first, depth + 1);
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  if (type === "object" || schema.properties) {
    const { properties = {} } = schema;
    return Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, sampleOf(one, depth + 1)]),
    );
  }
  if (type === "array") return [sampleOf(schema.items, depth + 1)];
  if (type === "integer" || type === "number") return typeof schema.minimum === "number" ? schema.minimum : 1;
  if (type === "boolean") return true;
  return type === "null" ? null : "text";
}

/** Sets the value at a dotted path, and creates the objects on the path. */
export function setAt(target: Dict, path: string, value: unknown): Dict {
  const keys = path.split(".");
  let here = target;
  for (const key of keys.slice(0, -1)) here = here[key] = isDict(here[key]) ? here[key] : {};
  here[keys.at(-1)!] = value;
  return target;
}
