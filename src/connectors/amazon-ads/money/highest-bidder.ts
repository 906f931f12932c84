import type { Dict } from "../../../core/ground/json.ts";
import { idOf, numberAt } from "./record-fields.ts";

/** The keyword, target or theme with the highest bid. */
export interface Bidder {
  name: string;
  bid: number;
}

/**
 * Returns the enabled keyword, target or theme with the highest bid in the ad groups. A keyword or target without a bid
 * uses the default bid of its ad group. A bid that cannot be read counts as unlimited.
 */
export function highestBidder(
  adGroups: readonly Dict[],
  bidders: ReadonlyMap<string, readonly Dict[]>,
): Bidder | undefined {
  let highest: Bidder | undefined;
  for (const group of adGroups)
    for (const one of bidders.get(String(group.adGroupId)) ?? []) {
      const bid = numberAt(one, "bid") ?? numberAt(group, "defaultBid") ?? Infinity;
      if (!highest || bid > highest.bid) highest = { name: nameOf(one), bid };
    }
  return highest;
}

function nameOf(bidder: Dict): string {
  for (const kind of ["keyword", "theme"]) {
    const id = idOf(bidder[`${kind}Id`]);
    if (id !== undefined) return `${kind} ${id}`;
  }
  return `target ${idOf(bidder.targetId)}`;
}
