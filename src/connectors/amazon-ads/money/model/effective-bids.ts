import type { SpendRaise } from "../../../../core/contract/judgement.ts";
import { ruleFactorKey } from "../ground/amount-keys.ts";
import {
  type BidFactors,
  auctionText,
  auctionsOf,
  bidRuleFactor,
  factorAt,
  factorsAt,
} from "./bid-factors.ts";

/** A bid before and after a call. A new bid has no `from` and no `key`. */
export type ChangedBid = Pick<SpendRaise, "of" | "from" | "to" | "key">;

/** The factors by which a campaign and its bid rules can raise bids. */
export interface Adjustments {
  campaignId: string | undefined;
  /** The campaign's factors before and after the call. */
  before: BidFactors;
  after: BidFactors;
  /** The percentage that bid rules can add. */
  rulePercent: number;
}

/**
 * Returns the raises of a bid after all adjustments: one for each group of shoppers and places that the campaign
 * adjusts, the highest first. Bid rules do not apply all the time, so they add a second raise to the highest.
 * `isParam`: true if the bid is a param of the call.
 */
export function effectiveRaises(
  { of, from, to, key }: ChangedBid,
  { campaignId, before, after, rulePercent }: Adjustments,
  { isParam, ...shared }: Pick<SpendRaise, "path" | "orCaps"> & { isParam?: true },
): SpendRaise[] {
  const effective = of === undefined ? "the effective bid" : `the effective bid of ${of}`;
  // A strategy that raises no bid after the call must not hide that another factor raises bids.
  const withStrategy = after.strategy > 1;
  const auctions = auctionsOf(before, after)
    .map((auction) => ({ auction, now: factorAt(after, auction) }))
    .sort((one, other) => (one.now === other.now ? 0 : other.now - one.now));
  return auctions.flatMap(({ auction, now }, index) => {
    const own = factorAt(before, auction, withStrategy);
    return (index === 0 && rulePercent > 0 ? [0, rulePercent] : [0]).map((percent) => {
      const factor = now + percent / 100;
      const raise: SpendRaise = {
        ...shared,
        cap: "max_effective_bid",
        of: `${effective}${auctionText(auction)}${percent > 0 ? ` with the rules of campaign ${campaignId}` : ""}`,
        to: adjusted(to, factor),
        factor: isParam ? factor : undefined,
      };
      if (from === undefined || key === undefined) return raise;
      const rules = { [ruleFactorKey(campaignId, "max_effective_bid")]: bidRuleFactor(own, percent) };
      const factors = factorsAt(before, auction, campaignId, withStrategy);
      return {
        ...raise,
        from: adjusted(from, own + percent / 100),
        factors: { [key]: from, ...factors, ...(percent > 0 ? rules : {}) },
      };
    });
  });
}

/** Multiplies a bid by a factor. A bid of 0 stays 0, even if the factor is Infinity. */
const adjusted = (bid: number, factor: number) => (bid === 0 ? 0 : bid * factor);
