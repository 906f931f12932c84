import type { GuardRead } from "../../../core/contract/judgement.ts";
import { readIfAllowed } from "../../../core/call/read-if-allowed.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";

/**
 * Reads the record that a write action will change. In a list, `matches` finds the record. Returns undefined if the
 * read action fails, because a write can continue without undo data.
 */
export async function currentRecord(
  read: GuardRead,
  call: Parameters<typeof readIfAllowed>[1],
  matches: (item: Dict) => boolean = () => true,
): Promise<Dict | undefined> {
  const data = await readIfAllowed(read, call);
  return [data].flat().find((item): item is Dict => isDict(item) && matches(item));
}
