import type { Undo } from "../../../core/contract/result.ts";
import { type Dict, dicts, isDict } from "../../../core/ground/json.ts";

/**
 * Returns the call that restores earlier parts of creatives. An added part cannot be removed, so creatives with added
 * parts are left out.
 */
export function undoCreatives({ profileId, creatives }: Dict, data: Dict, before: unknown): Undo | undefined {
  const changed = new Set(dicts(data.succeeded).map(({ index }) => index));
  const requested = dicts(creatives);
  const earlier = dicts(before).flatMap(({ creativeId, properties }, index) => {
    const hadParts = isDict(properties) ? properties : {};
    const parts = isDict(requested[index]?.properties) ? Object.keys(requested[index].properties) : [];
    return changed.has(index) && parts.every((name) => Object.hasOwn(hadParts, name))
      ? [{ creativeId, properties: hadParts }]
      : [];
  });
  if (earlier.length === 0) return undefined;
  return {
    entity: "sd_creatives",
    action: "update",
    params: { ...(profileId === undefined ? {} : { profileId }), creatives: earlier },
  };
}
