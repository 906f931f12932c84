import type { JsonSchema } from "../contract/json-schema.ts";
import { isDict } from "../ground/json.ts";

// JSON Schema as plain data; nothing here knows zod.

/** The schemas directly inside a schema, each put through `change`. */
function mapSubschemas(
  schema: JsonSchema,
  change: (schema: JsonSchema) => JsonSchema,
): Record<string, unknown> {
  const out: Record<string, unknown> = { ...schema };
  if (schema.properties)
    out.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, change(property)]),
    );
  for (const key of ["anyOf", "oneOf", "allOf", "prefixItems"])
    if (Array.isArray(schema[key])) out[key] = (schema[key] as JsonSchema[]).map(change);
  for (const key of ["items", "additionalProperties"])
    if (isDict(schema[key])) out[key] = change(schema[key]);
  return out;
}

/** What no provider misses and some refuse: `$schema`, `propertyNames`, `const`, `contentEncoding`, the bounds that `.int()` implies. */
export function portableSchema(schema: JsonSchema): JsonSchema {
  const out = mapSubschemas(schema, portableSchema);
  if ("const" in out) out.enum = [out.const];
  for (const key of ["minimum", "maximum"])
    if (Math.abs(out[key] as number) === Number.MAX_SAFE_INTEGER) delete out[key];
  for (const key of ["$schema", "propertyNames", "~standard", "rare", "const", "contentEncoding"])
    delete out[key];
  return out;
}

/** An object that lists its properties and says nothing of others has no others; so it says that. */
export function closeObjects(schema: JsonSchema): JsonSchema {
  const out = schema.allOf ? { ...schema } : mapSubschemas(schema, closeObjects);
  if (
    schema.properties &&
    schema.additionalProperties === undefined &&
    !schema.allOf &&
    !schema.patternProperties
  )
    out.additionalProperties = false;
  return out;
}

/** Paths of names in `value` that a closed object does not list. Parsers drop them in silence, some of them. */
export function unknownNames(schema: JsonSchema, value: unknown, path = ""): string[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (!isDict(items)) return [];
    return value.flatMap((item, index) => unknownNames(items, item, `${path}[${index}]`));
  }
  if (!isDict(value)) return [];
  const { properties = {}, additionalProperties } = schema;
  return Object.entries(value).flatMap(([name, item]) => {
    const here = path === "" ? name : `${path}.${name}`;
    if (Object.hasOwn(properties, name)) return unknownNames(properties[name]!, item, here);
    return additionalProperties === false ? [here] : [];
  });
}

/** The schema of what stands at a path, where it can be told. */
export const schemaAt = (schema: JsonSchema, path: readonly PropertyKey[]): JsonSchema | undefined =>
  path.reduce<JsonSchema | undefined>((here, key) => {
    if (typeof key === "number") return isDict(here?.items) ? here.items : undefined;
    const name = String(key);
    return here?.properties && Object.hasOwn(here.properties, name) ? here.properties[name] : undefined;
  }, schema);

/** The types that a value may have, through unions; empty where the schema does not say. */
export function typesOf(schema: JsonSchema): readonly string[] {
  if (schema.type !== undefined) return typeof schema.type === "string" ? [schema.type] : schema.type;
  const union = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  return union?.flatMap(typesOf) ?? [];
}
