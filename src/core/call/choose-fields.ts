import type { Result } from "../contract/result.ts";
import { fieldAt, readField } from "../ground/field-part.ts";
import { isDict } from "../ground/json.ts";

/**
 * Returns the record, or the list of records, with only the fields in `fields`. Returns the data of a dry run
 * unchanged.
 */
export function chooseFields({ data, meta }: Result, fields: readonly string[] | undefined): unknown {
  if (!fields || fields.length === 0 || meta.dry_run) return data;
  const keep = (record: unknown) =>
    isDict(record)
      ? Object.fromEntries(
          fields.flatMap((field) => {
            const { path } = readField(field);
            const value = fieldAt(record, path);
            return value === undefined ? [] : [[path, value]];
          }),
        )
      : record;
  return Array.isArray(data) ? data.map(keep) : keep(data);
}
