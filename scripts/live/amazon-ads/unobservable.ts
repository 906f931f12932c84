import type { Behaviour } from "../behaviour.ts";
import { NotTried } from "../finding.ts";
import type { AdsAccount } from "./account.ts";

/** No request shows the behaviour. Only Amazon's support or an invoice can show the real behaviour. */
const unobservable = (id: string, assumed: string, usedIn: string): Behaviour<AdsAccount> => ({
  id: `amazon-ads/${id}`,
  assumed,
  usedIn,
  sends: "nothing",
  reads: "No request shows this behaviour. Only Amazon's support can confirm it.",
  writes: false,
  check() {
    throw new NotTried("No request shows this behaviour.");
  },
});

const money = "src/connectors/amazon-ads/money";

export const adsUnobservable: readonly Behaviour<AdsAccount>[] = [
  unobservable(
    "business-site-multiplies",
    "The adjustment for the site Amazon Business multiplies the adjustment for the placement.",
    `${money}/model/bid-factors.ts`,
  ),
  unobservable(
    "effective-bid-maximum",
    "Amazon does not limit the effective bid to the maximum bid of the marketplace.",
    `${money}/model/bid-factors.ts`,
  ),
  unobservable(
    "brands-automatic-bids",
    "Amazon can raise a bid of Sponsored Brands to four times its amount, even if Amazon optimizes the placements.",
    `${money}/model/bid-factors.ts`,
  ),
  unobservable(
    "lifetime-budget",
    "A campaign with a lifetime budget can spend the whole budget on one day, and never spends more than this budget.",
    `${money}/model/daily-ceiling.ts`,
  ),
  unobservable(
    "budget-changed-in-the-month",
    "Amazon can spend more than the daily budget on one day. If the budget changes within a month, this factor stays the same.",
    `${money}/model/daily-ceiling.ts`,
  ),
  unobservable(
    "moved-campaign",
    "If a campaign moves from one portfolio to another, its earlier spending does not count against the cap of the other portfolio.",
    `${money}/model/portfolio-exposure.ts`,
  ),
];
