import { type Dict, isDict } from "../../../core/ground/json.ts";

/** The fields of a row that are not columns of the list. */
const own: ReadonlySet<string> = new Set(["id", "parent"]);

/**
 * Converts an item of a list to the fields that a model sees. These are the id, and the value of each column under
 * the column's key.
 */
export function listItemRow({ id, fields, parent_record_id: parent }: Dict): Dict {
  const cells = (Array.isArray(fields) ? fields : []).filter(isDict).map((field) => {
    const { key, column_id, text, value } = field;
    const name = String(key ?? column_id);
    return [own.has(name) ? String(column_id) : name, text ?? value] as const;
  });
  return { id, ...(parent === undefined ? {} : { parent }), ...Object.fromEntries(cells) };
}
