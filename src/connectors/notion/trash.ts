import type { GuardRead } from "../../core/contract/judgement.ts";
import type { Undo } from "../../core/contract/result.ts";
import { readIfAllowed } from "../../core/call/read-if-allowed.ts";
import { type Dict, isDict } from "../../core/ground/json.ts";

/** Returns the preview and the undo of an action that moves a thing into the trash (`into`), or out of it. */
export function trashChange(entity: string, inverse: string, into: boolean) {
  return {
    reads: [`${entity}.get`],
    async preview(params: Dict, read: GuardRead): Promise<{ before?: Dict; after: Dict }> {
      const record = await readIfAllowed(read, [entity, "get", params]);
      const after = { in_trash: into };
      return isDict(record) ? { before: { in_trash: record.in_trash === true }, after } : { after };
    },
    /** A thing that was in the trash before must not be restored. */
    undo: (params: Dict, _data: Dict, before: unknown): Undo | undefined =>
      isDict(before) && before.in_trash === into ? undefined : { entity, action: inverse, params },
  };
}
