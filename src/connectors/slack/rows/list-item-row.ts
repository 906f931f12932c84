import { type Dict, isDict } from "../../../core/ground/json.ts";

/** Returns an item of a list for a model: its id, and the value of each column under the column's key. */
export function listItemRow({ id, fields, parent_record_id: parent }: Dict): Dict {
  const cells = (Array.isArray(fields) ? fields : []).filter(isDict).map((field) => {
    const { key, column_id, text, value } = field;
    return [String(key ?? column_id), text ?? value] as const;
  });
  return { id, ...(parent === undefined ? {} : { parent }), ...Object.fromEntries(cells) };
}
