import type { GuardRead } from "../../../core/contract/judgement.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import type { SpendingEntity } from "./spending-entity.ts";

/**
 * Reads the current record of each item that an update changes. Returns the records in the order of the items.
 * @throws ConnectorError `not_found` if a record does not exist or cannot be changed
 */
export async function readCurrentRecords(
  entity: SpendingEntity,
  items: readonly Dict[],
  read: GuardRead,
): Promise<Dict[]> {
  const { idField, idsParam, changeableStates = ["ENABLED", "PAUSED", "PROPOSED"] } = entity;
  const { idsPerRead = 100 } = entity;
  const found = new Map<string, Dict>();
  const ids = [...new Set(items.map((item) => String(item[idField])))];
  for (let start = 0; start < ids.length; start += idsPerRead) {
    const some = ids.slice(start, start + idsPerRead);
    const { data } = await read(entity.entity, "list", {
      [idsParam]: some,
      ...(changeableStates.length > 0 ? { states: changeableStates, limit: some.length } : {}),
    });
    for (const record of Array.isArray(data) ? data : [])
      if (isDict(record)) found.set(String(record[idField]), record);
  }
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) throw notFound(entity, missing);
  return items.map((item) => found.get(String(item[idField]))!);
}

function notFound({ entity, itemsParam }: SpendingEntity, missing: readonly string[]): ConnectorError {
  const listed = missing.slice(0, 5).join(", ");
  const more = missing.length > 5 ? ` and ${missing.length - 5} more` : "";
  return new ConnectorError(
    "not_found",
    `${entity}: this profile has no ${listed}${more} that can be changed.`,
    {
      path: `params.${itemsParam}`,
      hint: "No change was sent, because the current values are needed first. Archived records cannot be changed.",
    },
  );
}
