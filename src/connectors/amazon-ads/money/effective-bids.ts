import type { Raise } from "../../../core/contract/judgement.ts";
import { bidFactorKey, ruleFactorKey } from "./amount-keys.ts";
import { bidRuleFactor } from "./bid-factors.ts";

/** A bid before and after a call. A new bid has no `from` and no `key`. */
export type ChangedBid = Pick<Raise, "of" | "from" | "to" | "key">;

/** The factors by which a campaign can raise its bids. */
export interface Adjustments {
  campaignId: string | undefined;
  /** The highest factor of the placements, audiences and strategy of the campaign, before and after the call. */
  own: { from: number; to: number };
  /** The percentage that the bid rules of the campaign can add. */
  rulePercent: number;
}

/**
 * Returns the raise of a bid after all adjustments. If the campaign has bid rules, returns the raises without and with
 * these rules, because the rules do not apply all the time. `isParam`: true if the bid itself is a param of the call.
 */
export function effectiveRaises(
  { of, from, to, key }: ChangedBid,
  { campaignId, own, rulePercent }: Adjustments,
  { isParam, ...shared }: Pick<Raise, "path" | "orCaps"> & { isParam?: true },
): Raise[] {
  return (rulePercent > 0 ? [0, rulePercent] : [0]).map((percent) => {
    const factor = own.to + percent / 100;
    const raise: Raise = {
      ...shared,
      cap: "max_effective_bid",
      of: percent > 0 && of !== undefined ? `${of} with the rules of campaign ${campaignId}` : of,
      to: adjusted(to, factor),
      factor: isParam && factor < Infinity ? factor : undefined,
    };
    if (from === undefined || key === undefined) return raise;
    const rules = { [ruleFactorKey(campaignId, "max_effective_bid")]: bidRuleFactor(own.from, percent) };
    return {
      ...raise,
      from: adjusted(from, own.from + percent / 100),
      factors: { [key]: from, [bidFactorKey(campaignId)]: own.from, ...(percent > 0 ? rules : {}) },
    };
  });
}

/** Multiplies a bid by a factor. If the bid is 0, returns 0, even if the factor is Infinity. */
const adjusted = (bid: number, factor: number) => (bid === 0 ? 0 : bid * factor);
