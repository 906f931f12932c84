import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 3: change bids toward a target ACOS, from the figures of each keyword, target and theme.

const report = {
  reportTypeId: "sbTargeting",
  startDate: "2026-02-20",
  endDate: "2026-03-05",
  wait_seconds: 50,
  sortBy: "cost",
};

describeJob("bids in Sponsored Brands", { max_bid: { USD: 2 } }, (job) => {
  test("a keyword above the target gets a lower bid, which an undo restores", async () => {
    const { ask, metaOf, refused } = job();
    const { rows } = await ask<{ rows: Dict[] }>("reports", "run", {
      ...report,
      where: [{ column: "keywordType", is: "=", value: "EXACT" }],
      top: 1,
    });
    const keywordId = String(rows[0]!.keywordId);
    const bidOf = async () => (await ask("sb_keywords", "get", { keywordId })).bid as number;
    const before = await bidOf();
    const change = (bid: number) => ({ keywords: [{ keywordId, bid }] });
    const preview = await ask("sb_keywords", "update", { ...change(0.5), dry_run: true });
    expect(JSON.stringify(preview)).toContain(String(before));
    expect(await bidOf()).toBe(before);
    const meta = await metaOf("sb_keywords", "update", change(0.5));
    expect(await bidOf()).toBe(0.5);
    await ask("sb_keywords", "update", meta.undo!.params as Dict);
    expect(await bidOf()).toBe(before);
    expect(await refused("sb_keywords", "update", change(2.5))).toMatchObject({
      code: "cap_exceeded",
      path: "params.keywords[0].bid",
    });
  });

  test("targets and themes have bids too, and a report names them by their ids", async () => {
    const { ask, refused } = job();
    for (const [entity, itemsParam, idField, matchType] of [
      ["sb_targets", "targets", "targetId", "TARGETING_EXPRESSION"],
      ["sb_themes", "themes", "themeId", "THEME"],
    ] as const) {
      const where = [{ column: "matchType", is: "=", value: matchType }];
      const { rows } = await ask<{ rows: Dict[] }>("reports", "run", { ...report, where, top: 1 });
      const id = rows[0]!.keywordId;
      const change = (bid: number) => ({ [itemsParam]: [{ [idField]: id, bid }] });
      expect(await ask(entity, "update", change(0.55)), entity).toMatchObject({ succeeded: [{ id }] });
      const changed = (await ask<Dict[]>(entity, "list")).find((one) => one[idField] === id);
      expect(changed).toMatchObject({ bid: 0.55 });
      expect((await refused(entity, "update", change(2.5))).code, entity).toBe("cap_exceeded");
      expect((await refused(entity, "update", { [itemsParam]: [{ [idField]: "12", bid: 1 }] })).code).toBe(
        "not_found",
      );
    }
  });

  test("one call lowers the bids of all keywords or all targets of a campaign by 10 percent", async () => {
    const { ask } = job();
    const names = { names: ["SB Brand store"], states: ["PAUSED"] };
    const [campaign] = await ask<Dict[]>("sponsored_brands_campaigns", "list", names);
    const campaignIds = [campaign!.campaignId];
    for (const entity of ["sb_keywords", "sb_targets"]) {
      const bidsOf = async () =>
        (await ask<Dict[]>(entity, "list", { campaignIds })).map(({ bid }) => Number(bid));
      const before = await bidsOf();
      await ask(entity, "change_by_percent", { campaignIds, percent: -10 });
      expect(await bidsOf(), entity).toEqual(before.map((bid) => Math.floor(bid * 90 + 1e-6) / 100));
    }
    await ask("sponsored_brands_campaigns", "change_by_percent", { campaignIds, percent: -10 });
    expect((await ask<Dict[]>("sponsored_brands_campaigns", "list", names))[0]!.budget).toBe(27);
  });

  test("Amazon suggests bids for keywords, targets and themes", async () => {
    const { ask, refused } = job();
    const [campaign] = await ask<Dict[]>("sponsored_brands_campaigns", "list");
    const advice = await ask<Record<string, { recommendedBid: Dict }[]>>(
      "sb_keywords",
      "bid_recommendations",
      {
        campaignId: campaign!.campaignId,
        adFormat: "productCollection",
        keywords: [{ keywordText: "camping tent", matchType: "exact" }],
        targets: [[{ type: "asinCategorySameAs", value: "3401161" }]],
        themeTypes: ["KEYWORDS_RELATED_TO_YOUR_BRAND"],
      },
    );
    for (const kind of ["keywordsBids", "targetsBids", "themes"])
      expect(advice[`${kind}RecommendationSuccessResults`]![0]!.recommendedBid).toEqual({
        rangeStart: expect.any(Number),
        recommended: expect.any(Number),
        rangeEnd: expect.any(Number),
      });
    expect(await refused("sb_keywords", "bid_recommendations")).toMatchObject({ code: "invalid_params" });
  });
});
