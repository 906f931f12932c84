import type { JsonSchema } from "../contract/json-schema.ts";
import { canonicalJson } from "./validate/canonical-json.ts";
import type { AnySchema } from "./validate/problem.ts";
import { resolveReference } from "./validate/references.ts";

/** The most subschemas in a result. Any further subschema becomes `{}`. */
const maxSchemas = 3_000;

/**
 * Returns a schema without `$ref`s, for models and signatures. Each `$ref` becomes a copy of its target. Inside the
 * copy, the same `$ref` becomes `{}`. Branches of `allOf` are merged if possible. Boolean schemas become objects.
 */
export function displaySchema(root: JsonSchema): JsonSchema {
  let left = maxSchemas;
  const show = (schema: AnySchema | undefined, targets: readonly string[]): JsonSchema => {
    if (typeof schema === "boolean") return schema ? {} : { not: {} };
    if (schema === undefined || left-- <= 0) return {};
    const { $ref, $defs: _defs, definitions: _definitions, ...own } = schema;
    if (typeof $ref === "string") {
      if (targets.includes($ref)) return show(own, targets);
      const target = show(resolveReference(root, $ref), [...targets, $ref]);
      return { ...target, ...show(own, targets) };
    }
    const inner = (one: AnySchema) => show(one, targets);
    const out: Record<string, unknown> = { ...own };
    for (const keyword of ["properties", "patternProperties", "dependentSchemas"])
      if (own[keyword] !== undefined)
        out[keyword] = Object.fromEntries(
          Object.entries(own[keyword] as Record<string, AnySchema>).map(([name, one]) => [name, inner(one)]),
        );
    for (const keyword of ["anyOf", "oneOf", "allOf", "prefixItems"])
      if (own[keyword] !== undefined) out[keyword] = (own[keyword] as AnySchema[]).map(inner);
    for (const keyword of ["items", "not", "if", "then", "else", "contains", "propertyNames"])
      if (own[keyword] !== undefined) out[keyword] = inner(own[keyword] as AnySchema);
    if (typeof own.additionalProperties === "object")
      out.additionalProperties = inner(own.additionalProperties as AnySchema);
    return merged(out);
  };
  return show(root, []);
}

/** Merges the branches of `allOf`, unless two branches define the same property or contradict each other. */
function merged({ allOf, ...own }: JsonSchema): JsonSchema {
  if (allOf === undefined) return own;
  const out: Record<string, unknown> = {};
  for (const branch of [...(allOf as JsonSchema[]), own])
    for (const [keyword, value] of Object.entries(branch)) {
      const known = out[keyword];
      if (known === undefined || texts.has(keyword)) out[keyword] = value;
      else if (keyword === "properties") {
        const both = known as object;
        if (Object.keys(both).some((name) => Object.hasOwn(value as object, name))) return { ...own, allOf };
        out.properties = { ...both, ...(value as object) };
      } else if (keyword === "required")
        out.required = [...new Set([...(known as string[]), ...(value as string[])])];
      else if (canonicalJson(known) !== canonicalJson(value)) return { ...own, allOf };
    }
  return out;
}

const texts = new Set(["title", "description", "example", "examples", "default"]);
