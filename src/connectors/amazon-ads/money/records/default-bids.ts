import type { Dict } from "../../../../core/ground/json.ts";
import { amountKey } from "../ground/amount-keys.ts";
import { idOf, numberAt } from "../ground/record-fields.ts";
import type { RecordReader } from "./record-reader.ts";
import { sources } from "../ground/sources.ts";
import type { SpendingEntity } from "../ground/spending-entity.ts";

interface WithDefaultBids {
  records: readonly Dict[];
  /** Maps the key of each new bid to the key of the default bid that the new bid replaces. */
  defaults: Readonly<Record<string, string>>;
}

/**
 * Adds the ad group's default bid to the current record of each keyword or target that gets its first bid. Amazon has
 * used the default bid until now, so a lower first bid is no raise.
 */
export async function withDefaultBids(
  { entity, idField, kind, product }: SpendingEntity,
  items: readonly Dict[],
  records: readonly Dict[],
  reader: RecordReader,
): Promise<WithDefaultBids> {
  if (!product || (kind !== "keyword" && kind !== "target")) return { records, defaults: {} };
  const isFirst = records.map(
    (record, index) => items[index]!.bid !== undefined && numberAt(record, "bid") === undefined,
  );
  if (!isFirst.includes(true)) return { records, defaults: {} };
  const ids = records.map(({ adGroupId }, index) => (isFirst[index] ? idOf(adGroupId) : undefined));
  const adGroup = sources[product].adGroup!;
  const groups = await reader.byIds(adGroup, ids);
  const defaults: Record<string, string> = {};
  const completed = records.map((record, index) => {
    const bid = isFirst[index] ? numberAt(groups.get(String(record.adGroupId)), "defaultBid") : undefined;
    if (bid === undefined) return record;
    const key = amountKey(entity, record[idField], "bid");
    defaults[key] = amountKey(adGroup.entity, record.adGroupId, "defaultBid");
    return { ...record, bid };
  });
  return { records: completed, defaults };
}
