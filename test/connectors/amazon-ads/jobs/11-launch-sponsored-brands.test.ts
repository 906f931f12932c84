import { expect, test } from "vitest";
import { describeJob, type JobTool } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 11: launch a Sponsored Brands campaign with a collection, a video or a Store spotlight.

const caps = { max_daily_budget: { USD: 100 }, max_bid: { USD: 3 }, max_new_campaigns: 10 };

const idOf = async (made: Promise<Dict>) => ((await made).succeeded as { id: string }[])[0]!.id;

/** Creates a paused campaign with a paused ad group. */
async function newGroup({ ask }: JobTool, name: string, more: Dict = {}) {
  const [brand] = await ask<Dict[]>("sb_brands", "list");
  const brandEntityId = brand!.brandEntityId;
  const campaigns = [{ name, budget: 40, brandEntityId, ...more }];
  const campaignId = await idOf(ask("sponsored_brands_campaigns", "create", { campaigns }));
  const adGroups = [{ campaignId, name: `${name} ads` }];
  const adGroupId = await idOf(ask("sponsored_brands_ad_groups", "create", { adGroups }));
  return { campaignId, adGroupId };
}

/** Finds a logo and a video in the library of assets, and the address of the Store. */
async function findAssets({ ask }: JobTool) {
  const [logo] = await ask<Dict[]>("creative_assets", "search", { assetType: "IMAGE", text: "logo" });
  const [video] = await ask<Dict[]>("creative_assets", "search", { assetType: "VIDEO" });
  const [store] = await ask<{ storePageInfo: { storePageUrl: string }[] }[]>("stores", "list");
  return { logo: logo!.assetId, video: video!.assetId, url: store!.storePageInfo[0]!.storePageUrl };
}

const asins = ["B0CP1W7J5S", "B0CK7R2M4Q", "B0BX3D8K2N"];

