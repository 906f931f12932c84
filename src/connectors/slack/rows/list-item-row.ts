import { type Dict, isDict } from "../../../core/ground/json.ts";

/** Returns an item of a list, as a model sees it: its ids, and each column's value as `fields.<key of the column>`. */
export function listItemRow({ id, fields, parent_record_id: parent }: Dict): Dict {
  const cells = (Array.isArray(fields) ? fields : []).filter(isDict).map((field) => {
    const { key, column_id, text, value } = field;
    return [`fields.${String(key ?? column_id)}`, text ?? value] as const;
  });
  return { id, ...(parent === undefined ? {} : { parent }), ...Object.fromEntries(cells) };
}
