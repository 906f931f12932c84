import type { JsonSchema } from "../../core/contract/json-schema.ts";
import { type Dict, isDict } from "../../core/ground/json.ts";
import { entriesOf, textOf } from "./document.ts";

/** A schema with more levels or parts accepts any value from there on. */
const limits = { depth: 6, parts: 1500 };

/** The schema for a request or for a response. Requests have no fields that only the platform writes. */
export type Direction = "request" | "response";

/** Converts schemas of a document to JSON Schema. Every `$ref` becomes a copy of its target. */
export interface SchemaReader {
  /** Returns the target of a `$ref`. The target of another schema is the schema itself. */
  resolve(schema: unknown): Dict | undefined;
  /** `method`: the id of the method, because a field can be required by some methods only. */
  convert(schema: unknown, direction: Direction, method: string): JsonSchema;
}

export function createSchemaReader(document: Dict): SchemaReader {
  const schemas = isDict(document.schemas) ? document.schemas : {};
  const fields = new WeakMap<Dict, [string, Dict][]>();
  const fieldsOf = (schema: Dict): [string, Dict][] => {
    let own = fields.get(schema);
    if (!own) fields.set(schema, (own = entriesOf(schema.properties).slice(0, limits.parts)));
    return own;
  };
  const target = (name: unknown): Dict | undefined => {
    const found = typeof name === "string" && Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    return isDict(found) ? found : undefined;
  };

  const convert: SchemaReader["convert"] = (root, direction, method) => {
    let left = limits.parts;
    const copy = (given: unknown, parents: readonly unknown[]): JsonSchema => {
      if (!isDict(given) || left-- <= 0) return {};
      const { $ref: reference } = given;
      if (reference === undefined) return copyOf(given, parents);
      const description = textOf(given.description);
      const named = description === undefined ? {} : { description };
      const found = target(reference);
      if (found === undefined) return named;
      if (parents.includes(found)) return { type: "object", ...named };
      return { ...copyOf(found, [...parents, found]), ...named };
    };
    const copyOf = (given: Dict, parents: readonly unknown[]): JsonSchema => {
      const out = scalarSchema(given);
      const isCut = parents.length > limits.depth;
      if (out.type === "array") return { ...out, items: isCut ? {} : copy(given.items, [...parents, given]) };
      if (out.type !== "object" || isCut) return out;
      const inside = parents.includes(given) ? parents : [...parents, given];
      const own = fieldsOf(given).filter(([name, field]) => isUseful(name, field, direction));
      const properties = own.map(([name, field]) => [name, copy(field, inside)]);
      const required = direction === "request" ? own.filter(([, field]) => isRequired(field, method)) : [];
      const object: Record<string, unknown> = { ...out };
      if (own.length > 0) object.properties = Object.fromEntries(properties);
      if (required.length > 0) object.required = required.map(([name]) => name);
      if (isDict(given.additionalProperties))
        object.additionalProperties = copy(given.additionalProperties, inside);
      return object;
    };
    return copy(root, []);
  };

  return {
    resolve: (schema) => (isDict(schema) && schema.$ref !== undefined ? target(schema.$ref) : isDict(schema) ? schema : undefined), // prettier-ignore
    convert,
  };
}

/** Converts a schema or a param without its nested schemas. Defaults and bounds of a document are texts. */
export function scalarSchema(given: Dict): JsonSchema {
  const type = textOf(given.type) ?? (isDict(given.properties) ? "object" : undefined);
  const isNumber = type === "integer" || type === "number";
  const { values, meanings } = enumOf(given);
  const description = [textOf(given.description)?.slice(0, 2000), meanings].filter(Boolean).join(" ");
  const usual = defaultOf(given.default, type);
  return {
    ...(type === undefined || type === "any" ? {} : { type }),
    ...(description === "" ? {} : { description }),
    ...(typeof given.format === "string" ? { format: given.format } : {}),
    ...(typeof given.pattern === "string" ? { pattern: given.pattern } : {}),
    ...(values ? { enum: values } : {}),
    ...(isNumber ? { ...boundOf("minimum", given), ...boundOf("maximum", given) } : {}),
    ...(usual === undefined ? {} : { default: usual }),
  };
}

/** Returns the values that are not deprecated. `meanings` explains them, because an enum has no place for it. */
function enumOf({ enum: given, enumDescriptions, enumDeprecated }: Dict) {
  if (!Array.isArray(given) || given.length === 0) return {};
  const described: unknown[] = Array.isArray(enumDescriptions) ? enumDescriptions : [];
  const deprecated: unknown[] = Array.isArray(enumDeprecated) ? enumDeprecated : [];
  const kept = given.flatMap((value: unknown, index) =>
    typeof value === "string" && deprecated[index] !== true
      ? [{ value, says: textOf(described[index]) }]
      : [],
  );
  if (kept.length === 0) return {};
  const meanings = kept.slice(0, 12).flatMap(({ value, says }) => (says === undefined ? [] : [`${value}: ${says.slice(0, 120)}`])); // prettier-ignore
  return { values: kept.map(({ value }) => value), meanings: meanings.join(" ") };
}

function boundOf(name: "minimum" | "maximum", given: Dict): JsonSchema {
  const bound = given[name] === undefined || given[name] === "" ? NaN : Number(given[name]);
  return Number.isFinite(bound) ? { [name]: bound } : {};
}

function defaultOf(value: unknown, type: string | undefined): unknown {
  if (typeof value !== "string") return value;
  if (type === "boolean") return value === "true" ? true : value === "false" ? false : undefined;
  if (type !== "integer" && type !== "number") return value;
  return value !== "" && Number.isFinite(Number(value)) ? Number(value) : undefined;
}

/** The texts with which documents mark a field that only the platform writes, besides `readOnly`. */
const onlyPlatform = /^\[?output only|(^|\. |\()read-only[.)]|^\[?read-only\b|immutable, output/i;
export const isDeprecated = (given: Dict): boolean =>
  given.deprecated === true ||
  /^deprecated\b|\(deprecated\)/i.test(textOf(given.description)?.slice(0, 300) ?? "");

/** Leaves out the fields that say nothing to a caller: the kind of the resource and its ETag. */
function isUseful(name: string, field: Dict, direction: Direction): boolean {
  if (name === "etag" || (name === "kind" && textOf(field.default)?.includes("#"))) return false;
  if (isDeprecated(field)) return false;
  return direction === "response" || (field.readOnly !== true && !onlyPlatform.test(textOf(field.description)?.slice(0, 2000) ?? "")); // prettier-ignore
}

function isRequired({ required, annotations }: Dict, method: string): boolean {
  const methods = isDict(annotations) ? annotations.required : undefined;
  return required === true || (Array.isArray(methods) && methods.includes(method));
}