describeJob("launch of Sponsored Brands", caps, (job) => {
  test("an ad of each format is created paused, and describe shows each format", async () => {
    const { ask, tool } = job();
    const { logo, video, url } = await findAssets(job());
    const brand = { brandName: "Fernhill", brandLogoAssetID: logo };
    const landingPage = { pageType: "STORE", url };
    const headline = "Made for long trails";
    const subpages = asins.map((asin) => ({ pageTitle: "Boots", asin, url }));
    const formats: [format: string, ad: Dict, type?: string][] = [
      ["video", { creative: { asins: asins.slice(0, 1), videoAssetIds: [video] } }],
      ["brand_video", { creative: { ...brand, headline, videoAssetIds: [video] }, landingPage }, "BRAND_VIDEO"], // prettier-ignore
      ["product_collection", { creative: { ...brand, headline, asins }, landingPage: { pageType: "PRODUCT_LIST", asins } }, "PRODUCT_COLLECTION"], // prettier-ignore
      ["product_collection_extended", { creative: { ...brand, headline, asins, customImages: [{ assetId: logo }] }, landingPage }, "PRODUCT_COLLECTION"], // prettier-ignore
      ["manual_collection", { creative: { ...brand, asins } }, "MANUAL_COLLECTION"],
      ["auto_collection", { creative: brand }, "AUTO_COLLECTION"],
      ["store_spotlight", { creative: { ...brand, headline, subpages }, landingPage }, "STORE_SPOTLIGHT"],
    ];
    for (const [format, ad, type] of formats) {
      const { campaignId, adGroupId } = await newGroup(job(), `Launch ${format}`);
      const ads = [{ adGroupId, name: `Ad ${format}`, ...ad }];
      const adId = await idOf(ask("sponsored_brands_ads", `create_${format}`, { ads }));
      const [made] = await ask<Dict[]>("sponsored_brands_ads", "list", { adIds: [adId] });
      expect(made, format).toMatchObject({ campaignId, adGroupId, state: "PAUSED" });
      expect((made!.creative as Dict).type, format).toBe(type);
    }
    const described = await tool.call({ entity: "sponsored_brands_ads", action: "describe" });
    for (const [format] of formats) expect(described.text).toContain(`create_${format}`);
  });

  test("keywords, targets and themes complete a campaign, and enabling the campaign is capped by its bids", async () => {
    const { ask, refused } = job();
    const { campaignId, adGroupId } = await newGroup(job(), "Boots");
    const { video } = await findAssets(job());
    const ads = [{ adGroupId, name: "Boots", state: "ENABLED", creative: { asins: asins.slice(0, 1), videoAssetIds: [video] } }]; // prettier-ignore
    await ask("sponsored_brands_ads", "create_video", { ads });
    const parents = { campaignId, adGroupId };
    await ask("sb_keywords", "create", { keywords: [{ ...parents, keywordText: "hiking boots", matchType: "phrase", bid: 1.4 }] }); // prettier-ignore
    await ask("sb_targets", "create", { targets: [{ ...parents, expressions: [{ type: "asinCategorySameAs", value: "679255011" }], bid: 1 }] }); // prettier-ignore
    await ask("sb_themes", "create", { themes: [{ ...parents, themeType: "KEYWORDS_RELATED_TO_YOUR_BRAND", bid: 2.8 }] }); // prettier-ignore
    await ask("sponsored_brands_ad_groups", "update", { adGroups: [{ adGroupId, state: "ENABLED" }] });
    const start = { campaigns: [{ campaignId, state: "ENABLED" }] };
    const shown = await ask("sponsored_brands_campaigns", "update", { ...start, dry_run: true });
    // A theme bids 2.80, and Amazon can raise each bid by 300 percent.
    expect(JSON.stringify(shown)).toMatch(/"highest_adjusted_bid":11\.2/);
    expect(await ask("sponsored_brands_campaigns", "update", start)).toMatchObject({
      succeeded: [{ record: { state: "ENABLED" } }],
    });
    expect((await refused("sponsored_brands_campaigns", "update", { campaigns: [{ campaignId, budget: 120 }] })).code).toBe("cap_exceeded"); // prettier-ignore
  });

  test("a campaign with a goal gets a theme, and an undo archives what was created", async () => {
    const { ask, metaOf, refused } = job();
    const goal = { goal: "BRAND_IMPRESSION_SHARE", costType: "VCPM" };
    const { adGroupId } = await newGroup(job(), "Brand goal", goal);
    const themes = await ask<Dict[]>("sb_themes", "list", { adGroupIds: [adGroupId] });
    expect(themes).toMatchObject([{ themeType: "KEYWORDS_RELATED_TO_YOUR_BRAND", state: "enabled" }]);
    const campaigns = [{ name: "Mistake", budget: 20, brandEntityId: "ENTITY2FERNHILLBRAND" }];
    const { undo } = await metaOf("sponsored_brands_campaigns", "create", { campaigns });
    expect(undo).toMatchObject({ entity: "sponsored_brands_campaigns", action: "archive" });
    await ask("sponsored_brands_campaigns", "archive", undo!.params as Dict);
    const names = { names: ["Mistake"] };
    expect(await ask("sponsored_brands_campaigns", "list", names)).toEqual([]);

    for (const wrong of [
      { budgetType: "LIFETIME" },
      { endDate: "2026-06-30" },
      { goal: "PAGE_VISIT" },
      { goal: "BRAND_IMPRESSION_SHARE", costType: "CPC" },
      { bidding: { bidAdjustmentsByPlacement: [{ placement: "HOME", percentage: 20 }] } },
    ]) {
      const error = await refused("sponsored_brands_campaigns", "create", { campaigns: [{ ...campaigns[0], ...wrong }] }); // prettier-ignore
      expect(error, JSON.stringify(wrong)).toMatchObject({ code: "invalid_params", outcome: "not_started" });
    }
  });

  test("a search finds the actions of the job", async () => {
    const { tool } = job();
    for (const [query, action] of [
      ["launch a store spotlight", "sponsored_brands_ads.create_store_spotlight"],
      ["find the logo image asset", "creative_assets.search"],
      ["add negative keywords to sponsored brands", "sb_negative_keywords.create"],
      ["change the bid of a theme", "sb_themes.update"],
    ]) {
      const { text } = await tool.call({ entity: "connector", action: "search", params: { query } });
      expect(text, query).toContain(`{"actions":["${action}(`);
    }
  });

  test("Amazon's reasons for a refused ad reach the caller", async () => {
    const { refused } = job();
    const { adGroupId } = await newGroup(job(), "Wrong ads");
    const { video } = await findAssets(job());
    const creative = { asins: ["B000000000"], videoAssetIds: [video] };
    const error = await refused("sponsored_brands_ads", "create_video", {
      ads: [{ adGroupId, name: "Wrong", creative }],
    });
    expect(error).toMatchObject({ code: "upstream_rejected", path: "params.ads[0].creative.asins" });
    expect(error.message).toContain("INVALID_ASIN");
  });
});
