import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 17: an audit: who changed what, the structure of the account, and duplicates.

describeJob("audit", { max_bid: { USD: 3 } }, (job) => {
  test("the history shows the changes of a period, newest first, with values before and after", async () => {
    const { ask } = job();
    const [keyword] = await ask<Dict[]>("sponsored_product_keywords", "list", { limit: 1 });
    const { keywordId, bid } = keyword!;
    await ask("sponsored_product_keywords", "update", { keywords: [{ keywordId, bid: 0.4 }] });
    const query = (eventTypes: Dict) =>
      ask<Dict[]>("change_history", "query", {
        startDate: "-90d",
        endDate: "today",
        eventTypes,
      });
    const [change] = await query({ KEYWORD: { eventTypeIds: [keywordId], filters: ["BID_AMOUNT"] } });
    expect(change).toMatchObject({ changeType: "BID_AMOUNT", previousValue: String(bid), newValue: "0.4" });
    const all = await query({ CAMPAIGN: { parents: [{ useProfileIdAdvertiser: true }] } });
    const times = all.map(({ timestamp }) => timestamp as number);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(times.length).toBeGreaterThan(3);
  });

  test("an export shows the structure of the account, and keywords that exist twice", async () => {
    const { ask } = job();
    const [first] = await ask<Dict[]>("sponsored_product_keywords", "list", { limit: 1 });
    const groups = await ask<Dict[]>("sponsored_product_ad_groups", "list");
    const other = groups.find(({ adGroupId, campaignId }) => adGroupId !== first!.adGroupId && campaignId === first!.campaignId)!; // prettier-ignore
    const { campaignId, keywordText, matchType } = first!;
    const twin = { campaignId, adGroupId: other.adGroupId, keywordText, matchType, bid: 0.5 };
    await ask("sponsored_product_keywords", "create", { keywords: [twin] });
    const ordered = await ask<{ exportId: string }>("exports", "create", {
      kind: "targets",
      adProductFilter: ["SPONSORED_PRODUCTS"],
    });
    const { rows } = await ask<{ rows: Dict[] }>("exports", "download", {
      exportId: ordered.exportId,
      kind: "targets",
      top: 10_000,
      wait_seconds: 50,
    });
    const keywords = rows.filter(({ targetType, negative }) => targetType === "KEYWORD" && negative !== true);
    const byText = Map.groupBy(keywords, (one) => `${String(one.keywordText)} ${String(one.matchType)}`);
    const twice = [...byText].filter(([, same]) => same.length > 1).map(([key]) => key.toLowerCase());
    expect(twice).toContain(`${String(keywordText)} ${String(matchType)}`.toLowerCase());
  });
});
