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
