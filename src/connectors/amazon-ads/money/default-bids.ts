import type { Dict } from "../../../core/ground/json.ts";
import { idOf, numberAt } from "./record-fields.ts";
import type { RecordReader } from "./record-reader.ts";
import { sources } from "./sources.ts";
import type { SpendingEntity } from "./spending-entity.ts";

/**
 * Returns the current records. If an item gives a keyword or target its first bid, the returned record has the
 * default bid of the ad group. Amazon has used this default bid until now, so a new bid below the default bid is no
 * raise.
 */
export async function withDefaultBids(
  { kind, product }: SpendingEntity,
  items: readonly Dict[],
  records: readonly Dict[],
  reader: RecordReader,
): Promise<readonly Dict[]> {
  if (!product || (kind !== "keyword" && kind !== "target")) return records;
  const isFirst = records.map(
    (record, index) => items[index]!.bid !== undefined && numberAt(record, "bid") === undefined,
  );
  if (!isFirst.includes(true)) return records;
  const ids = records.map(({ adGroupId }, index) => (isFirst[index] ? idOf(adGroupId) : undefined));
  const groups = await reader.byIds(sources[product].adGroup!, ids);
  return records.map((record, index) => {
    const bid = isFirst[index] ? numberAt(groups.get(String(record.adGroupId)), "defaultBid") : undefined;
    return bid === undefined ? record : { ...record, bid };
  });
}
