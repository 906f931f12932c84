import { expect, test } from "vitest";
import { describeJob, profileId } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 5: a search term that sells becomes an exact keyword, and a negative keyword where it was found.

describeJob(
  "harvest",
  { max_bid: { USD: 2 }, max_daily_budget: { USD: 60 }, max_day_raise: { USD: 1000 } },
  (job) => {
    test("a converting term of a broad keyword moves to an exact keyword of another campaign", async () => {
      const { ask, metaOf } = job();
      const { rows } = await ask<{ rows: Dict[] }>("reports", "run", {
        reportTypeId: "spSearchTerm",
        startDate: "2026-02-10",
        endDate: "2026-03-05",
        where: [{ column: "matchType", is: "=", value: "BROAD" }],
        sumBy: ["searchTerm", "campaignId", "adGroupId"],
        having: [{ column: "purchases14d", is: ">", value: 0 }],
        sortBy: "purchases14d",
        top: 1,
        wait_seconds: 50,
      });
      const { searchTerm, campaignId, adGroupId } = rows[0] as Record<string, string>;
      const [target] = await ask<Dict[]>("sponsored_product_ad_groups", "list", {
        campaignIds: ["144373194309380061"],
      });
      const keyword = {
        campaignId: target!.campaignId,
        adGroupId: target!.adGroupId,
        keywordText: searchTerm,
        matchType: "EXACT",
        bid: 1.1,
        state: "ENABLED",
      };
      const meta = await metaOf("sponsored_product_keywords", "create", { keywords: [keyword] });
      await ask("sponsored_product_negative_keywords", "create", {
        negativeKeywords: [{ campaignId, adGroupId, keywordText: searchTerm, matchType: "NEGATIVE_EXACT" }],
      });
      const found = await ask<Dict[]>("sponsored_product_keywords", "list", {
        campaignIds: [keyword.campaignId],
        keywordTexts: [searchTerm],
        textMatch: "EXACT_MATCH",
      });
      expect(found).toMatchObject([{ matchType: "EXACT", bid: 1.1, state: "ENABLED" }]);
      expect(meta.undo!.params).toMatchObject({ keywordIds: [found[0]!.keywordId] });
      const again = await ask("sponsored_product_keywords", "create", { keywords: [keyword] });
      expect(again).toMatchObject({ succeeded: [], unchanged: [{ reason: "DUPLICATE_VALUE" }] });
    });

    test("a product that sells becomes a target of Sponsored Display", async () => {
      const { ask } = job();
      const { rows } = await ask<{ rows: Dict[] }>("reports", "run", {
        reportTypeId: "spPurchasedProduct",
        startDate: "2026-02-10",
        endDate: "2026-03-05",
        columns: ["purchasedAsin", "sales14d"],
        sumBy: ["purchasedAsin"],
        sortBy: "sales14d",
        top: 1,
        wait_seconds: 50,
      });
      const [group] = await ask<Dict[]>("sd_ad_groups", "list");
      const expression = [{ type: "asinSameAs", value: rows[0]!.purchasedAsin }];
      const targets = [{ adGroupId: group!.adGroupId, expression, bid: 0.6 }];
      const made = await ask<{ succeeded: Dict[] }>("sd_targets", "create", { targets });
      expect(await ask("sd_targets", "get", { targetId: made.succeeded[0]!.id })).toMatchObject({
        expression,
        state: "paused",
      });
    });

    test("a target promotion group creates keywords and targets of recommended terms", async () => {
      const { ask, metaOf, refused, sandbox } = job();
      const entities = sandbox.state().accounts.find((one) => one.profile.profileId === profileId)!.entities;
      const automatic = entities["sp/campaigns"].find(({ name }) => name === "Trekking poles - Auto")!;
      const source = entities["sp/adGroups"].find(({ campaignId }) => campaignId === automatic.campaignId)!;
      const ads = entities["sp/productAds"].filter(({ adGroupId }) => adGroupId === source.adGroupId);
      // A manual campaign needs ad groups with the same products, one for keywords and one for products.
      const made = async (entity: string, params: Dict) =>
        (await ask<{ succeeded: { id: string }[] }>(entity, "create", params)).succeeded[0]!.id;
      const campaignId = await made("sponsored_product_campaigns", {
        campaigns: [{ name: "Harvest", targetingType: "MANUAL", budget: { budget: 20 }, state: "ENABLED" }],
      });
      const destinationAdGroupIds: string[] = [];
      for (const name of ["Keywords", "Products"]) {
        const adGroups = [{ campaignId, name, defaultBid: 0.9, state: "ENABLED" }];
        const adGroupId = await made("sponsored_product_ad_groups", { adGroups });
        const productAds = ads.map(({ sku }) => ({ campaignId, adGroupId, sku, state: "ENABLED" }));
        await ask("sponsored_product_product_ads", "create", { productAds });
        destinationAdGroupIds.push(adGroupId);
      }
      const found = await ask<Dict[]>("target_promotion_groups", "recommendations", {
        campaignIds: [automatic.campaignId],
        limit: 3,
      });
      expect(found).toMatchObject([
        { targetType: "KEYWORD" },
        { targetType: "KEYWORD" },
        { targetType: "ASIN" },
      ]);

      const group = await ask("target_promotion_groups", "create", {
        name: "Poles",
        adGroupId: source.adGroupId,
        destinationAdGroupIds,
      });
      const { targetPromotionGroupId } = group as { targetPromotionGroupId: string };
      expect(await ask("target_promotion_groups", "list", { sourceAdGroupIds: [source.adGroupId] })).toEqual([
        group,
      ]);
      expect(await ask("target_promotion_groups", "list", { destinationAdGroupIds: ["1"] })).toEqual([]);

      const create = (targets: Dict[]) => ["target_promotion_groups", "create_targets", { targetPromotionGroupId, targets }] as const; // prettier-ignore
      const keyword = { keyword: found[0]!.recommendedTarget, matchType: "EXACT" };
      const product = { asin: found[2]!.recommendedTarget, matchType: "PRODUCT_EXACT", bid: 1.2 };
      expect(await refused(...create([product, { ...keyword, bid: 2.5 }]))).toMatchObject({
        code: "cap_exceeded",
        message: expect.stringContaining("targets[1].bid would be 2.5 USD"),
      });
      expect((await refused(...create([{ ...keyword, asin: "B07R7V6KS8" }]))).code).toBe("invalid_params");
      const result = await ask<{ succeeded: Dict[] }>(...create([keyword, product]));
      expect(result.succeeded).toMatchObject([
        {
          index: 0,
          record: { keywordText: keyword.keyword, destinationAdGroupId: destinationAdGroupIds[0] },
        },
        { index: 1, record: { target: product.asin, destinationAdGroupId: destinationAdGroupIds[1] } },
      ]);
      const adGroupIds = destinationAdGroupIds.slice(0, 1);
      const keywords = await ask<Dict[]>("sponsored_product_keywords", "list", { adGroupIds });
      expect(keywords).toMatchObject([{ keywordText: keyword.keyword, state: "ENABLED" }]);
      expect(await ask("target_promotion_groups", "targets", { adGroupIds })).toMatchObject([
        { keywordId: keywords[0]!.keywordId },
      ]);
      // The same keyword again changes nothing.
      expect((await metaOf(...create([keyword]))).already).toBe("DUPLICATE_VALUE");
    });
  },
);
