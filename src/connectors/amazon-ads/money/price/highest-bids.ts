import type { Dict } from "../../../../core/ground/json.ts";
import { campaignsWithBids, readBidPercentages } from "../records/campaign-rules.ts";
import { type JudgedItem, amountsOf } from "../judge/judge-items.ts";
import { priceCampaignBids, priceChildBids } from "./price-bids.ts";
import type { RecordReader } from "../records/record-reader.ts";
import { isEnabled } from "../ground/record-fields.ts";
import type { SpendingEntity } from "../ground/spending-entity.ts";
import { readStanding } from "../records/standing.ts";

/** An effective bid, and the index of its item in the call. */
interface ItemBid {
  item: number;
  bid: number;
}

export interface BidsOfChanges {
  before: readonly ItemBid[];
  after: readonly ItemBid[];
}

/**
 * Returns the effective bids that the changed records have before and after a call. Each record is priced as it stands
 * alone, because a combination of both records can have bids that neither has.
 */
export async function bidsOfChanges(
  entity: SpendingEntity,
  items: readonly JudgedItem[],
  reader: RecordReader,
  day: string,
): Promise<BidsOfChanges> {
  const { kind, product } = entity;
  if (!product || kind === "negative") return { before: [], after: [] };
  const price = kind === "campaign" ? priceCampaignBids : priceChildBids;
  const bidsOf = async (sides: readonly (readonly [Dict | undefined, Dict | undefined])[]) => {
    const standing = sides.flatMap(([record, other], index) => {
      const item = record && asStarted(entity, record, other, index);
      return item ? [item] : [];
    });
    if (standing.length === 0) return [];
    const parents = await readStanding(entity, standing, reader);
    const bid = await readBidPercentages(reader, campaignsWithBids(entity, standing, parents), day);
    const context = { entity, standing: parents, percentages: { bid } };
    return standing.flatMap((item) =>
      price(item, context).flatMap(({ cap, to }) =>
        cap === "max_effective_bid" ? [{ item: item.index, bid: to }] : [],
      ),
    );
  };
  return {
    before: await bidsOf(items.map(({ before, after }) => [before, after])),
    after: await bidsOf(items.map(({ before, after }) => [after, before])),
  };
}

/** Returns a record as an item, with the amounts that differ from `other`. Returns undefined if it cannot bid. */
function asStarted(
  entity: SpendingEntity,
  record: Dict,
  other: Dict | undefined,
  index: number,
): JudgedItem | undefined {
  const starts = isEnabled(record) && !isEnabled(other);
  if (!isEnabled(record) && (!other || isEnabled(other))) return undefined;
  const object = entity.product === "sb" ? "bidding" : "dynamicBidding";
  const isAdjusted =
    entity.kind === "campaign" && JSON.stringify(record[object]) !== JSON.stringify(other?.[object]);
  const amounts = amountsOf(entity, "update", record, record, index, true);
  const others = amountsOf(entity, "update", other ?? {}, other, index, true);
  const raises = amounts.filter(
    ({ path, to }) => starts || !others.some((one) => one.path === path && one.to === to),
  );
  const opened = isAdjusted ? [`${object}.`] : [];
  return { index, before: record, after: record, opened, starts, spends: true, raises, current: {} };
}
