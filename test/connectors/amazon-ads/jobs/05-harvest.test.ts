import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 5: a search term that sells becomes an exact keyword, and a negative keyword where it was found.

describeJob("harvest", { max_bid: { USD: 2 }, max_day_raise: { USD: 1000 } }, (job) => {
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
});
