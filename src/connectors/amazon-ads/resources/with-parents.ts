import type { RunContext } from "../../../core/contract/run-context.ts";
import { type Dict, at, dicts } from "../../../core/ground/json.ts";
import { notChangeable } from "../money/records/current-records.ts";
import type { SpendingEntity } from "../money/ground/spending-entity.ts";
import { operations } from "../operations/index.ts";

interface Listed extends SpendingEntity {
  operations: string;
  listPath?: string;
  parents?: readonly string[];
}

/**
 * Adds the ids of the ad group and the campaign to each item, because Amazon refuses items without these ids.
 * @throws ConnectorError `not_found` if a record does not exist or is archived
 */
export async function withParents(
  facts: Listed,
  items: readonly Dict[],
  profileId: unknown,
  { read }: Pick<RunContext, "read">,
): Promise<Dict[]> {
  const {
    idField,
    idsParam,
    hasNoIdFilter,
    changeableStates: states = [],
    listPath = facts.itemsParam,
    parents = [],
  } = facts;
  const list = `${facts.operations}.list`;
  const paging = operations[list]!.paging!;
  const missing = new Set(items.map((item) => String(item[idField])));
  const found = new Map<string, Dict>();
  const filter = hasNoIdFilter
    ? { [paging.limit!]: paging.max }
    : { [idsParam]: [...missing], [paging.limit!]: missing.size };
  let nextToken: unknown;
  do {
    const { body } = await read(list, {
      profileId,
      states,
      ...filter,
      ...(nextToken === undefined ? {} : { nextToken }),
    });
    const records = listPath === "" ? body : at(body, listPath);
    for (const record of dicts(records)) {
      const id = String(record[idField]);
      // Amazon cannot filter by all states in every list.
      const isChangeable = states.length === 0 || states.some((one) => one === String(record.state).toLowerCase()); // prettier-ignore
      if (isChangeable && missing.delete(id)) found.set(id, record);
    }
    nextToken = at(body, "nextToken");
  } while (missing.size > 0 && typeof nextToken === "string" && nextToken !== "");
  if (missing.size > 0) throw notChangeable(facts, [...missing]);
  return items.map((item) => {
    const record = found.get(String(item[idField]))!;
    return { ...item, ...Object.fromEntries(parents.map((name) => [name, record[name]])) };
  });
}
