import type { JsonSchema } from "../contract/json-schema.ts";
import { isDict } from "../ground/json.ts";

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

/** Keywords that model providers do not accept, or that only this package reads. */
const dropped = [
  "$schema",
  "propertyNames",
  "~standard",
  "const",
  "contentEncoding",
  "rare",
  "sendDefault",
  "patternFlags",
  "urlProtocol",
  "nullable",
  "typescript",
];

/**
 * Reduces a schema to the keywords that every model provider accepts. For example, `const` becomes `enum`, and the
 * bounds that zod's `.int()` adds are removed.
 */
export function portableSchema(schema: JsonSchema): JsonSchema {
  const out = mapSubschemas(schema, portableSchema);
  if ("const" in out) out.enum = [out.const];
  if (out.nullable === true) return withNull(out);
  for (const key of ["minimum", "maximum"])
    if (Math.abs(out[key] as number) === Number.MAX_SAFE_INTEGER) delete out[key];
  for (const key of dropped) delete out[key];
  return out;
}

/** Converts `nullable: true` of OpenAPI 3.0 to the type `null` of JSON Schema. */
function withNull({ nullable: _nullable, ...schema }: JsonSchema): JsonSchema {
  if (typeof schema.type !== "string") return { anyOf: [portableSchema(schema), { type: "null" }] };
  const values = schema.enum && !schema.enum.includes(null) ? { enum: [...schema.enum, null] } : {};
  return portableSchema({ ...schema, ...values, type: [schema.type, "null"] });
}

/** Keywords whose schemas can allow more properties of the same object. */
const branches = ["allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "patternProperties"];

/** Adds `additionalProperties: false` to object schemas, unless another keyword can allow more properties. */
export function closeObjects(schema: JsonSchema): JsonSchema {
  if (schema.properties && branches.some((keyword) => schema[keyword] !== undefined)) return schema;
  const out = schema.allOf ? { ...schema } : mapSubschemas(schema, closeObjects);
  if (schema.properties && schema.additionalProperties === undefined) out.additionalProperties = false;
  return out;
}

/** Returns the schema of the value at a path, or undefined if `schema` does not describe this value. */
export const schemaAt = (schema: JsonSchema, path: readonly PropertyKey[]): JsonSchema | undefined =>
  path.reduce<JsonSchema | undefined>((here, key) => {
    if (typeof key === "number") return isDict(here?.items) ? here.items : undefined;
    const name = String(key);
    if (here?.properties && Object.hasOwn(here.properties, name)) return here.properties[name];
    return isDict(here?.additionalProperties) ? here.additionalProperties : undefined;
  }, schema);

/** Returns the types that a schema names, including the types in a union. */
export function typesOf(schema: JsonSchema): readonly string[] {
  if (schema.type !== undefined) return typeof schema.type === "string" ? [schema.type] : schema.type;
  const union = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  return union?.flatMap(typesOf) ?? [];
}
