import { type Dict, isDict } from "../../../core/ground/json.ts";
import { dicts } from "./record-fields.ts";

/**
 * Completes the `dynamicBidding` of an update with the current values, because Amazon can replace the whole object.
 * Placements that the update does not name keep their adjustments. To remove an adjustment, a call sets the adjustment
 * to 0.
 */
export function completeBidding(item: Dict, record: Dict | undefined): Dict {
  if (!isDict(item.dynamicBidding)) return item;
  const current = isDict(record?.dynamicBidding) ? record.dynamicBidding : {};
  const { placementBidding, ...given } = item.dynamicBidding;
  const dynamicBidding: Dict = { ...current, ...given };
  if (Array.isArray(placementBidding)) {
    const named = new Set(dicts(placementBidding).map(({ placement }) => placement));
    const kept = dicts(current.placementBidding).filter(({ placement }) => !named.has(placement));
    dynamicBidding.placementBidding = [...kept, ...(placementBidding as unknown[])];
  }
  return { ...item, dynamicBidding };
}
