import { type Dict, isDict } from "../../../core/ground/json.ts";

/** The fields of a row that are not columns of the list. */
const own: ReadonlySet<string> = new Set(["id", "parent"]);

/** Returns an item of a list, as a model sees it: its ids, and each column's value under the column's key. */
export function listItemRow({ id, fields, parent_record_id: parent }: Dict): Dict {
  const cells = (Array.isArray(fields) ? fields : []).filter(isDict).map((field) => {
    const { key, column_id, text, value } = field;
    const name = String(key ?? column_id);
    return [own.has(name) ? String(column_id) : name, text ?? value] as const;
  });
  return { id, ...(parent === undefined ? {} : { parent }), ...Object.fromEntries(cells) };
}
