import type { Dict } from "../../../core/ground/json.ts";
import { campaignsWithBids, readBidPercentages } from "./campaign-rules.ts";
import { type JudgedItem, judgeChanges } from "./judge-items.ts";
import { priceCampaignBids, priceChildBids } from "./price-bids.ts";
import type { RecordReader } from "./record-reader.ts";
import type { SpendingEntity } from "./spending-entity.ts";
import { readStanding } from "./standing.ts";

/** An effective bid before and after a call. Undefined if the bid is not in use. */
export interface BidChange {
  before: number | undefined;
  after: number | undefined;
}

interface LoweredContext {
  reader: RecordReader;
  portfolios: ReadonlyMap<string, Dict>;
  /** Today in the time zone of the profile, such as `2026-03-12`. */
  day: string;
}

/** Returns the effective bids that a call lowers or stops. These are the bids that the opposite call raises. */
export async function loweredBids(
  entity: SpendingEntity,
  items: readonly JudgedItem[],
  { reader, portfolios, day }: LoweredContext,
): Promise<BidChange[]> {
  if (!entity.product || entity.kind === "negative") return [];
  const changed = items.flatMap(({ before, after }) => (before ? [{ before, after }] : []));
  const opposite = judgeChanges(
    entity,
    changed.map(({ before }) => before),
    changed.map(({ after }) => after),
    { portfolios, today: day.replaceAll("-", "") },
  ).filter(({ spends }) => spends);
  if (opposite.length === 0) return [];
  const standing = await readStanding(entity, opposite, reader);
  const bid = await readBidPercentages(reader, campaignsWithBids(entity, opposite, standing), day);
  const context = { entity, standing, percentages: { bid } };
  const price = entity.kind === "campaign" ? priceCampaignBids : priceChildBids;
  return opposite.flatMap((item) =>
    price(item, context).flatMap(({ cap, from, to }) =>
      cap === "max_effective_bid" ? [{ before: to, after: item.starts ? undefined : from }] : [],
    ),
  );
}
