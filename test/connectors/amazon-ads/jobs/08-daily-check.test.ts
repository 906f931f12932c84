import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 8: the daily check: which campaign spends more than before, and what was changed there.

describeJob("daily check", { max_daily_budget: { USD: 120 } }, (job) => {
  test("a report shows days side by side, and the history shows the change that explains a jump", async () => {
    const { ask } = job();
    const { rows } = await ask<{ rows: Dict[] }>("reports", "run", {
      reportTypeId: "spCampaigns",
      startDate: "2026-03-01",
      endDate: "2026-03-05",
      timeUnit: "DAILY",
      columns: ["date", "campaignId", "campaignName", "cost", "sales14d"],
      sumBy: ["date", "campaignId", "campaignName"],
      sortBy: "date",
      order: "asc",
      top: 1000,
      wait_seconds: 50,
    });
    const byCampaign = Map.groupBy(rows, ({ campaignName }) => campaignName);
    expect([...new Set(rows.map(({ date }) => date))]).toEqual(
      [1, 2, 3, 4, 5].map((day) => `2026-03-0${day}`),
    );
    const jumps = [...byCampaign].filter(([, days]) =>
      days.some(({ cost }, index) => index > 0 && (cost as number) > (days[index - 1]!.cost as number) * 1.3),
    );
    expect(jumps.length).toBeGreaterThan(0);

    const campaignId = "144373194309380061";
    const budget = { budget: 95 };
    await ask("sponsored_product_campaigns", "update", { campaigns: [{ campaignId, budget }] });
    const changes = await ask<Dict[]>("change_history", "query", {
      startDate: "today",
      eventTypes: { CAMPAIGN: { eventTypeIds: [campaignId] } },
    });
    expect(changes).toMatchObject([
      { changeType: "BUDGET_AMOUNT", entityId: campaignId, previousValue: "80", newValue: "95" },
    ]);
  });

  test("numbers of the last days are marked as not final", async () => {
    const { metaOf } = job();
    const { warnings } = await metaOf("reports", "run", {
      reportTypeId: "spCampaigns",
      startDate: "2026-03-09",
      endDate: "2026-03-11",
      sumBy: [],
      wait_seconds: 50,
    });
    expect(warnings!.join(" ")).toContain("not final");
  });
});
