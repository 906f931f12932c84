import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 12: adjust bids by placement, and change the bidding strategy.

const campaignId = "144373194309380061";
const placement = (name: string, percentage: number) => ({ placement: name, percentage });

describeJob("placements", { max_bid: { USD: 3 }, max_effective_bid: { USD: 5 } }, (job) => {
  test("a report shows the figures of placements, and a new adjustment keeps the others and stays under the cap", async () => {
    const { ask, metaOf, refused } = job();
    const { rows } = await ask<{ rows: Dict[] }>("reports", "run", {
      reportTypeId: "spCampaigns",
      startDate: "2026-02-20",
      endDate: "2026-03-05",
      groupBy: ["campaign", "campaignPlacement"],
      columns: ["campaignId", "placementClassification", "cost", "sales14d"],
      sumBy: ["campaignId", "placementClassification"],
      where: [{ column: "campaignId", is: "=", value: campaignId }],
      wait_seconds: 50,
    });
    expect(new Set(rows.map(({ placementClassification }) => placementClassification)).size).toBe(
      rows.length,
    );
    expect(rows.length).toBeGreaterThan(1);

    const change = (dynamicBidding: Dict) => ({ campaigns: [{ campaignId, dynamicBidding }] });
    const bidding = async () =>
      (await ask("sponsored_product_campaigns", "get", { campaignId })).dynamicBidding as Dict;
    const before = await bidding();
    const { undo } = await metaOf(
      "sponsored_product_campaigns",
      "update",
      change({ placementBidding: [placement("PLACEMENT_PRODUCT_PAGE", 30)] }),
    );
    expect((await bidding()).placementBidding).toEqual([
      placement("PLACEMENT_TOP", 50),
      placement("PLACEMENT_PRODUCT_PAGE", 30),
    ]);
    // The highest bid is 1.60 dollars: 1.60 x 1.5 x 2 is within the cap, and 1.60 x 3 x 2 is not.
    await ask("sponsored_product_campaigns", "update", change({ strategy: "AUTO_FOR_SALES" }));
    const tooHigh = change({ placementBidding: [placement("PLACEMENT_TOP", 200)] });
    const error = await refused("sponsored_product_campaigns", "update", tooHigh);
    expect(error).toMatchObject({ code: "cap_exceeded", path: "params.campaigns[0].dynamicBidding" });
    await ask("sponsored_product_campaigns", "update", change({ strategy: "LEGACY_FOR_SALES" }));
    await ask(undo!.entity, undo!.action, undo!.params as Dict);
    expect(await bidding()).toMatchObject({ strategy: before.strategy });
    expect((await bidding()).placementBidding).toContainEqual(placement("PLACEMENT_TOP", 50));
  });
});
