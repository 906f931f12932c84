import type { ActionDefinition } from "../contract/action.ts";
import type { Result } from "../contract/result.ts";
import { fieldAt, readField } from "../ground/field-part.ts";
import { isDict } from "../ground/json.ts";

/**
 * Returns the record or the list with only the fields in `fields`. A field that a record lacks comes from the result
 * of the action's `view`. The data of a dry run is returned unchanged.
 */
export function chooseFields(
  { data, meta }: Result,
  fields: readonly string[] | undefined,
  { view }: Pick<ActionDefinition, "view"> = {},
): unknown {
  if (!fields || fields.length === 0 || meta.dry_run) return data;
  const keep = (record: unknown) => {
    if (!isDict(record)) return record;
    const paths = fields.map((field) => readField(field).path);
    const missing = paths.some((path) => fieldAt(record, path) === undefined);
    const shown = missing && view ? view(record, meta) : {};
    return Object.fromEntries(
      paths.flatMap((path) => {
        const own = fieldAt(record, path);
        const value = own === undefined ? fieldAt(shown, path) : own;
        return value === undefined ? [] : [[path, value]];
      }),
    );
  };
  return Array.isArray(data) ? data.map(keep) : keep(data);
}
