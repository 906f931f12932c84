import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 5: a search term that sells becomes an exact keyword, and a negative keyword where it was found.

describeJob("harvest in Sponsored Brands", { max_bid: { USD: 2 }, max_day_raise: { USD: 500 } }, (job) => {
  test("a converting term moves from its broad keyword to an exact keyword of another campaign", async () => {
    const { ask } = job();
    const { rows } = await ask<{ rows: Dict[] }>("reports", "run", {
      reportTypeId: "sbSearchTerm",
      startDate: "2026-02-10",
      endDate: "2026-03-05",
      wait_seconds: 50,
      where: [{ column: "matchType", is: "=", value: "BROAD" }],
      sortBy: "purchases",
      top: 1,
    });
    const { searchTerm, campaignId, adGroupId } = rows[0] as Record<string, string>;
    expect(Number(rows[0]!.purchases)).toBeGreaterThan(0);
    const groups = await ask<Dict[]>("sponsored_brands_ad_groups", "list");
    const other = groups.find((group) => group.campaignId !== campaignId)!;
    const words = { keywordText: searchTerm };
    const made = await ask<{ succeeded: { id: string }[] }>("sb_keywords", "create", {
      keywords: [
        { campaignId: other.campaignId, adGroupId: other.adGroupId, ...words, matchType: "exact", bid: 1.1 },
      ],
    });
    await ask("sb_negative_keywords", "create", {
      negativeKeywords: [{ campaignId, adGroupId, ...words, matchType: "negativeExact" }],
    });
    const keywordId = made.succeeded[0]!.id;
    expect(await ask("sb_keywords", "get", { keywordId })).toMatchObject({
      campaignId: other.campaignId,
      keywordText: searchTerm,
      matchType: "exact",
      bid: 1.1,
      state: "enabled",
    });
    const negatives = await ask<Dict[]>("sb_negative_keywords", "list", { adGroupIds: [adGroupId] });
    expect(negatives.map(({ keywordText }) => keywordText)).toContain(searchTerm);
  });

  test("a new keyword is enabled at once, so it needs the right to spend, and caps apply", async () => {
    const { ask, refused, tool } = job();
    const described = await tool.call({ entity: "sb_keywords", action: "describe", params: { action: "create" } }); // prettier-ignore
    expect(described.text).toContain('"effect":"spend"');
    const [group] = await ask<Dict[]>("sponsored_brands_ad_groups", "list");
    const { campaignId, adGroupId } = group!;
    const create = (bid: number) => ({
      keywords: [{ campaignId, adGroupId, keywordText: "dome tent", matchType: "exact", bid }],
    });
    expect(await refused("sb_keywords", "create", create(2.5))).toMatchObject({ code: "cap_exceeded" });
    expect((await refused("sb_keywords", "create", { keywords: [{ ...create(1).keywords[0], bid: undefined }] })).code).toBe("invalid_params"); // prettier-ignore
  });
});
