import type { RunContext } from "../../../core/contract/run-context.ts";
import { type Dict, at, dicts, isDict } from "../../../core/ground/json.ts";
import { completeBidding } from "../money/ground/complete-bidding.ts";
import type { SpendingEntity } from "../money/ground/spending-entity.ts";

/**
 * Adds current values that Amazon needs in an update of campaigns. An item that changes the bidding gets all fields of
 * the bidding. An item of Sponsored Brands with an end date gets the start date.
 */
export async function withCurrentValues(
  { operations, product }: SpendingEntity & { operations: string },
  items: readonly Dict[],
  profileId: unknown,
  { read }: Pick<RunContext, "read">,
): Promise<Dict[]> {
  const needsStart = ({ startDate, endDate }: Dict) =>
    product === "sb" && typeof endDate === "string" && startDate === undefined;
  const incomplete = (item: Dict) => isDict(item.dynamicBidding) || isDict(item.bidding) || needsStart(item);
  const ids = items.filter(incomplete).map((item) => String(item.campaignId));
  if (ids.length === 0) return [...items];
  const { body } = await read(`${operations}.list`, {
    profileId,
    campaignIds: ids,
    maxResults: ids.length,
  });
  const campaigns = at(body, "campaigns");
  const records = dicts(campaigns);
  const found = new Map(records.map((one) => [String(one.campaignId), one]));
  return items.map((item) => {
    const record = found.get(String(item.campaignId));
    const completed = completeBidding(item, record);
    return needsStart(item) && record ? { ...completed, startDate: record.startDate } : completed;
  });
}
