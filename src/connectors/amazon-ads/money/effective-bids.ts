import type { Raise } from "../../../core/contract/judgement.ts";
import { bidFactorKey, ruleFactorKey } from "./amount-keys.ts";
import { bidRuleFactor } from "./bid-factors.ts";

/** A bid before and after a call. A new bid has no `from` and no `key`. */
export type ChangedBid = Pick<Raise, "of" | "from" | "to" | "key">;

/** The factors by which a campaign and its bid rules can raise bids. */
export interface Adjustments {
  campaignId: string | undefined;
  /** The campaign's highest factor without bid rules, before and after the call. */
  own: { from: number; to: number };
  /** The percentage that bid rules can add. */
  rulePercent: number;
}

/**
 * Returns the raise of a bid after all adjustments. Bid rules do not apply all the time, so they add a second raise.
 * `isParam`: true if the bid is a param of the call.
 */
export function effectiveRaises(
  { of, from, to, key }: ChangedBid,
  { campaignId, own, rulePercent }: Adjustments,
  { isParam, ...shared }: Pick<Raise, "path" | "orCaps"> & { isParam?: true },
): Raise[] {
  const effective = of === undefined ? "the effective bid" : `the effective bid of ${of}`;
  return (rulePercent > 0 ? [0, rulePercent] : [0]).map((percent) => {
    const factor = own.to + percent / 100;
    const raise: Raise = {
      ...shared,
      cap: "max_effective_bid",
      of: `${effective}${percent > 0 ? ` with the rules of campaign ${campaignId}` : ""}`,
      to: adjusted(to, factor),
      factor: isParam ? factor : undefined,
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

/** Multiplies a bid by a factor. A bid of 0 stays 0, even if the factor is Infinity. */
const adjusted = (bid: number, factor: number) => (bid === 0 ? 0 : bid * factor);
