import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 2: add negatives for what costs money and sells nothing, in Sponsored Products and Sponsored Display.

describeJob("negatives", { max_daily_budget: { USD: 100 } }, (job) => {
  test("a search term becomes a negative keyword of its ad group, and an undo archives it", async () => {
    const { ask, metaOf } = job();
    const { rows } = await ask<{ rows: Dict[] }>("reports", "run", {
      reportTypeId: "spSearchTerm",
      startDate: "2026-02-10",
      endDate: "2026-03-05",
      columns: ["searchTerm", "campaignId", "adGroupId", "cost", "purchases14d"],
      sumBy: ["searchTerm", "campaignId", "adGroupId"],
      having: [{ column: "purchases14d", is: "=", value: 0 }],
      sortBy: "cost",
      top: 1,
      wait_seconds: 50,
    });
    const { searchTerm, campaignId, adGroupId } = rows[0] as Record<string, string>;
    const negativeKeywords = [
      { campaignId, adGroupId, keywordText: searchTerm, matchType: "NEGATIVE_EXACT" },
    ];
    const { undo } = await metaOf("sponsored_product_negative_keywords", "create", { negativeKeywords });
    const texts = async () =>
      (await ask<Dict[]>("sponsored_product_negative_keywords", "list", { adGroupIds: [adGroupId] })).map(
        ({ keywordText }) => keywordText,
      );
    expect(await texts()).toContain(searchTerm);
    await ask(undo!.entity, undo!.action, undo!.params as Dict);
    expect(await texts()).not.toContain(searchTerm);
  });

  test("several products become negative targets of Sponsored Display in one call, and an undo archives them", async () => {
    const { ask, metaOf, sandbox } = job();
    const [group] = await ask<Dict[]>("sd_ad_groups", "list");
    const { adGroupId } = group!;
    const negativeTargets = ["B07R7V6KS8", "B08KTZ8249"].map((value) => ({
      adGroupId,
      expression: [{ type: "asinSameAs", value }],
    }));
    const { undo } = await metaOf("sd_negative_targets", "create", { negativeTargets });
    const list = (more: Dict = {}) =>
      ask<Dict[]>("sd_negative_targets", "list", { adGroupIds: [adGroupId], ...more });
    const made = (await list()).filter(({ expression }) => (expression as Dict[])[0]!.type === "asinSameAs");
    expect(made.map(({ state }) => state)).toEqual(["enabled", "enabled"]);
    const targetIds = made.map(({ targetId }) => targetId);
    expect(undo).toMatchObject({ entity: "sd_negative_targets", action: "archive", params: { targetIds } });
    await ask("sd_negative_targets", "archive", undo!.params as Dict);
    // One request archives both.
    expect(sandbox.calls().filter(({ operation }) => operation === "PUT /sd/negativeTargets")).toHaveLength(
      1,
    );
    expect(await list({ targetIds })).toEqual([]);
    expect(await list({ targetIds, states: ["archived"] })).toHaveLength(2);
  });
});

describeJob("negatives under a low cap", { max_daily_budget: { USD: 20 } }, (job) => {
  test("archiving a negative target counts as spending, because the whole budget can then go to other products", async () => {
    const { ask, refused } = job();
    const [negative] = await ask<Dict[]>("sd_negative_targets", "list");
    const targetId = negative!.targetId;
    // The campaign has a budget of 25 or 30 dollars.
    for (const error of [
      await refused("sd_negative_targets", "archive", { targetIds: [targetId] }),
      await refused("sd_negative_targets", "update", { negativeTargets: [{ targetId, state: "paused" }] }),
    ])
      expect(error).toMatchObject({ code: "cap_exceeded", outcome: "not_started" });
    expect(await ask("sd_negative_targets", "get", { targetId })).toMatchObject({
      state: "enabled",
      resolvedExpression: [{ value: "Ridgeline" }],
    });
  });
});
