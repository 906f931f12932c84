import type { JsonSchema } from "../core/contract/json-schema.ts";
import { isDict } from "../core/ground/json.ts";
import { patternFault } from "../core/schema/pattern/pattern-test.ts";
import { cleanText } from "./clean-text.ts";

/** A schema deeper or larger than this accepts any value from there on. */
const limits = {
  params: { depth: 8, schemas: 1500 },
  // A result's schema is only for documentation, and a whole one can be larger than all params together.
  result: { depth: 3, schemas: 120 },
  enum: 200,
  description: 200,
};

/** Keywords that are copied as they are, if their value has the right type. */
const plain: Readonly<Record<string, (value: unknown) => boolean>> = {
  format: (value) => typeof value === "string",
  minimum: Number.isFinite,
  maximum: Number.isFinite,
  exclusiveMinimum: isBound,
  exclusiveMaximum: isBound,
  multipleOf: (value) => Number.isFinite(value) && Number(value) > 0,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  uniqueItems: isFlag,
  nullable: isFlag,
  sendDefault: isFlag,
  rare: isFlag,
  const: () => true,
  default: isSmall,
  example: isSmall,
};

const onlyForParams = new Set([
  "default",
  "example",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
]);

function isBound(value: unknown): boolean {
  return Number.isFinite(value) || typeof value === "boolean";
}
function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}
function isFlag(value: unknown): boolean {
  return typeof value === "boolean";
}
function isSmall(value: unknown): boolean {
  return typeof value !== "object" || value === null || JSON.stringify(value).length <= 300;
}

const typeNames = new Set(["string", "number", "integer", "boolean", "null", "array", "object"]);
const unsafeNames = new Set(["__proto__", "constructor", "prototype"]);

/** For params, or for a result. Params have no fields that only the platform writes, and results no secrets. */
export type SchemaUse = "params" | "result";

/**
 * Copies a schema without references. Keeps only keywords that the package can check, limits the size, and cleans the
 * texts. A part that is left out accepts any value.
 */
export function cleanSchema(root: unknown, use: SchemaUse): JsonSchema {
  const { depth, schemas } = limits[use];
  let left = schemas;
  const hidden = use === "params" ? "readOnly" : "writeOnly";

  const copy = (given: unknown, level: number): JsonSchema => {
    if (!isDict(given) || left-- <= 0) return {};
    const type = typeOf(given.type);
    const isTooDeep = level > depth;
    const out: Record<string, unknown> = type === undefined ? {} : { type };
    const description = cleanText(given.description, limits.description);
    if (description !== "") out.description = description;
    if (isTooDeep) return out;
    for (const [keyword, isRight] of Object.entries(plain))
      if (
        Object.hasOwn(given, keyword) &&
        isRight(given[keyword]) &&
        (use === "params" || !onlyForParams.has(keyword))
      )
        out[keyword] = given[keyword];
    if (given.deprecated === true && use === "params") out.rare = true;
    const { enum: values, pattern, items, anyOf, oneOf, allOf } = given;
    if (Array.isArray(values) && values.length > 0 && values.length <= limits.enum && values.every(isSmall))
      out.enum = [...new Set(values)];
    if (typeof pattern === "string" && pattern.length <= 500 && patternFault({ pattern }) === undefined)
      out.pattern = pattern;
    if (isDict(items)) out.items = copy(items, level + 1);
    if (isDict(given.properties)) copyProperties(given, out, level);
    if (isDict(given.additionalProperties))
      out.additionalProperties = copy(given.additionalProperties, level + 1);
    else if (isFlag(given.additionalProperties)) out.additionalProperties = given.additionalProperties;
    for (const [keyword, list] of Object.entries({ anyOf, oneOf, allOf }))
      if (Array.isArray(list) && list.length > 0)
        out[keyword] = list.slice(0, 50).map((one) => copy(one, level + 1));
    // A wrong value here would refuse all values.
    if (out.type === "array" && out.items === undefined) out.items = {};
    return out;
  };

  const copyProperties = (given: JsonSchema, out: Record<string, unknown>, level: number): void => {
    const all = Object.entries(given.properties ?? {}).filter(
      ([name, one]) => !unsafeNames.has(name) && name !== "" && name.length <= 200 && !(isDict(one) && one[hidden] === true), // prettier-ignore
    );
    const properties = Object.fromEntries(all.map(([name, one]) => [name, copy(one, level + 1)]));
    out.type ??= "object";
    // An object without properties means any object.
    if (all.length > 0) out.properties = properties;
    const required = Array.isArray(given.required)
      ? [...new Set(given.required)].filter(
          (name) => typeof name === "string" && Object.hasOwn(properties, name),
        )
      : [];
    if (required.length > 0) out.required = required;
  };
  return copy(root, 0);
}

/** Returns undefined for a type that JSON Schema does not have, such as `file`. */
function typeOf(type: unknown): string | string[] | undefined {
  if (typeof type === "string") return typeNames.has(type) ? type : undefined;
  if (!Array.isArray(type)) return undefined;
  const known = type.filter((one): one is string => typeNames.has(one as string));
  return known.length === 0 ? undefined : known;
}
