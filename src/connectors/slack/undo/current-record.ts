import type { GuardRead } from "../../../core/contract/judgement.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";

type ReadCall = readonly [entity: string, action: string, params: Dict];

/**
 * The record that a write is about to change, or the item of a list for which `matches` is true. Undefined if the token
 * may not read it: the write goes ahead without its undo data.
 */
export async function currentRecord(
  read: GuardRead,
  call: ReadCall,
  matches: (item: Dict) => boolean = () => true,
): Promise<Dict | undefined> {
  const data = await readIfAllowed(read, call);
  return [data].flat().find((item): item is Dict => isDict(item) && matches(item));
}

/** The data of a read, or undefined if it fails. Only an abort is thrown. */
export async function readIfAllowed(read: GuardRead, [entity, action, params]: ReadCall): Promise<unknown> {
  try {
    return (await read(entity, action, params)).data;
  } catch (error) {
    if (ConnectorError.is(error) && error.code === "aborted") throw error;
    return undefined;
  }
}
