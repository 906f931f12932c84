import type { JsonSchema } from "../contract/json-schema.ts";
import type { Paging } from "../contract/wire/paging.ts";
import type { Dict } from "../ground/json.ts";

/**
 * Renames each param of the platform that has the same name as a param of this package: `fields` becomes
 * `platform_fields`. Leaves out such a param if it is the platform's page size or cursor, because the param of this
 * package sets the platform's param. `renamed`: the keys are the new names, and the values are the platform's names.
 */
export function makeRoom(
  source: JsonSchema,
  controls: readonly string[],
  paging: Paging | undefined,
): { schema: JsonSchema; renamed: Readonly<Record<string, string>> } {
  const pageParams = new Set([paging?.limit, paging && "cursor" in paging ? paging.cursor : undefined]);
  const names = new Map<string, string | undefined>();
  const { properties = {} } = source;
  for (const name of controls.filter((name) => Object.hasOwn(properties, name))) {
    let other = `platform_${name}`;
    while (Object.hasOwn(properties, other)) other = `platform_${other}`;
    names.set(name, pageParams.has(name) ? undefined : other);
  }
  const rename = (name: string): string[] => {
    if (!names.has(name)) return [name];
    const other = names.get(name);
    return other === undefined ? [] : [other];
  };
  const renamed = [...names].flatMap(([name, other]) => (other === undefined ? [] : [[other, name]]));
  return {
    schema: withNames(source, rename),
    renamed: Object.fromEntries(renamed) as Record<string, string>,
  };
}

function withNames(schema: JsonSchema, rename: (name: string) => string[]): JsonSchema {
  const out: Record<string, unknown> = { ...schema };
  const inner = (one: JsonSchema): JsonSchema => (typeof one === "object" ? withNames(one, rename) : one);
  for (const keyword of ["properties", "dependentRequired", "dependentSchemas"])
    if (schema[keyword] !== undefined)
      out[keyword] = renameKeys(schema[keyword] as Dict, (name) => rename(name)[0]);
  if (schema.required) out.required = schema.required.flatMap(rename);
  for (const keyword of ["allOf", "anyOf", "oneOf"])
    if (schema[keyword] !== undefined) out[keyword] = (schema[keyword] as JsonSchema[]).map(inner);
  for (const keyword of ["not", "if", "then", "else"])
    if (schema[keyword] !== undefined) out[keyword] = inner(schema[keyword] as JsonSchema);
  return out;
}

/** Renames the fields of an object. Leaves out a field if `rename` returns undefined. */
function renameKeys(fields: Dict, rename: (name: string) => string | undefined): Dict {
  const entries = Object.entries(fields).flatMap(([name, value]) => {
    const other = rename(name);
    return other === undefined ? [] : [[other, value]];
  });
  return Object.fromEntries(entries) as Dict;
}
