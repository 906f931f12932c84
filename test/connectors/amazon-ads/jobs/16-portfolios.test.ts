import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 16: tidy up portfolios: group campaigns, and limit what they spend together.

describeJob("portfolios", { max_portfolio_budget: { USD: 2000 }, max_daily_budget: { USD: 100 } }, (job) => {
  test("campaigns join a new portfolio with a monthly cap, and the tool reads its budget usage", async () => {
    const { ask, refused } = job();
    const budget = (amount: number) => ({ amount, currencyCode: "USD", policy: "MONTHLY_RECURRING" });
    const made = await ask<{ succeeded: { id: string }[] }>("portfolios", "create", {
      portfolios: [{ name: "Kitchen and poles", budget: budget(1500) }],
    });
    const portfolioId = made.succeeded[0]!.id;
    const campaigns = await ask<Dict[]>("sponsored_product_campaigns", "list", {
      names: ["poles", "kitchen"],
    });
    const moved = campaigns.map(({ campaignId }) => ({ campaignId, portfolioId }));
    expect(moved.length).toBeGreaterThan(1);
    await ask("sponsored_product_campaigns", "update", { campaigns: moved });
    const inside = await ask<Dict[]>("sponsored_product_campaigns", "list", { portfolioIds: [portfolioId] });
    expect(inside.map(({ campaignId }) => campaignId).toSorted()).toEqual(
      moved.map(({ campaignId }) => campaignId).toSorted(),
    );
    expect(await ask("portfolios", "budget_usage", { portfolioIds: [portfolioId] })).toMatchObject([
      { portfolioId, budget: 1500 },
    ]);
    const update = (change: Dict) => ({ portfolios: [{ portfolioId, ...change }] });
    for (const raise of [budget(2500), { policy: "NO_CAP" }])
      expect(
        await refused("portfolios", "update", update({ budget: raise })),
        JSON.stringify(raise),
      ).toMatchObject({ outcome: "not_started" });
    await ask("portfolios", "update", update({ budget: budget(800), name: "Kitchen" }));
    expect(await ask("portfolios", "get", { portfolioId })).toMatchObject({
      name: "Kitchen",
      budget: { amount: 800 },
    });
    const euros = await refused(
      "portfolios",
      "update",
      update({ budget: { ...budget(700), currencyCode: "EUR" } }),
    );
    expect(euros).toMatchObject({ code: "invalid_params" });
  });
});
