import type { Result } from "../contract/result.ts";
import { fieldAt, readField } from "../ground/field-part.ts";
import { isDict } from "../ground/json.ts";

/** Reduces the record, or each record of a list, to the chosen fields. The result of a dry run stays unchanged. */
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
