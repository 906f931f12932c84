import { expect, test } from "vitest";
import { describeJob, profileId } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 12: copy a campaign that works, in the same country or to another one.

const tents = "144373194309380061";
const canada = "1764209358817305";
const caps = {
  max_daily_budget: { USD: 500, CAD: 150 },
  max_bid: { USD: 5, CAD: 5 },
  max_change_percent: 50,
};
const lists = ["ad_groups", "product_ads", "keywords", "campaign_negative_keywords"] as const;
/** The fields that differ between a record and its copy. */
const own = /^(campaignId|adGroupId|adId|keywordId|targetId|asin)$/;

describeJob("copies of campaigns", caps, (job) => {
  const partsOf = async (campaignId: unknown, profile = profileId) => {
    const read = async (list: string) => {
      const params = { campaignIds: [campaignId], profileId: profile };
      const records = await job().ask<Dict[]>(`sponsored_product_${list}`, "list", params);
      const plain = records.map((record) =>
        Object.fromEntries(Object.entries(record).filter(([name]) => !own.test(name))),
      );
      return [list, plain.map((record) => JSON.stringify(record)).sort()] as const;
    };
    return Object.fromEntries(await Promise.all(lists.map(read)));
  };
  const campaignOf = async (campaignId: unknown, profile = profileId) =>
    (
      await job().ask<Dict[]>("sponsored_product_campaigns", "list", {
        campaignIds: [campaignId],
        profileId: profile,
      })
    )[0]!;

  test("a copy in the same profile has the same parts and bids, and is paused", async () => {
    const { ask, metaOf, sandbox } = job();
    const dry = await ask("sponsored_product_campaigns", "copy", { campaignId: tents, dry_run: true });
    const counts = {
      adGroups: 2,
      productAds: 2,
      keywords: 6,
      campaignNegativeKeywords: 2,
      targetingClauses: 0,
    };
    expect(dry).toMatchObject({
      effect: "spend",
      params: { campaignId: tents, profileId },
      after: { state: "PAUSED", currency: "USD", dailyBudget: 80, highestBid: 1.6, counts, notCopied: [] },
    });
    expect(dry.params).not.toHaveProperty("plan");
    expect(
      sandbox.calls().filter(({ method, path }) => method === "POST" && path === "/sp/campaigns"),
    ).toEqual([]);

    const made = await ask<{ campaignId: string; created: Dict; failed: Dict[] }>("sponsored_product_campaigns", "copy", { campaignId: tents }); // prettier-ignore
    expect(made).toMatchObject({ failed: [], notCopied: [] });
    expect(made).not.toHaveProperty("next");
    expect(await partsOf(made.campaignId)).toEqual(await partsOf(tents));
    const { name, state, budget, dynamicBidding, portfolioId } = await campaignOf(tents);
    const copy = await campaignOf(made.campaignId);
    expect(copy).toMatchObject({ name: `${String(name)} copy`, budget, dynamicBidding, portfolioId });
    expect([state, copy.state]).toEqual(["ENABLED", "PAUSED"]);
    const { undo } = await metaOf("sponsored_product_campaigns", "copy", {
      campaignId: tents,
      name: "Third",
    });
    await ask(undo!.entity, undo!.action, undo!.params as Dict);
    expect(await ask("sponsored_product_campaigns", "list", { names: ["Third"] })).toEqual([]);
  });

  test("a copy in another currency needs an exchange rate, and its cap is that of the other profile", async () => {
    const { ask, refused } = job();
    const copy = { campaignId: tents, fromProfileId: profileId, profileId: canada };
    expect(await refused("sponsored_product_campaigns", "copy", copy)).toMatchObject({
      code: "invalid_params",
      path: "params.exchangeRate",
      hint: expect.stringContaining("how many CAD one USD is") as string,
    });
    expect(await refused("sponsored_product_campaigns", "copy", { ...copy, exchangeRate: 2 })).toMatchObject({
      code: "cap_exceeded",
      message: expect.stringContaining("160") as string,
    });
    const made = await ask("sponsored_product_campaigns", "copy", { ...copy, exchangeRate: 1.4, budget: 30 });
    expect(await campaignOf(made.campaignId, canada)).toMatchObject({
      budget: { budget: 30 },
      state: "PAUSED",
    });
    const keywords = await partsOf(made.campaignId, canada);
    expect(keywords.keywords!.join()).toContain('"bid":2.03');
    expect(made.notCopied).toEqual([
      { kind: "campaign", record: "portfolioId", reason: "the portfolio belongs to the other profile" },
    ]);
  });

  test("a repeated copy creates nothing, and the error says how to continue the first one", async () => {
    const { ask, refused } = job();
    const copy = { campaignId: tents, name: "Once" };
    const { campaignId } = await ask("sponsored_product_campaigns", "copy", copy);
    expect(await refused("sponsored_product_campaigns", "copy", copy)).toMatchObject({
      code: "invalid_params",
      hint: expect.stringContaining(`intoCampaignId: "${String(campaignId)}"`) as string,
    });
    const again = { campaignId: tents, intoCampaignId: campaignId };
    expect(await ask("sponsored_product_campaigns", "copy", again)).toMatchObject({
      campaignId,
      created: {},
      failed: [],
    });
  });
});
