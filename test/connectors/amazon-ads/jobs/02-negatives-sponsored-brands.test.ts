import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 2: add negatives for the search terms and products that cost money and sell nothing.

const report = {
  reportTypeId: "sbSearchTerm",
  startDate: "2026-02-20",
  endDate: "2026-03-05",
  wait_seconds: 50,
};

// The campaign "SB Tents collection" has a budget of 60 dollars, and the campaign "SB Boots video" of 45 dollars.
const caps = { max_daily_budget: { USD: 50 } };

describeJob("negatives in Sponsored Brands", caps, (job) => {
  test("the most expensive search term becomes a negative keyword, which an undo archives", async () => {
    const { ask, metaOf, sandbox } = job();
    const { rows } = await ask<{ rows: Dict[] }>("reports", "run", {
      ...report,
      where: [{ column: "campaignName", is: "=", value: "SB Boots video" }],
      sortBy: "cost",
      top: 1,
    });
    const { campaignId, adGroupId, searchTerm } = rows[0] as Record<string, string>;
    const negativeKeywords = [{ campaignId, adGroupId, keywordText: searchTerm, matchType: "negativeExact" }];
    const meta = await metaOf("sb_negative_keywords", "create", { negativeKeywords });
    const list = () => ask<Dict[]>("sb_negative_keywords", "list", { campaignIds: [campaignId] });
    const found = (await list()).find(({ keywordText }) => keywordText === searchTerm)!;
    expect(found).toMatchObject({ adGroupId, matchType: "negativeExact", state: "enabled" });
    expect(meta.undo).toMatchObject({
      entity: "sb_negative_keywords",
      action: "archive",
      params: { keywordIds: [found.keywordId] },
    });
    await ask("sb_negative_keywords", "archive", meta.undo!.params as Dict);
    expect((await list()).map(({ keywordText }) => keywordText)).not.toContain(searchTerm);
    expect(sandbox.calls().at(-1)!.operation).toBe("GET /sb/negativeKeywords");
  });

  test("the same negative keyword again changes nothing", async () => {
    const { ask } = job();
    const [one] = await ask<Dict[]>("sb_negative_keywords", "list");
    const { campaignId, adGroupId, keywordText, matchType } = one!;
    const negativeKeywords = [{ campaignId, adGroupId, keywordText, matchType }];
    const again = await ask("sb_negative_keywords", "create", { negativeKeywords });
    expect(again).toMatchObject({ succeeded: [], unchanged: [{ index: 0, reason: "DUPLICATE_VALUE" }] });
  });

  test("caps apply if a negative target is archived, because the whole budget can then go to other products", async () => {
    const { ask, refused } = job();
    const names = { names: ["SB Tents collection"] };
    const [{ campaignId, adGroupId }] = await ask<[Dict]>("sponsored_brands_ad_groups", "list", names);
    const expressions = [{ type: "asinSameAs", value: "B07R7V6KS8" }];
    const made = await ask<{ succeeded: { id: string }[] }>("sb_negative_targets", "create", {
      negativeTargets: [{ campaignId, adGroupId, expressions }],
    });
    const targetId = made.succeeded[0]!.id;
    expect(await ask("sb_negative_targets", "get", { targetId })).toMatchObject({ expressions });
    const paused = { negativeTargets: [{ targetId, state: "paused" }] };
    for (const error of [
      await refused("sb_negative_targets", "update", paused),
      await refused("sb_negative_targets", "archive", { targetIds: [targetId] }),
    ])
      expect(error).toMatchObject({ code: "cap_exceeded", outcome: "not_started" });
    expect(await ask("sb_negative_targets", "get", { targetId })).toMatchObject({ state: "enabled" });
  });
});
