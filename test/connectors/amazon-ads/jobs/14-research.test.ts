import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 14: find keywords, products, categories and brands to target.

describeJob("research", { max_bid: { USD: 2 } }, (job) => {
  test("a product leads to categories, brands, counts and a target", async () => {
    const { ask, refused } = job();
    const [product] = await ask<Dict[]>("product_metadata", "query", { skus: ["FH-TENT-2P"], adType: "SP" });
    expect(product).toMatchObject({ title: "Fernhill Hollow 2-Person Tent", eligibilityStatus: "ELIGIBLE" });
    const asins = [product!.asin];
    const [category] = await ask<Dict[]>("product_targeting", "category_recommendations", { asins });
    expect(category!.name).toBe("Tents & Shelters");
    const found = await ask<Dict[]>("product_targeting", "categories", { search: "camping tents" });
    expect(found).toEqual([expect.objectContaining({ id: category!.id, canBeTargeted: true })]);
    const { brands } = await ask<{ brands: Dict[] }>("product_targeting", "refinements", { categoryId: category!.id }); // prettier-ignore
    const [rival] = await ask<Dict[]>("product_targeting", "brands", { keyword: "summit" });
    expect(brands).toContainEqual(rival);
    const count = async (more: Dict = {}) =>
      (await ask<{ asinCounts: { min: number } }>("product_targeting", "count", { categoryId: category!.id, ...more })).asinCounts.min; // prettier-ignore
    expect(await count({ brandIds: [rival!.id] })).toBeLessThan(await count());
    expect((await refused("product_targeting", "refinements", { categoryId: "1" })).code).toBe("not_found");
  });

  test("products to target come in pages, and keyword groups have sample keywords", async () => {
    const { ask, metaOf } = job();
    const params = { asins: ["B0CK7R2M4Q"], limit: 5 };
    const seen = new Set<unknown>();
    let cursor: string | undefined;
    do {
      const page = { ...params, ...(cursor === undefined ? {} : { cursor }) };
      for (const one of await ask<Dict[]>("product_targeting", "products", page))
        seen.add(one.recommendedAsin);
      cursor = (await metaOf("product_targeting", "products", page)).next_cursor;
    } while (cursor !== undefined);
    expect(seen.size).toBe(12);
    const groups = await ask<Dict[]>("sponsored_product_keywords", "keyword_groups", { asins: params.asins });
    expect((groups[0]!.sampleKeywords as string[]).length).toBeGreaterThan(0);
    const recommended = await ask<Dict[]>("product_targeting", "brand_recommendations");
    expect(recommended.map(({ name }) => name)).toContain("Ridgeline");
  });

  test("Amazon recommends a budget for a new campaign, and changes of campaigns in pages", async () => {
    const { ask, metaOf, refused } = job();
    const plan = {
      asins: ["B0CK7R2M4Q", "B07R7V6KS8"],
      targetingType: "AUTO",
      targetingExpressions: [{ type: "CLOSE_MATCH" }],
      startDate: "2026-04-01",
    };
    expect(await ask("sponsored_product_campaigns", "initial_budget_recommendation", plan)).toMatchObject({
      dailyBudget: 35,
      benchmark: { benchmarkStatus: "Success", values: { clicks: { lower: 35, upper: 70 } } },
    });
    const campaignId = "144373194309380061";
    const of = (...types: string[]) => ({
      campaigns: types.map((recommendationType) => ({ campaignId, recommendationType })),
      limit: 2,
    });
    const three = of("BUDGET_STRATEGY", "PLACEMENT_BIDDING", "KEYWORD");
    const found = await ask<Dict[]>("sponsored_product_campaigns", "recommendations", three);
    expect(found).toMatchObject([
      { campaignId, recommendationDetails: { budgetRecommendation: { action: "INCREASE" } } },
      {
        campaignId,
        recommendationDetails: { placementBiddingRecommendations: [{ placementType: "PLACEMENT_TOP" }] },
      },
    ]);
    const { next_cursor: cursor } = await metaOf("sponsored_product_campaigns", "recommendations", three);
    const last = await ask<Dict[]>("sponsored_product_campaigns", "recommendations", { ...three, cursor });
    expect(last.map(({ recommendationType }) => recommendationType)).toEqual(["KEYWORD"]);
    expect((await refused("sponsored_product_campaigns", "recommendations", of("BIDS"))).code).toBe(
      "invalid_params",
    );
  });

  test("the tool finds products and categories for Sponsored Display, and the state of its creatives", async () => {
    const { ask, refused } = job();
    const advice = await ask<{ products: Dict[]; categories: Dict[] }>(
      "sd_targets",
      "target_recommendations",
      {
        asins: ["B0CK7R2M4Q"],
      },
    );
    expect(advice.products.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    expect(advice.categories).toMatchObject([{ category: 3401161, name: "Tents & Shelters" }]);
    const only = await ask("sd_targets", "target_recommendations", {
      asins: ["B0CK7R2M4Q"],
      types: ["CATEGORY"],
    });
    expect(only).not.toHaveProperty("products");
    const creatives = await ask<Dict[]>("sd_creatives", "list");
    const adGroupIds = [creatives[1]!.adGroupId];
    expect(await ask("sd_creatives", "list", { adGroupIds })).toEqual([creatives[1]]);
    expect(await ask("sd_creatives", "moderation", { adGroupIds })).toMatchObject([
      { creativeId: creatives[1]!.creativeId, moderationStatus: "APPROVED" },
    ]);
    const both = { adGroupIds, creativeIds: [creatives[1]!.creativeId] };
    expect(await refused("sd_creatives", "list", both)).toMatchObject({ code: "invalid_params" });
  });

  test("the tool finds categories, brands, products and headlines for Sponsored Brands, and makes a target of them", async () => {
    const { ask, metaOf, refused } = job();
    const asins = ["B0CK7R2M4Q"];
    const [category] = await ask<Dict[]>("sb_product_targeting", "category_recommendations", { asins });
    expect(category).toMatchObject({ id: "3401161", name: "Tents & Shelters", isTargetable: true });
    const top = await ask<Dict[]>("sb_product_targeting", "categories", { onlyTop: true });
    expect(top).toEqual([expect.objectContaining({ id: "3375251", isTargetable: false })]);
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = { parentCategoryId: "3400371", ...(cursor === undefined ? {} : { cursor }) };
      seen.push(...(await ask<Dict[]>("sb_product_targeting", "categories", page)).map(({ id }) => id));
      cursor = (await metaOf("sb_product_targeting", "categories", page)).next_cursor;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(5);
    expect(seen).toContain(category!.id);
    const refined = await ask<Dict>("sb_product_targeting", "refinements", { categoryId: category!.id });
    const more = await ask<Dict>("sb_product_targeting", "refinements", { categoryId: category!.id, nextToken: refined.nextToken }); // prettier-ignore
    expect([...(refined.brands as Dict[]), ...(more.brands as Dict[])]).toHaveLength(4);
    expect(more.nextToken).toBeUndefined();
    const [brand] = await ask<Dict[]>("sb_product_targeting", "brand_recommendations", { keyword: "summit" });
    expect(
      await ask("sb_product_targeting", "brand_recommendations", { categoryId: category!.id }),
    ).toContainEqual(brand);
    const both = { keyword: "summit", categoryId: category!.id };
    expect((await refused("sb_product_targeting", "brand_recommendations", both)).code).toBe(
      "invalid_params",
    );
    const count = async (brandIds?: unknown[]) =>
      (await ask<{ asinCounts: { min: number } }>("sb_product_targeting", "count", { categoryId: category!.id, ...(brandIds ? { brandIds } : {}) })).asinCounts.min; // prettier-ignore
    expect(await count([brand!.id])).toBeLessThan(await count());
    const negative = await ask<Dict[]>("sb_product_targeting", "negative_brands");
    expect(negative.map(({ name }) => name)).toContain("Ridgeline");
    const products = await ask<Dict[]>("sb_product_targeting", "products", { asins, limit: 2 });
    expect(products).toHaveLength(2);
    expect(await ask("sponsored_brands_ads", "headlines", { asins, top: 2 })).toHaveLength(2);

    const [ad] = await ask<Dict[]>("sb_targets", "list");
    const expressions = [
      { type: "asinCategorySameAs", value: category!.id },
      { type: "asinBrandSameAs", value: brand!.id },
    ];
    const target = { campaignId: ad!.campaignId, adGroupId: ad!.adGroupId, expressions, bid: 0.7 };
    const { after } = await ask<{ after: Dict[] }>("sb_targets", "create", {
      targets: [target],
      dry_run: true,
    });
    expect(after).toMatchObject([target]);
  });

  test("the search finds the actions for these questions", async () => {
    const { tool } = job();
    for (const [query, action] of [
      ["find categories to target", "product_targeting.categor"],
      ["categories for sponsored brands", "sb_product_targeting.categor"],
      ["recommended brands for sponsored brands", "sb_product_targeting.brand_recommendations"],
      ["brands to exclude in sponsored brands", "sb_product_targeting.negative_brands"],
      ["change the headline of a display ad", "sd_creatives.update"],
      ["titles of my ASINs", "product_metadata.query"],
      ["how many products are in a category", "product_targeting.count"],
      ["competitor products to target", "product_targeting.products"],
      ["lower bids by 10 percent", "change_by_percent"],
      ["raise bids in the evening", "bid_rules."],
      ["raise the budget on Black Friday", "budget_rules."],
      ["compare several accounts", "reports.run_profiles"],
    ])
      expect((await tool.call({ entity: "connector", action: "search", params: { query } })).text).toContain(action); // prettier-ignore
  });
});
