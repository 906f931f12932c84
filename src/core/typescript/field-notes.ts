import type { JsonSchema } from "../contract/json-schema.ts";
import { isDict } from "../ground/json.ts";

export type FieldNotes = Readonly<Record<string, string>>;

/**
 * Adds the connector's notes to the fields that have no description. `around`: the entity, or the name of the field that
 * contains the object.
 */
export function withFieldNotes(schema: JsonSchema, notes: FieldNotes, around: string): JsonSchema {
  const noteOf = (name: string) =>
    [`${around}.${name}`, name]
      .map((key) => (Object.hasOwn(notes, key) ? notes[key] : undefined))
      .find(Boolean);
  const out: Record<string, unknown> = { ...schema };
  if (schema.properties)
    out.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, one]) => {
        const description = one.description ?? noteOf(name);
        const noted = withFieldNotes(one, notes, name);
        return [name, description === undefined ? noted : { ...noted, description }];
      }),
    );
  for (const keyword of ["anyOf", "oneOf", "allOf", "prefixItems"])
    if (Array.isArray(schema[keyword]))
      out[keyword] = (schema[keyword] as JsonSchema[]).map((one) => withFieldNotes(one, notes, around));
  for (const keyword of ["items", "additionalProperties"])
    if (isDict(schema[keyword])) out[keyword] = withFieldNotes(schema[keyword], notes, around);
  return out;
}
