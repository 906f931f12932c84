import type { Dict } from "../../../core/ground/json.ts";
import { amountKey } from "./amount-keys.ts";
import { idOf, numberAt } from "./record-fields.ts";
import { type Source, sources } from "./sources.ts";
import type { Product } from "./spending-entity.ts";

/** The keyword, target or theme with the highest bid. */
export interface Bidder {
  name: string;
  bid: number;
  /** The key of the bid, or of the default bid that applies. */
  key: string;
}

/**
 * Returns the enabled keyword, target or theme with the highest bid in the ad groups. A keyword or target without a bid
 * uses the default bid of its ad group. A bid that cannot be read counts as unlimited.
 */
export function highestBidder(
  adGroups: readonly Dict[],
  bidders: ReadonlyMap<string, readonly Dict[]>,
  product: Product,
): Bidder | undefined {
  let highest: Bidder | undefined;
  for (const group of adGroups)
    for (const one of bidders.get(String(group.adGroupId)) ?? []) {
      const bid = numberAt(one, "bid") ?? numberAt(group, "defaultBid") ?? Infinity;
      if (!highest || bid > highest.bid) highest = { ...bidderOf(one, group, product), bid };
    }
  return highest;
}

function bidderOf(bidder: Dict, group: Dict, product: Product): Pick<Bidder, "name" | "key"> {
  const { adGroup, ...from } = sources[product];
  const kind = (["keyword", "theme"] as const).find((one) => idOf(bidder[`${one}Id`]) !== undefined) ?? "target"; // prettier-ignore
  const name = `${kind} ${idOf(bidder[`${kind}Id`])}`;
  const hasOwn = numberAt(bidder, "bid") !== undefined;
  const of = (source: Source, record: Dict, path: string) =>
    amountKey(source.entity, record[source.idField], path);
  return { name, key: hasOwn ? of(from[kind]!, bidder, "bid") : of(adGroup!, group, "defaultBid") };
}
