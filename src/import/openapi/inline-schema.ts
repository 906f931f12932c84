import type { JsonSchema } from "../../core/contract/json-schema.ts";
import { type Dict, isDict } from "../../core/ground/json.ts";
import { reach } from "./document.ts";

/** Parts of a schema below this depth, and parts beyond this number, are left out. `cleanSchema` cuts earlier. */
const paramLimits = { depth: 12, parts: 4000 };

const maxFields = 1000;

const schemaKeywords = ["items", "additionalProperties", "not"];
const listKeywords = ["anyOf", "oneOf", "allOf"];

/**
 * Copies a schema with its references filled in. A schema inside itself becomes `{}`, which accepts anything. Schemas
 * in `allOf` become one schema where they only add fields to each other.
 */
export function inlineSchema(root: Dict, given: unknown, limits = paramLimits): JsonSchema {
  let left = limits.parts;

  const copy = (value: unknown, depth: number, parents: readonly string[]): JsonSchema => {
    if (!isDict(value) || depth > limits.depth || left-- <= 0) return {};
    if (typeof value.$ref === "string") {
      const { $ref, ...siblings } = value;
      if (parents.includes($ref)) return describedBy(siblings);
      // A reference that cannot be followed accepts anything, so that one wrong schema does not cost an operation.
      const found = reach(root, { $ref });
      const inner = copy(found, depth, [...parents, $ref]);
      return { ...inner, ...describedBy(siblings) };
    }
    const out: Record<string, unknown> = { ...value };
    for (const keyword of schemaKeywords)
      if (isDict(value[keyword])) out[keyword] = copy(value[keyword], depth + 1, parents);
    for (const keyword of listKeywords)
      if (Array.isArray(value[keyword]))
        out[keyword] = (value[keyword] as unknown[]).slice(0, 60).map((one) => copy(one, depth + 1, parents));
    if (isDict(value.properties))
      out.properties = Object.fromEntries(
        Object.entries(value.properties)
          .slice(0, maxFields)
          .map(([name, one]) => [name, copy(one, depth + 1, parents)]),
      );
    return Array.isArray(out.allOf) ? merged(out as JsonSchema) : (out as JsonSchema);
  };
  return copy(given, 0, []);
}

const describedBy = ({ description, readOnly, deprecated, nullable }: Dict): JsonSchema =>
  Object.fromEntries(
    Object.entries({ description, readOnly, deprecated, nullable }).filter(([, one]) => one !== undefined),
  ) as JsonSchema;

/** Puts the fields of all objects in `allOf` into one object. Keeps `allOf` if a part is not an object with fields. */
function merged(schema: JsonSchema): JsonSchema {
  const { allOf, ...own } = schema;
  const parts = [...(allOf as JsonSchema[]), own as JsonSchema].filter((one) => Object.keys(one).length > 0);
  if (parts.length === 1) return parts[0]!;
  const isPlain = ({ type, properties, anyOf, oneOf, allOf: inner }: JsonSchema) =>
    (type === undefined || type === "object") && !inner && (properties !== undefined || (!anyOf && !oneOf));
  if (!parts.every(isPlain)) return schema;
  const properties = fieldsOf(parts);
  const required = [...new Set(parts.flatMap((one) => (Array.isArray(one.required) ? one.required : [])))];
  return { ...Object.assign({}, ...parts), properties, ...(required.length > 0 ? { required } : {}) } as JsonSchema; // prettier-ignore
}

/** Returns the object whose fields are those of all alternatives, if every alternative is an object with fields. */
export function objectOf(schema: JsonSchema): JsonSchema | undefined {
  const { anyOf, oneOf, allOf, properties } = schema;
  const lists = [anyOf, oneOf].filter(Array.isArray) as JsonSchema[][];
  if (allOf !== undefined && !lists.length) {
    const parts = (allOf as JsonSchema[]).map(objectOf);
    return parts.every((one) => one !== undefined) ? merged({ ...schema, allOf: parts }) : undefined;
  }
  if (lists.length === 0) return properties === undefined ? undefined : schema;
  const parts = lists.flat().map(objectOf);
  if (parts.some((one) => one === undefined)) return properties === undefined ? undefined : { ...schema, anyOf: undefined, oneOf: undefined }; // prettier-ignore
  const known = parts as JsonSchema[];
  const needed = known
    .map(({ required = [] }) => required)
    .reduce((both, next) => both.filter((name) => next.includes(name)));
  return {
    type: "object",
    properties: fieldsOf([...known, schema]),
    required: [...new Set([...(schema.required ?? []), ...needed])],
  };
}

/** Not by `Object.assign`, for which a field with the name `__proto__` is not a field. */
const fieldsOf = (schemas: readonly JsonSchema[]): NonNullable<JsonSchema["properties"]> =>
  Object.fromEntries(schemas.flatMap(({ properties = {} }) => Object.entries(properties)));

export const isType = ({ type }: JsonSchema, wanted: string): boolean => [type ?? []].flat().includes(wanted);
