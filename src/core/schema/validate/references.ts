import type { JsonSchema } from "../../contract/json-schema.ts";
import { isDict } from "../../ground/json.ts";
import type { AnySchema } from "./problem.ts";

/** Returns the target of a local `$ref`, such as `#/$defs/node`. */
export function resolveReference(root: JsonSchema, pointer: string): AnySchema | undefined {
  if (pointer !== "#" && !pointer.startsWith("#/")) return undefined;
  let here: unknown = root;
  for (const key of pointer.split("/").slice(1).map(decodeKey)) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return isDict(here) || typeof here === "boolean" ? (here as AnySchema) : undefined;
}

function decodeKey(key: string): string {
  const plain = key.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** Returns the schemas that apply to the same value as `schema`: the target of its `$ref`, and its branches. */
export function schemasOfSameValue(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  const lists = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => (schema[keyword] ?? []) as AnySchema[]);
  const single = ["not", "if", "then", "else"].map((keyword) => schema[keyword] as AnySchema | undefined);
  const dependent = Object.values((schema.dependentSchemas ?? {}) as Record<string, AnySchema>);
  const target = schema.$ref === undefined ? undefined : resolveReference(root, String(schema.$ref));
  return [target, ...lists, ...single, ...dependent].filter(isDict) as JsonSchema[];
}

/** Returns whether a check of one value would never end, because a schema applies itself to the same value. */
export function isEndless(schemas: Iterable<JsonSchema>, root: JsonSchema): boolean {
  const done = new Set<JsonSchema>();
  const open = new Set<JsonSchema>();
  const visit = (schema: JsonSchema): boolean => {
    if (open.has(schema)) return true;
    if (done.has(schema)) return false;
    open.add(schema);
    const endless = schemasOfSameValue(schema, root).some(visit);
    open.delete(schema);
    done.add(schema);
    return endless;
  };
  return [...schemas].some(visit);
}
