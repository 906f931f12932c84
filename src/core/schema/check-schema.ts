import type { JsonSchema } from "../contract/json-schema.ts";
import { isDict, show } from "../ground/json.ts";
import { patternFault } from "./pattern/pattern-test.ts";
import { isEndless, resolveReference } from "./validate/references.ts";

const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
const isNumber = (value: unknown) => Number.isFinite(value);
const isText = (value: unknown) => typeof value === "string";
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const isFlag = (value: unknown) => typeof value === "boolean";
const isBound = (value: unknown) => isNumber(value) || isFlag(value);
const isList = (value: unknown) => Array.isArray(value) && value.length > 0;
const typeNames = new Set(["string", "number", "integer", "boolean", "null", "array", "object"]);
const isType = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 && value.every(isTypeName) : isTypeName(value);
const isTypeName = (value: unknown) => typeNames.has(value as string);

/** Keywords whose values are not schemas, and the checks of these values. */
const plainKeywords: Record<string, (value: unknown) => boolean> = {
  type: isType,
  enum: isList,
  const: () => true,
  required: isTexts,
  pattern: isText,
  patternFlags: isText,
  urlProtocol: isText,
  sendDefault: isFlag,
  nullable: isFlag,
  uniqueItems: isFlag,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isBound,
  exclusiveMaximum: isBound,
  multipleOf: (value) => isNumber(value) && (value as number) > 0,
  dependentRequired: (value) => isDict(value) && Object.values(value).every(isTexts),
  $ref: isText,
};
for (const name of ["Length", "Items", "Properties", "Contains"])
  for (const bound of ["min", "max"]) plainKeywords[bound + name] = isCount;

const schemaKeywords = new Set(["items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else"]); // prettier-ignore
const schemaListKeywords = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const schemaMapKeywords = new Set(["properties", "patternProperties", "dependentSchemas"]);

/** Keywords that do not restrict values. */
const annotations = new Set([
  "$schema",
  "$comment",
  "$defs",
  "definitions",
  "title",
  "description",
  "default",
  "example",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "format",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "discriminator",
  "externalDocs",
  "xml",
  "rare",
  "typescript",
  "~standard",
]);

const maxDepth = 64;
const maxSchemas = 50_000;

/**
 * Returns the first reason why a schema cannot validate params, as a sentence. Examples: an unknown keyword, a `$ref`
 * outside the schema, or a pattern that could take very long.
 */
export function schemaFault(root: JsonSchema): string | undefined {
  const seen = new Set<JsonSchema>();
  const walk = (schema: unknown, path: string, depth: number): string | undefined => {
    const where = path === "" ? "the schema" : `the schema at ${path}`;
    if (typeof schema === "boolean") return undefined;
    if (!isDict(schema)) return `${where} is ${show(schema)}, and not a schema.`;
    if (seen.has(schema)) return undefined;
    seen.add(schema);
    if (depth > maxDepth) return `${where} is nested more than ${maxDepth} deep.`;
    if (seen.size > maxSchemas) return `the schema has more than ${maxSchemas} parts.`;
    for (const [keyword, value] of Object.entries(schema)) {
      const fault = walkKeyword(schema, keyword, value, path, depth);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  const walkKeyword = (schema: JsonSchema, keyword: string, value: unknown, path: string, depth: number) => {
    const here = `${path}/${keyword}`;
    const invalid = () => `${here} cannot be ${show(value)}.`;
    const test = Object.hasOwn(plainKeywords, keyword) ? plainKeywords[keyword] : undefined;
    if (test && !test(value)) return invalid();
    if (keyword === "$ref") return walkReference(value as string, here, depth);
    if (keyword === "pattern") return patternProblem(schema, here);
    if (test || annotations.has(keyword) || keyword.startsWith("x-")) return undefined;
    if (schemaKeywords.has(keyword)) return walk(value, here, depth + 1);
    if (schemaListKeywords.has(keyword)) {
      if (!Array.isArray(value) || value.length === 0) return invalid();
      return firstFault(value.map((one: unknown, index) => [String(index), one]), here, depth); // prettier-ignore
    }
    if (!schemaMapKeywords.has(keyword)) {
      if (keyword === "$id" && path === "") return undefined;
      return `${here} is a keyword that cannot be checked.`;
    }
    if (!isDict(value)) return invalid();
    const patterns = keyword === "patternProperties" ? Object.keys(value) : [];
    const fault = patterns
      .map((pattern) => patternProblem({ pattern }, here))
      .find((one) => one !== undefined);
    return fault ?? firstFault(Object.entries(value), here, depth);
  };
  const firstFault = (entries: readonly [string, unknown][], path: string, depth: number) => {
    for (const [name, schema] of entries) {
      const fault = walk(schema, `${path}/${name}`, depth + 1);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  const walkReference = (pointer: string, here: string, depth: number) => {
    const target = resolveReference(root, pointer);
    if (target === undefined) return `${here} points to ${show(pointer)}, which is not in this schema.`;
    return walk(target, pointer, depth + 1);
  };
  const fault = walk(root, "", 0);
  if (fault !== undefined) return fault;
  return isEndless(seen, root) ? "its $refs refer to each other without an end." : undefined;
}

function patternProblem(schema: JsonSchema, path: string): string | undefined {
  const fault = patternFault(schema);
  return fault === undefined ? undefined : `the pattern ${show(schema.pattern)} at ${path} ${fault}`;
}
