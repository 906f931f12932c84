import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 13: dayparting, and budgets for events: rules that raise budgets and bids at certain times.

const campaignId = "144373194309380061";
const caps = { max_daily_budget: { USD: 110 }, max_day_raise: { USD: 100 }, max_effective_bid: { USD: 3 } };
const idOf = async (made: Promise<Dict>) => ((await made).succeeded as { id: string }[])[0]!.id;

describeJob("rules", caps, (job) => {
  test("a budget rule is created without cost, applied within the caps, paused and removed", async () => {
    const { ask, metaOf, refused } = job();
    const rule = (name: string, increasePercent: number) => ({
      name,
      increasePercent,
      startDate: "2026-03-12",
    });
    const made = await ask("budget_rules", "create", { rules: [rule("Spring", 20), rule("Too much", 60)] });
    const [small, large] = (made.succeeded as { id: string }[]).map(({ id }) => id);
    const refusal = await refused("budget_rules", "associate", { campaignId, ruleIds: [small] });
    expect(refusal).toMatchObject({ code: "cap_exceeded", path: "params.ruleIds" });
    expect(refusal.message).toContain("112");

    await ask("budget_rules", "update", { rules: [{ ruleId: small, increasePercent: 10 }] });
    const shown = await ask("budget_rules", "associate", { campaignId, ruleIds: [small], dry_run: true });
    // The rule for Mother's Day already raises the budget of 80 dollars by 20 percent. A day can cost twice the budget.
    expect(shown).toMatchObject({
      effect: "spend",
      exposure: { before: { daily_spend: 192 }, after: { daily_spend: 208 } },
    });
    const { undo } = await metaOf("budget_rules", "associate", { campaignId, ruleIds: [small] });
    const campaign = await ask("sponsored_product_campaigns", "get", { campaignId });
    expect(campaign.budget).toMatchObject({ budget: 80, effectiveBudget: 88 });
    expect(await ask("budget_rules", "campaigns", { ruleId: small })).toMatchObject([{ campaignId }]);
    const raise = { rules: [{ ruleId: small, increasePercent: 40 }] };
    expect(await refused("budget_rules", "update", raise)).toMatchObject({ code: "cap_exceeded" });
    const pause = await metaOf("budget_rules", "update", { rules: [{ ruleId: small, state: "PAUSED" }] });
    expect(pause.undo!.params).toMatchObject({ rules: [{ ruleId: small, state: "ACTIVE" }] });
    expect((await ask("sponsored_product_campaigns", "get", { campaignId })).budget).not.toHaveProperty("effectiveBudget"); // prettier-ignore
    expect(undo).toMatchObject({ entity: "budget_rules", action: "disassociate" });
    await ask("budget_rules", "disassociate", undo!.params as Dict);
    const left = await ask<Dict[]>("budget_rules", "list", { campaignId });
    expect(left.map(({ ruleId }) => ruleId)).not.toContain(small);
    expect(await refused("budget_rules", "associate", { campaignId, ruleIds: [large] })).toMatchObject({ code: "cap_exceeded" }); // prettier-ignore
  });

  test("a rule can belong to an event of Amazon, or depend on a metric", async () => {
    const { ask, refused } = job();
    const events = await ask<Dict[]>("budget_rules", "events", { campaignId });
    const all = await ask<Dict[]>("budget_rules", "events");
    expect(all).toMatchObject(events.map(({ suggestedBudgetIncreasePercent: _percent, ...one }) => one));
    expect((await refused("budget_rules", "events", { product: "sb" })).code).toBe("invalid_params");
    const easter = events.find(({ eventName }) => eventName === "Easter")!;
    const increasePercent = easter.suggestedBudgetIncreasePercent;
    const ruleId = await idOf(
      ask("budget_rules", "create", {
        rules: [{ name: "Easter", eventId: easter.eventId, increasePercent, metric: "ROAS", comparison: "GREATER_THAN", threshold: 3 }], // prettier-ignore
      }),
    );
    expect((await ask("budget_rules", "get", { ruleId })).ruleDetails).toMatchObject({
      ruleType: "PERFORMANCE",
      duration: { eventTypeRuleDuration: { eventName: "Easter" } },
      performanceMeasureCondition: { metricName: "ROAS", threshold: 3 },
    });
    for (const wrong of [{ metric: "ROAS" }, { startDate: "2026-05-01" }])
      expect(
        await refused("budget_rules", "create", { rules: [{ name: "x", increasePercent, eventId: easter.eventId, ...wrong }] }), // prettier-ignore
      ).toMatchObject({ code: "invalid_params", outcome: "not_started" });
  });

  test("a rule raises bids in the evening, within the cap for the highest bid", async () => {
    const { ask, refused } = job();
    const times = { startDate: "2026-03-12", startTime: "18:00", endTime: "22:00", daysOfWeek: ["SATURDAY", "SUNDAY"] }; // prettier-ignore
    const create = (increasePercent: number) =>
      idOf(ask("bid_rules", "create", { rules: [{ name: `Evening ${increasePercent}`, increasePercent, ...times }] })); // prettier-ignore
    const [small, large] = [await create(20), await create(50)];
    // The highest bid is 1.60 dollars, and its placement can raise it to 2.40. The rules add 20 or 50 percent of 1.60.
    const error = await refused("bid_rules", "associate", { campaignId, ruleIds: [large] });
    expect(error).toMatchObject({ code: "cap_exceeded", path: "params.ruleIds" });
    expect(error.message).toContain("3.2");
    await ask("bid_rules", "associate", { campaignId, ruleIds: [small] });
    const found = (await ask<Dict[]>("bid_rules", "list", { campaignId })).find(
      ({ ruleId }) => ruleId === small,
    );
    expect(found).toMatchObject({
      status: "ENABLED",
      recurrence: { type: "WEEKLY", timesOfDay: [{ startTime: "18:00", endTime: "22:00" }] },
      action: { actionDetails: { actionOperator: "INCREMENT", value: 20, actionUnit: "PERCENT" } },
    });
    const changed = (rule: Dict) => ({ rules: [{ ruleId: small, ...rule }] });
    await ask("bid_rules", "update", changed({ increasePercent: 10 }));
    expect(await refused("bid_rules", "update", changed({ increasePercent: 30 }))).toMatchObject({ code: "cap_exceeded" }); // prettier-ignore
    await ask("bid_rules", "update", changed({ state: "PAUSED" }));
  });
});
