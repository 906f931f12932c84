import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 6: campaigns that run out of budget, and budget that moves from one campaign to another.

describeJob("budgets", { max_daily_budget: { USD: 120 }, max_day_raise: { USD: 100 } }, (job) => {
  test("the tool finds the campaigns that run out of budget, and Amazon's suggestions for them", async () => {
    const { ask } = job();
    const campaigns = await ask<Dict[]>("sponsored_product_campaigns", "list", { states: ["ENABLED"] });
    const campaignIds = campaigns.map(({ campaignId }) => campaignId);
    const usage = await ask<Dict[]>("sponsored_product_campaigns", "budget_usage", { campaignIds });
    expect(usage).toHaveLength(campaigns.length);
    const full = usage.filter(({ budgetUsagePercent }) => (budgetUsagePercent as number) > 80);
    expect(full.length).toBeGreaterThan(0);
    const advice = await ask<{ budgetRecommendationsSuccessResults: Dict[] }>(
      "sponsored_product_campaigns",
      "budget_recommendations",
      { campaignIds: full.map(({ campaignId }) => campaignId) },
    );
    for (const one of advice.budgetRecommendationsSuccessResults) {
      const { budget } = full.find(({ campaignId }) => campaignId === one.campaignId)!;
      expect(one.suggestedBudget).toBeGreaterThanOrEqual(budget as number);
    }
  });

  test("one call compares the spending with the budgets, and has the times without budget", async () => {
    const { ask } = job();
    const { campaigns, total, day } = await ask<{ campaigns: Dict[]; total: Dict; day: string }>(
      "budgets",
      "pacing",
      { monthBudget: 10_000, wait_seconds: 50 },
    );
    const { rows } = await ask<{ rows: Dict[] }>("reports", "run", {
      reportTypeId: "spCampaigns",
      startDate: "this month",
      endDate: "yesterday",
      columns: ["cost"],
      sumBy: [],
      wait_seconds: 50,
    });
    const spent = campaigns.filter(({ product }) => product === "SP");
    const cost = spent.reduce((sum, one) => sum + Number(one.spentMonth) - Number(one.spentToday), 0);
    expect(cost).toBeCloseTo(rows[0]!.cost as number, 1);
    expect(new Set(campaigns.map(({ product }) => product))).toEqual(new Set(["SP", "SB", "SD"]));
    const tents = campaigns.find(({ name }) => name === "Tents - Exact")!;
    const times = tents.outOfBudget as { from: string; until: string }[];
    expect(times[0]!.from).toMatch(/^2026-03-01 \d\d:\d\d$/);
    expect(times[0]!.until).toBe("2026-03-02 00:00");
    expect(String(tents.runsOutAt)).toContain(day);
    expect(total.forecastPercentOfMonthBudget).toBeCloseTo((total.forecastMonth as number) / 100, 1);
  });

  test("one call moves budget, its dry run shows the worst day before and after, and an undo restores the budgets", async () => {
    const { ask, metaOf, refused } = job();
    const list = async () => {
      const found = await ask<{ campaignId: string; name: string; budget: Dict }[]>("sponsored_product_campaigns", "list"); // prettier-ignore
      return new Map(found.map((one) => [one.name, one]));
    };
    const before = await list();
    const [from, to] = [before.get("Boots - Keywords")!, before.get("Tents - Exact")!];
    const move = (amount: number) => ({
      campaigns: [
        { campaignId: from.campaignId, budget: { budget: (from.budget.budget as number) - amount } },
        { campaignId: to.campaignId, budget: { budget: (to.budget.budget as number) + amount } },
      ],
    });
    const shown = await ask("sponsored_product_campaigns", "update", { ...move(15), dry_run: true });
    const { exposure } = shown as { exposure: { before: Dict; after: Dict } };
    // A rule can raise the budget of one campaign by 20 percent, so 15 dollars more can cost 36 dollars on one day.
    expect(exposure.after.daily_spend).toBe((exposure.before.daily_spend as number) - 30 + 36);
    const { undo } = await metaOf("sponsored_product_campaigns", "update", move(15));
    const after = await list();
    expect([from, to].map(({ name }) => after.get(name)!.budget.budget)).toEqual([60, 95]);
    await ask(undo!.entity, undo!.action, undo!.params as Dict);
    expect((await list()).get(to.name)!.budget).toMatchObject({ budget: 80 });
    expect(await refused("sponsored_product_campaigns", "update", move(25))).toMatchObject({
      code: "cap_exceeded",
    });
  });
});
