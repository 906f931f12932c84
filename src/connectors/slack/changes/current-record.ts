import type { GuardRead } from "../../../core/contract/judgement.ts";
import type { Undo } from "../../../core/contract/result.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";

/**
 * The record that a write is going to change, as it stands: what a read answers, or of a list the item that `is` finds.
 * Undefined where the token may not read it: that is no reason not to write.
 */
export async function standing(
  read: GuardRead,
  [entity, action, params]: readonly [entity: string, action: string, params: Dict],
  is: (item: Dict) => boolean = () => true,
): Promise<Dict | undefined> {
  const { data } = await read(entity, action, params).catch(notRead);
  return [data].flat().find((item): item is Dict => isDict(item) && is(item));
}

/** Nothing, in place of what could not be read; an abort goes on. */
export function notRead(error: unknown): { data: undefined } {
  if (ConnectorError.is(error) && error.code === "aborted") throw error;
  return { data: undefined };
}

/** The fields that a call changes: what they hold, where that is known, and what they would. */
export function change(fields: Dict, before: Dict | undefined): { before?: Dict; after: Dict } {
  const after = given(fields);
  if (!before) return { after };
  return {
    before: Object.fromEntries(Object.keys(after).map((name) => [name, before[name] ?? ""])),
    after,
  };
}

/** Without what is undefined. */
export const given = (fields: Dict): Dict =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The call that writes again what stood there before. */
export const putBack = (entity: string, action: string, ids: Dict, before: unknown): Undo | undefined =>
  isDict(before) && Object.keys(before).length > 0
    ? { entity, action, params: given({ ...ids, ...before }) }
    : undefined;
