import type { Undo } from "../../../core/contract/result.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";

/** Returns the new values of the fields that a call changes, and the old values if the current record is known. */
export function beforeAndAfter(fields: Dict, record: Dict | undefined): { before?: Dict; after: Dict } {
  const after = withoutUndefined(fields);
  if (!record) return { after };
  return {
    before: Object.fromEntries(Object.keys(after).map((name) => [name, record[name] ?? ""])),
    after,
  };
}

/** Returns the call that restores the old values. Returns undefined if the old values are unknown. */
export const undoCall = (entity: string, action: string, ids: Dict, before: unknown): Undo | undefined =>
  isDict(before) && Object.keys(before).length > 0
    ? { entity, action, params: withoutUndefined({ ...ids, ...before }) }
    : undefined;

export const withoutUndefined = (fields: Dict): Dict =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
