import type { ActionDefinition } from "../contract/action.ts";
import type { JsonSchema } from "../contract/json-schema.ts";

/** Returns the fields that a call can choose: the declared fields and the fields of the `view`. */
export function recordFields(
  { view }: Pick<ActionDefinition, "view">,
  record: JsonSchema | undefined,
): readonly string[] {
  const declared = Object.keys(record?.properties ?? {});
  if (!view || declared.length === 0) return declared;
  return [...new Set([...declared, ...viewFields(view, record)])];
}

/** Returns the fields that `view` creates from a record without values. */
function viewFields(
  view: NonNullable<ActionDefinition["view"]>,
  record: JsonSchema | undefined,
): readonly string[] {
  try {
    return Object.keys(view(emptyRecord(record), {}));
  } catch {
    // This `view` fails without values, so a call can choose only the declared fields.
    return [];
  }
}

/** Returns a record that has all nested objects, but no values. */
function emptyRecord(schema: JsonSchema | undefined): Record<string, unknown> {
  const nested = Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => {
    const object = [field, ...((field.anyOf ?? []) as JsonSchema[])].find((one) => one.properties);
    return object ? [[name, emptyRecord(object)] as const] : [];
  });
  return Object.fromEntries(nested);
}
