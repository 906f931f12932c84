import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 12: adjust the bids of placements and audiences.

const caps = { max_bid: { USD: 3 }, max_effective_bid: { USD: 15 } };
const home = (percentage: number) => ({ placement: "HOME", percentage });

describeJob("placements in Sponsored Brands", caps, (job) => {
  test("a report shows the figures of placements, and a new adjustment keeps the others", async () => {
    const { ask, metaOf, refused } = job();
    const { rows } = await ask<{ rows: Dict[] }>("reports", "run", {
      reportTypeId: "sbCampaignPlacement",
      startDate: "2026-02-20",
      endDate: "2026-03-05",
      wait_seconds: 50,
      sortBy: "cost",
      top: 3,
    });
    const campaignId = String(rows[0]!.campaignId);
    const biddingOf = async () =>
      (await ask<Dict[]>("sponsored_brands_campaigns", "list", { campaignIds: [campaignId] }))[0]!
        .bidding as Dict;
    const change = (bidding: Dict) => ({ campaigns: [{ campaignId, bidding }] });
    const update = (bidding: Dict) => metaOf("sponsored_brands_campaigns", "update", change(bidding));
    expect(await biddingOf()).toMatchObject({ bidOptimization: true });

    const early = await refused("sponsored_brands_campaigns", "update", change({ bidAdjustmentsByPlacement: [home(20)] })); // prettier-ignore
    expect(early).toMatchObject({ code: "invalid_params", path: "params.campaigns[0].bidding" });

    const { undo } = await update({ bidOptimization: false, bidAdjustmentsByPlacement: [home(20)] });
    await update({ bidAdjustmentsByPlacement: [{ placement: "TOP_OF_SEARCH", percentage: 50 }] });
    expect(await biddingOf()).toMatchObject({
      bidOptimization: false,
      bidAdjustmentsByPlacement: [home(20), { placement: "TOP_OF_SEARCH", percentage: 50 }],
    });
    const audience = (percentage: number) => ({
      shopperCohortBidAdjustments: [
        { percentage, audienceSegments: [{ audienceId: "407242961697740599", audienceSegmentType: "SPONSORED_ADS_AMC" }] }, // prettier-ignore
      ],
    });
    await update(audience(10));
    expect(await biddingOf()).toMatchObject({ bidOptimization: false, ...audience(10) });
    // The bid would rise to more than 15 dollars: bid x 4 x 1.5 x 10.
    expect(await refused("sponsored_brands_campaigns", "update", change(audience(900)))).toMatchObject({
      code: "cap_exceeded",
      path: "params.campaigns[0].bidding",
    });
    expect(undo!.params).toMatchObject({ campaigns: [{ campaignId, bidding: { bidOptimization: true } }] });
    await ask("sponsored_brands_campaigns", "update", undo!.params as Dict);
    expect(await biddingOf()).toMatchObject({ bidOptimization: true });
    expect(await biddingOf()).not.toHaveProperty("bidAdjustmentsByPlacement");
  });
});
