import { ConnectorError } from "../../../../core/ground/errors.ts";
import type { Dict } from "../../../../core/ground/json.ts";
import { idOf } from "../ground/record-fields.ts";

/**
 * Refuses two items for the same record. A guard compares each item with the current record, so the guard would not see
 * the effect of both items together.
 * @throws ConnectorError `invalid_params`
 */
export function refuseRepeated(items: readonly Dict[], itemsParam: string, idField: string): void {
  const first = new Map<string | undefined, number>();
  for (const [index, item] of items.entries()) {
    const id = idOf(item[idField]);
    const earlier = first.get(id);
    if (earlier !== undefined)
      throw new ConnectorError(
        "invalid_params",
        `${itemsParam}[${index}] and ${itemsParam}[${earlier}] change the same record: ${idField} ${id}.`,
        {
          path: `params.${itemsParam}[${index}].${idField}`,
          hint: "Nothing was sent. Put all changes of a record in one item.",
        },
      );
    first.set(id, index);
  }
}
