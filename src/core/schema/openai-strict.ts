import type { JsonSchema } from "../contract/json-schema.ts";
import { type Dict, isDict } from "../ground/json.ts";

// In OpenAI's strict subset of JSON Schema, every property is required, and objects accept only the properties of
// their schema. Null stands for an absent value. https://developers.openai.com/api/docs/guides/structured-outputs

/** Keywords that the strict subset lacks. The validation of this package still applies them. */
const dropped = new Set(["default", "uniqueItems", "minProperties", "maxProperties"]);

/**
 * Converts the schema of params to the strict subset, or returns undefined if this is impossible. An optional param in
 * `rare` (seldom used params) is left out if the subset cannot express it.
 */
export function strictParams(schema: JsonSchema, rare: readonly string[]): JsonSchema | undefined {
  const kept = Object.entries(schema.properties ?? {}).filter(
    ([name, property]) => !rare.includes(name) || schema.required?.includes(name) || toStrictSchema(property),
  );
  return toStrictSchema({ ...schema, properties: Object.fromEntries(kept) });
}

/**
 * Converts a schema, or returns undefined if it has an unsupported keyword or an object that allows any property name.
 */
export function toStrictSchema(schema: JsonSchema): JsonSchema | undefined {
  if (schema.oneOf || schema.allOf || schema.not || schema.$ref || schema.patternProperties) return undefined;
  const out: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !dropped.has(keyword)),
  );
  if (schema.type === undefined && !schema.anyOf && !schema.enum) return undefined;
  if (schema.type === "object") {
    if (schema.additionalProperties !== false || !schema.properties) return undefined;
    const required = new Set(schema.required);
    const properties: Record<string, JsonSchema> = {};
    for (const [name, property] of Object.entries(schema.properties)) {
      const strict = toStrictSchema(property);
      if (!strict) return undefined;
      properties[name] = required.has(name) ? strict : nullable(strict);
    }
    return { ...out, properties, required: Object.keys(properties), additionalProperties: false };
  }
  if (schema.type === "array") {
    const items = schema.items && toStrictSchema(schema.items);
    return items && { ...out, items };
  }
  if (schema.anyOf) {
    const branches = (schema.anyOf as JsonSchema[]).map(toStrictSchema);
    return branches.includes(undefined) ? undefined : { ...out, anyOf: branches };
  }
  return out;
}

const nullable = (schema: JsonSchema): JsonSchema => {
  if (acceptsNull(schema)) return schema;
  if (schema.anyOf) return { ...schema, anyOf: [...(schema.anyOf as JsonSchema[]), { type: "null" }] };
  if (typeof schema.type !== "string") return { anyOf: [schema, { type: "null" }] };
  return {
    ...schema,
    type: [schema.type, "null"],
    ...(schema.enum ? { enum: [...schema.enum, null] } : {}),
  };
};

const acceptsNull = (schema: JsonSchema): boolean =>
  schema.type === "null" ||
  (Array.isArray(schema.type) && schema.type.includes("null")) ||
  ((schema.anyOf as JsonSchema[] | undefined)?.some(acceptsNull) ?? false);

/**
 * Removes optional values that are null. With a strict schema, a model writes null for every value that it leaves out.
 * A null that the model writes on purpose is removed too.
 */
export function dropNulls(given: Dict, schema: JsonSchema): Dict {
  const required = new Set(schema.required);
  const out: Dict = {};
  for (const [name, value] of Object.entries(given)) {
    const property = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties![name] : undefined;
    if (value === null && property && !required.has(name)) continue;
    Object.defineProperty(out, name, {
      value: property ? inner(value, property) : value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return out;
}

function inner(value: unknown, schema: JsonSchema): unknown {
  if (isDict(value) && schema.properties) return dropNulls(value, schema);
  const { items } = schema;
  return Array.isArray(value) && items ? value.map((item) => inner(item, items)) : value;
}
