import { isDict, type Dict } from "../../core/json.ts";

/** Taking the end away, or moving it, lets the campaign spend longer. */
export const laterEnd = (asked: unknown, stands: unknown): boolean =>
  typeof asked === "string" && typeof stands === "string" && asked > stands;

/** Percentages multiply bids, and AUTO_FOR_SALES may double them. */
export function bidsMore(asked: unknown, stands: unknown): boolean {
  if (!isDict(asked)) return false;
  const before = isDict(stands) ? stands : {};
  if (asked.strategy === "AUTO_FOR_SALES" && before.strategy !== "AUTO_FOR_SALES") return true;
  const percentages = (bidding: Dict) =>
    new Map(
      (Array.isArray(bidding.placementBidding) ? bidding.placementBidding.filter(isDict) : []).map((one) => [
        one.placement,
        Number(one.percentage),
      ]),
    );
  const now = percentages(before);
  return [...percentages(asked)].some(([placement, percentage]) => percentage > (now.get(placement) ?? 0));
}
