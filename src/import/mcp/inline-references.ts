import type { JsonSchema } from "../../core/contract/json-schema.ts";
import { type Dict, isDict } from "../../core/ground/json.ts";
import { resolveReference } from "../../core/schema/validate/references.ts";

const limits = { depth: 12, parts: 5000 };

const maps = new Set(["properties", "patternProperties", "dependentSchemas"]);

const mapValues = (value: Dict, change: (one: unknown) => unknown): Dict =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one)]));

/**
 * Replaces local references with what they point to. From a limit on, and where a schema contains itself, any value is
 * accepted: the server checks it.
 */
export function inlineReferences(root: JsonSchema): JsonSchema {
  let left = limits.parts;
  const copy = (value: unknown, open: readonly string[], depth: number): unknown => {
    if (Array.isArray(value)) return value.map((one) => copy(one, open, depth));
    if (!isDict(value)) return value;
    if (depth > limits.depth || left-- <= 0) return {};
    const { $ref, $defs: _defs, definitions: _old, ...rest } = value;
    const own = Object.fromEntries(
      Object.entries(rest).map(([name, one]) => [
        name,
        // The names of properties are no keywords.
        maps.has(name) && isDict(one) ? mapValues(one, (each) => copy(each, open, depth + 1)) : copy(one, open, depth + 1), // prettier-ignore
      ]),
    ) as JsonSchema;
    if (typeof $ref !== "string") return own;
    if (open.includes($ref)) return own;
    const target = resolveReference(root, $ref);
    return isDict(target) ? { ...(copy(target, [...open, $ref], depth + 1) as JsonSchema), ...own } : own;
  };
  return copy(root, [], 0) as JsonSchema;
}
