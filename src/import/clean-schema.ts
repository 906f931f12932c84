import type { JsonSchema } from "../core/contract/json-schema.ts";
import { type Dict, isDict } from "../core/ground/json.ts";
import { patternFault } from "../core/schema/pattern/pattern-test.ts";
import { cleanText } from "./clean-text.ts";

/** A schema deeper or larger than this accepts any value from there on. */
const limits = {
  params: { depth: 7, schemas: 600 },
  // A result's schema is only for documentation, and a whole one can be larger than all params together.
  result: { depth: 2, schemas: 80 },
  // A person has chosen these fields.
  selection: { depth: 7, schemas: 600 },
  enum: 200,
  branches: 50,
  properties: 1000,
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

/** For params, a result, or a selection of it. Params have no fields that only the platform writes, and results no secrets. */
export type SchemaUse = "params" | "result" | "selection";

/**
 * Copies a schema without references. Keeps only keywords that the package can check, limits the size, and cleans the
 * texts. A part that is left out accepts any value. Upper levels are copied first, so that they are complete.
 */
export function cleanSchema(root: unknown, use: SchemaUse): JsonSchema {
  const { depth, schemas } = limits[use];
  const waiting: (() => void)[] = [];
  let left = schemas;

  /** Copies the type and the description at once, and the rest when the upper levels are complete. */
  const copy = (given: unknown, level: number): JsonSchema => {
    if (!isDict(given)) return {};
    const type = typeOf(given.type);
    const out: Record<string, unknown> = type === undefined ? {} : { type };
    const description = cleanText(given.description, limits.description);
    if (description !== "") out.description = description;
    if (level <= depth && left-- > 0) waiting.push(() => fill(given, out, level));
    return out;
  };

  const fill = (given: Dict, out: Record<string, unknown>, level: number): void => {
    for (const [keyword, isRight] of Object.entries(plain))
      if (Object.hasOwn(given, keyword) && isRight(given[keyword]))
        if (use === "params" || !onlyForParams.has(keyword)) out[keyword] = given[keyword];
    if (given.deprecated === true && use === "params") out.rare = true;
    const { enum: values, pattern, items, anyOf, oneOf, allOf, additionalProperties: others } = given;
    if (Array.isArray(values) && values.length > 0 && values.length <= limits.enum && values.every(isSmall))
      out.enum = [...new Set(values)];
    if (
      use === "params" &&
      typeof pattern === "string" &&
      pattern.length <= 500 &&
      !patternFault({ pattern })
    )
      out.pattern = pattern;
    if (isDict(given.properties)) fillProperties(given as JsonSchema, out, level);
    if (isDict(items)) out.items = copy(items, level + 1);
    // An array without items would accept nothing.
    else if (out.type === "array") out.items = {};
    if (isDict(others)) out.additionalProperties = copy(others, level + 1);
    else if (isFlag(others)) out.additionalProperties = others;
    for (const [keyword, list] of Object.entries({ anyOf, oneOf, allOf }))
      if (Array.isArray(list) && list.length > 0)
        out[keyword] = list.slice(0, limits.branches).map((one) => copy(one, level + 1));
  };

  const fillProperties = (given: JsonSchema, out: Record<string, unknown>, level: number): void => {
    const hidden = use === "params" ? "readOnly" : "writeOnly";
    const all = Object.entries(given.properties ?? {})
      .filter(
        ([name, one]) =>
          isSafeName(name) && !(isDict(one) && one[hidden] === true && !isReference(name, level)),
      )
      .slice(0, limits.properties);
    const properties = Object.fromEntries(all.map(([name, one]) => [name, copy(one, level + 1)]));
    out.type ??= "object";
    // An object without properties means any object.
    if (all.length > 0) out.properties = properties;
    const required = Array.isArray(given.required) ? given.required : [];
    const known = [...new Set(required)].filter((name) => Object.hasOwn(properties, String(name)));
    if (known.length > 0) out.required = known;
  };

  const out = copy(root, 0);
  for (let next = waiting.shift(); next; next = waiting.shift()) next();
  return out;
}

/** An object inside of a body often refers to another record by its id, which documents mark as read-only. */
const isReference = (name: string, level: number) => name === "id" && level > 0;

const isSafeName = (name: string) => name !== "" && name.length <= 200 && !unsafeNames.has(name);

/** Returns undefined for a type that JSON Schema does not have, such as `file`. */
function typeOf(type: unknown): string | string[] | undefined {
  if (typeof type === "string") return typeNames.has(type) ? type : undefined;
  if (!Array.isArray(type)) return undefined;
  const known = type.filter((one): one is string => typeNames.has(one as string));
  return known.length === 0 ? undefined : known;
}
