import type { JsonSchema } from "../../contract/json-schema.ts";
import { isDict } from "../../ground/json.ts";
import type { AnySchema } from "./problem.ts";
import { schemasOfSameValue } from "./references.ts";

/**
 * Returns the paths of all names in `value` that the schema does not allow. An object schema that lists its properties
 * allows no other names, unless it has `additionalProperties` or `patternProperties`. If several schemas apply to an
 * object, such as the branches of `anyOf`, the names of all these schemas are allowed.
 */
export function unknownNames(root: JsonSchema, value: unknown): string[] {
  /**
   * `direct` is false inside the branches of `anyOf` and similar keywords. The validator itself reports the names that
   * a branch forbids with `additionalProperties: false`.
   */
  const visit = (schemas: readonly JsonSchema[], value: unknown, path: string, direct: boolean): string[] => {
    if (schemas.length === 0 || typeof value !== "object" || value === null) return [];
    const all = withBranches(schemas, root);
    const plain = direct && all.length === 1;
    if (Array.isArray(value))
      return value.flatMap((item, index) =>
        visit(itemSchemas(all, index), item, `${path}[${index}]`, plain && !all[0]!.prefixItems),
      );
    if (!isDict(value)) return [];
    const closed = isClosed(all, plain);
    return Object.entries(value).flatMap(([name, item]) => {
      const here = path === "" ? name : `${path}.${name}`;
      const own = all.filter(({ properties = {} }) => Object.hasOwn(properties, name));
      if (own.length > 0)
        return visit(
          own.flatMap(({ properties }) => schemaIn(properties![name])),
          item,
          here,
          plain,
        );
      if (closed && !all.some(({ required = [] }) => required.includes(name))) return [here];
      return visit(
        all.flatMap(({ additionalProperties }) => schemaIn(additionalProperties)),
        item,
        here,
        false,
      );
    });
  };
  return visit([root], value, "", true);
}

const schemaIn = (value: unknown): JsonSchema[] => (isDict(value) ? [value] : []);

function withBranches(schemas: readonly JsonSchema[], root: JsonSchema): JsonSchema[] {
  const all = new Set<JsonSchema>();
  const add = (schema: JsonSchema) => {
    if (all.has(schema)) return;
    all.add(schema);
    for (const branch of schemasOfSameValue(schema, root)) add(branch);
  };
  for (const schema of schemas) add(schema);
  return [...all];
}

const itemSchemas = (schemas: readonly JsonSchema[], index: number): JsonSchema[] =>
  schemas.flatMap(({ items, prefixItems = [] }) =>
    schemaIn((prefixItems as readonly AnySchema[])[index] ?? items),
  );

function isClosed(schemas: readonly JsonSchema[], plain: boolean): boolean {
  const open = schemas.some(
    (schema) => schema.additionalProperties !== undefined || schema.patternProperties,
  );
  if (plain && schemas[0]!.additionalProperties === false) return true;
  return !open && schemas.some(({ properties }) => properties);
}

/**
 * Returns whether `unknownNames` has names to check: an object schema has `properties`, but no `additionalProperties`.
 */
export function hasOpenObjects(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  if (isDict(schema) && isDict(schema.properties) && schema.additionalProperties === undefined) return true;
  return Object.values(schema).some(hasOpenObjects);
}
