import type { GuardRead } from "../../../../core/contract/judgement.ts";
import { ConnectorError } from "../../../../core/ground/errors.ts";
import { type Dict, isDict } from "../../../../core/ground/json.ts";
import type { SpendingEntity } from "../ground/spending-entity.ts";

const pageSize = 5000;

/**
 * Returns the current records in the order of the items.
 * @throws ConnectorError `not_found` if a record does not exist or cannot be changed
 */
export async function readCurrentRecords(
  entity: SpendingEntity,
  items: readonly Dict[],
  read: GuardRead,
): Promise<Dict[]> {
  const { idField, idsParam, hasNoIdFilter } = entity;
  const { changeableStates: states = ["ENABLED", "PAUSED", "PROPOSED"], idsPerRead = 100 } = entity;
  const ids = [...new Set(items.map((item) => String(item[idField])))];
  const found = new Map<string, Dict>();
  const keep = (data: unknown) => {
    for (const record of Array.isArray(data) ? data : [])
      if (isDict(record)) found.set(String(record[idField]), record);
  };
  if (hasNoIdFilter)
    for await (const page of pages(entity.entity, { states }, read)) {
      keep(page);
      if (ids.every((id) => found.has(id))) break;
    }
  else
    for (let start = 0; start < ids.length; start += idsPerRead) {
      const some = ids.slice(start, start + idsPerRead);
      const { data } = await read(entity.entity, "list", {
        [idsParam]: some,
        ...(states.length > 0 ? { states, limit: some.length } : {}),
      });
      keep(data);
    }
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) throw notChangeable(entity, missing);
  return items.map((item) => found.get(String(item[idField]))!);
}

async function* pages(entity: string, params: Dict, read: GuardRead): AsyncIterable<unknown> {
  let cursor: string | undefined;
  do {
    const { data, meta } = await read(entity, "list", {
      ...params,
      limit: pageSize,
      ...(cursor === undefined ? {} : { cursor }),
    });
    yield data;
    cursor = meta.next_cursor;
  } while (cursor !== undefined);
}

/** Returns the error for records that do not exist or are archived. */
export function notChangeable(
  { entity, itemsParam }: SpendingEntity,
  missing: readonly string[],
): ConnectorError {
  const listed = missing.slice(0, 5).join(", ");
  const more = missing.length > 5 ? ` and ${missing.length - 5} more` : "";
  return new ConnectorError(
    "not_found",
    `${entity}: these records do not exist in this profile, or cannot be changed: ${listed}${more}.`,
    {
      path: `params.${itemsParam}`,
      hint: `Nothing was sent. Archived records cannot be changed. To find ids, use ${entity}.list.`,
    },
  );
}
