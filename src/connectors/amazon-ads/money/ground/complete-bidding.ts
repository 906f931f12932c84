import { type Dict, dicts, isDict } from "../../../../core/ground/json.ts";

/** The objects that contain a campaign's bidding, and the names of their lists of placement adjustments. */
const biddings = [
  { object: "dynamicBidding", placements: "placementBidding" },
  { object: "bidding", placements: "bidAdjustmentsByPlacement" },
] as const;

/** Returns true for a path such as `bidding.bidOptimization`. */
export const isBiddingPath = (path: string): boolean =>
  biddings.some(({ object }) => path.startsWith(`${object}.`));

/**
 * Completes the bidding of an update with the current values, because Amazon can replace the whole object. Placements
 * that are not in the update keep their adjustments. To remove an adjustment, a call sets the adjustment to 0.
 */
export function completeBidding(item: Dict, record: Dict | undefined): Dict {
  const found = biddings.find(({ object }) => isDict(item[object]));
  if (!found) return item;
  const { object, placements } = found;
  const current = isDict(record?.[object]) ? record[object] : {};
  const given = item[object] as Dict;
  const bidding: Dict = { ...current, ...given };
  if (Array.isArray(given[placements])) {
    const named = new Set(dicts(given[placements]).map(({ placement }) => placement));
    const others = dicts(current[placements]).filter(({ placement }) => !named.has(placement));
    bidding[placements] = [...others, ...(given[placements] as unknown[])];
  }
  // If `bidOptimization` is true, Amazon refuses placement adjustments.
  if (bidding.bidOptimization === true && given[placements] === undefined) delete bidding[placements];
  return { ...item, [object]: bidding };
}

/**
 * Completes `item`, the update that undoes `requested`. Placements that are new in `requested` get the adjustment 0.
 */
export function withoutNewPlacements(item: Dict, requested: Dict | undefined): Dict {
  for (const { object, placements } of biddings) {
    const placementsOf = (of: Dict | undefined) =>
      isDict(of?.[object]) ? dicts(of[object][placements]) : [];
    const earlier = placementsOf(item);
    const added = placementsOf(requested).filter(
      ({ placement }) => !earlier.some((one) => one.placement === placement),
    );
    const bidding = item[object] as Dict | undefined;
    if (added.length === 0 || bidding?.bidOptimization === true) continue;
    const list = [...earlier, ...added.map(({ placement }) => ({ placement, percentage: 0 }))];
    return { ...item, [object]: { ...bidding, [placements]: list } };
  }
  return item;
}
