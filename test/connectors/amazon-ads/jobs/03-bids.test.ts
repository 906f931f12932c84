import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 3: change bids toward a target ACOS.

describeJob("bids toward a target ACOS", { max_bid: { USD: 2 } }, (job) => {
  test("keywords above the target get lower bids, keywords far below it get higher bids, and an undo restores all bids", async () => {
    const { ask, metaOf } = job();
    const { rows } = await ask<{ rows: Dict[] }>("reports", "run", {
      reportTypeId: "spTargeting",
      startDate: "2026-02-10",
      endDate: "2026-03-05",
      columns: ["keywordId", "keywordType", "cost", "sales14d", "acos14d"],
      sumBy: ["keywordId", "keywordType"],
      where: [{ column: "keywordType", is: "=", value: "EXACT" }],
      having: [{ column: "sales14d", is: ">", value: 0 }],
      sortBy: "acos14d",
      top: 1000,
      wait_seconds: 50,
    });
    const ids = rows.map(({ keywordId }) => keywordId);
    const bids = async () => {
      const found = await ask<Dict[]>("sponsored_product_keywords", "list", { keywordIds: ids });
      return new Map(found.map(({ keywordId, bid }) => [keywordId, bid as number]));
    };
    const before = await bids();
    const keywords = rows.flatMap(({ keywordId, acos14d }) => {
      const bid = before.get(keywordId);
      const factor = (acos14d as number) > 30 ? 0.8 : (acos14d as number) < 10 ? 1.1 : 1;
      return bid === undefined || factor === 1
        ? []
        : [{ keywordId, bid: Math.round(bid * factor * 100) / 100 }];
    });
    const lowered = keywords.filter(({ keywordId, bid }) => bid < before.get(keywordId)!);
    expect(lowered.length).toBeGreaterThan(0);
    expect(lowered.length).toBeLessThan(keywords.length);
    const { undo } = await metaOf("sponsored_product_keywords", "update", { keywords });
    const after = await bids();
    for (const { keywordId, bid } of keywords) expect(after.get(keywordId)).toBe(bid);
    await ask(undo!.entity, undo!.action, undo!.params as Dict);
    expect(await bids()).toEqual(before);
  });

  test("Amazon suggests bids, and a bid above the cap is refused", async () => {
    const { ask, refused } = job();
    const [keyword] = await ask<Dict[]>("sponsored_product_keywords", "list", { limit: 1 });
    const { campaignId, adGroupId, keywordId, keywordText } = keyword!;
    const expressions = [{ type: "KEYWORD_EXACT_MATCH", value: keywordText }];
    const advice = await ask<{ bidRecommendations: Dict[] }>(
      "sponsored_product_targets",
      "bid_recommendations",
      {
        campaignId,
        adGroupId,
        targetingExpressions: expressions,
      },
    );
    const [found] = advice.bidRecommendations[0]!.bidRecommendationsForTargetingExpressions as Dict[];
    expect(found!.bidValues).toHaveLength(3);
    expect(
      await refused("sponsored_product_keywords", "update", { keywords: [{ keywordId, bid: 2.5 }] }),
    ).toMatchObject({ code: "cap_exceeded", path: "params.keywords[0].bid" });
  });

  test("a target of Sponsored Display has a suggested bid and gets a new bid", async () => {
    const { ask } = job();
    const [target] = await ask<Dict[]>("sd_targets", "list");
    const targetId = target!.targetId;
    const { expression } = target!;
    const advice = await ask<{ bidRecommendations: Dict[] }>("sd_targets", "bid_recommendations", {
      expressions: [expression],
    });
    const { rangeLower, recommended, rangeUpper } = advice.bidRecommendations[0] as Record<string, number>;
    expect([rangeLower, recommended, rangeUpper]).toEqual(
      [rangeLower, recommended, rangeUpper].toSorted((a, b) => a! - b!),
    );
    const forViews = await ask("sd_targets", "bid_recommendations", {
      expressions: [expression],
      bidOptimization: "reach",
    });
    expect(forViews).toMatchObject({ costType: "vcpm", bidRecommendations: [{ code: "200" }] });
    await ask("sd_targets", "update", { targets: [{ targetId, bid: 0.5 }] });
    expect(await ask("sd_targets", "get", { targetId })).toMatchObject({ bid: 0.5 });
  });
});
