import type { Undo } from "../../../core/contract/result.ts";
import { type Dict, dicts, isDict } from "../../../core/ground/json.ts";

/** Returns the call that restores the earlier parts. An added part cannot be removed, so then there is no undo. */
export function undoUpdateCreative(
  { adId, profileId, creative }: Dict,
  _: Dict,
  before: unknown,
): Undo | undefined {
  const earlier = dicts(before)[0]?.creative;
  const changed = Object.keys(isDict(creative) ? creative : {});
  if (!isDict(earlier) || !changed.every((name) => Object.hasOwn(earlier, name))) return undefined;
  return {
    entity: "sponsored_brands_ads",
    action: "update_creative",
    params: { ...(profileId === undefined ? {} : { profileId }), adId, creative: earlier },
  };
}
