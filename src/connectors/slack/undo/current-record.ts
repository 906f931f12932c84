import type { GuardRead } from "../../../core/contract/judgement.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";

type ReadCall = readonly [entity: string, action: string, params: Dict];

/**
 * Reads the record that a write action is about to change. If the read action returns a list, returns the item for
 * which `matches` returns true. Returns undefined if the read action fails. The write action then continues without
 * undo data.
 */
export async function currentRecord(
  read: GuardRead,
  call: ReadCall,
  matches: (item: Dict) => boolean = () => true,
): Promise<Dict | undefined> {
  const data = await readIfAllowed(read, call);
  return [data].flat().find((item): item is Dict => isDict(item) && matches(item));
}

/** Returns the data of a read action, or undefined if the action fails. Throws only if the caller aborts. */
export async function readIfAllowed(read: GuardRead, [entity, action, params]: ReadCall): Promise<unknown> {
  try {
    return (await read(entity, action, params)).data;
  } catch (error) {
    if (ConnectorError.is(error) && error.code === "aborted") throw error;
    return undefined;
  }
}
