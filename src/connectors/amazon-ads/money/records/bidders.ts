import type { Dict } from "../../../../core/ground/json.ts";
import { amountKey } from "../ground/amount-keys.ts";
import type { ChangedBid } from "../model/effective-bids.ts";
import { idOf, numberAt } from "../ground/record-fields.ts";
import { type Source, sources } from "../ground/sources.ts";
import type { Product } from "../ground/spending-entity.ts";

/** The bid of an enabled keyword, target or theme. The call does not change this bid. */
export interface Bidder extends ChangedBid {
  of: string;
  from: number;
  key: string;
}

/**
 * Returns the bids of the enabled keywords, targets and themes in the ad groups, the highest bid first. The result
 * contains the default bid of an ad group at most once. An unknown bid counts as unlimited.
 */
export function biddersOf(
  adGroups: readonly Dict[],
  records: ReadonlyMap<string, readonly Dict[]>,
  product: Product,
): Bidder[] {
  const bidders = new Map<string, Bidder>();
  for (const group of adGroups)
    for (const record of records.get(String(group.adGroupId)) ?? []) {
      const bidder = bidderOf(record, group, product);
      if (!bidders.has(bidder.key)) bidders.set(bidder.key, bidder);
    }
  return [...bidders.values()].sort((one, other) => (one.to === other.to ? 0 : other.to - one.to));
}

function bidderOf(record: Dict, group: Dict, product: Product): Bidder {
  if (numberAt(record, "bid") === undefined) return { ...defaultBid(group, product), of: nameOf(record) };
  const kind = kindOf(record);
  return bidder(nameOf(record), numberAt(record, "bid"), sources[product][kind]!, record, "bid");
}

export const defaultBid = (group: Dict, product: Product): Bidder =>
  bidder(`the default bid of ad group ${idOf(group.adGroupId)}`, numberAt(group, "defaultBid"), sources[product].adGroup!, group, "defaultBid"); // prettier-ignore

const kindOf = (record: Dict) =>
  (["keyword", "theme"] as const).find((kind) => idOf(record[`${kind}Id`]) !== undefined) ?? "target";

const nameOf = (record: Dict) => `${kindOf(record)} ${idOf(record[`${kindOf(record)}Id`])}`;

const bidder = (
  of: string,
  bid = Infinity,
  { entity, idField }: Source,
  record: Dict,
  path: string,
): Bidder => ({
  of,
  from: bid,
  to: bid,
  key: amountKey(entity, record[idField], path),
});
