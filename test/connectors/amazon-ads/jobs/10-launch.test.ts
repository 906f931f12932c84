import { expect, test } from "vitest";
import { describeJob, type JobTool } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 10: launch Sponsored Products campaigns: an automatic one, and a manual one with keywords and products.

const caps = { max_daily_budget: { USD: 60 }, max_bid: { USD: 2 }, max_new_campaigns: 2 };
const idOf = async (made: Promise<Dict>) => ((await made).succeeded as { id: string }[])[0]!.id;

async function newGroup({ ask }: JobTool, name: string, targetingType: string) {
  const campaigns = [{ name, targetingType, budget: { budget: 20 } }];
  const campaignId = await idOf(ask("sponsored_product_campaigns", "create", { campaigns }));
  const adGroups = [{ campaignId, name: `${name} ads`, defaultBid: 0.8, state: "ENABLED" }];
  const adGroupId = await idOf(ask("sponsored_product_ad_groups", "create", { adGroups }));
  return { campaignId, adGroupId };
}

describeJob("launch of Sponsored Products", caps, (job) => {
  test("a manual campaign is made from suggested keywords, and starts within the caps", async () => {
    const { ask, refused } = job();
    const [product] = await ask<Dict[]>("product_metadata", "query", { searchStr: "2-Person Tent" });
    const parents = await newGroup(job(), "Tents launch", "MANUAL");
    const advice = await ask<{ keywordTargetList: Dict[] }>("sponsored_product_keywords", "keyword_recommendations", { asins: [product!.asin], maxRecommendations: 3 }); // prettier-ignore
    const keywords = advice.keywordTargetList.map(({ keyword }) => ({ ...parents, keywordText: keyword, matchType: "EXACT", bid: 0.9, state: "ENABLED" })); // prettier-ignore
    await ask("sponsored_product_keywords", "create", { keywords });
    const productAds = [{ ...parents, sku: product!.sku, state: "ENABLED" }];
    await ask("sponsored_product_product_ads", "create", { productAds });
    const { campaignId } = parents;
    expect(await ask("sponsored_product_campaigns", "get", { campaignId })).toMatchObject({
      state: "PAUSED",
    });
    const start = { campaigns: [{ campaignId, state: "ENABLED" }] };
    const shown = await ask<{ exposure: Dict }>("sponsored_product_campaigns", "update", { ...start, dry_run: true }); // prettier-ignore
    expect(shown.exposure).toEqual({
      before: { daily_spend: 0 },
      after: { daily_spend: 40, highest_adjusted_bid: 0.9 },
      why: "Amazon can spend up to twice a daily budget on one day",
    });
    await ask("sponsored_product_campaigns", "update", start);
    const two = { campaigns: [{ campaignId, budget: { budget: 70 } }] };
    expect((await refused("sponsored_product_campaigns", "update", two)).code).toBe("cap_exceeded");
  });

  test("an automatic campaign gets its targets from Amazon, and a group of keywords can be a target", async () => {
    const { ask } = job();
    const auto = await newGroup(job(), "Tents auto", "AUTO");
    const targets = await ask<Dict[]>("sponsored_product_targets", "list", {
      campaignIds: [auto.campaignId],
    });
    expect(targets).toHaveLength(4);
    const manual = await newGroup(job(), "Tents groups", "MANUAL");
    const [group] = await ask<Dict[]>("sponsored_product_keywords", "keyword_groups", {
      asins: ["B0CK7R2M4Q"],
    });
    const expression = [{ type: "KEYWORD_GROUP_SAME_AS", value: group!.id }];
    const targetId = await idOf(ask("sponsored_product_targets", "create", { targetingClauses: [{ ...manual, expression, bid: 0.7 }] })); // prettier-ignore
    expect(await ask("sponsored_product_targets", "get", { targetId })).toMatchObject({
      expression,
      state: "PAUSED",
    });
  });

  test("campaigns beyond the day's limit do not start", async () => {
    const { ask, refused } = job();
    const campaigns = await Promise.all(
      [1, 2].map(async (index) => ({
        campaignId: (await newGroup(job(), `Extra ${index}`, "AUTO")).campaignId,
        state: "ENABLED",
      })),
    );
    expect(await refused("sponsored_product_campaigns", "update", { campaigns })).toMatchObject({ code: "cap_exceeded" }); // prettier-ignore
    await ask("sponsored_product_campaigns", "update", { campaigns: campaigns.slice(1) });
  });
});
