import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 9: change many records at once: pause, enable, and change bids and budgets by percent.

const campaignId = "144373194309380061";
const caps = { max_bid: { USD: 2 }, max_daily_budget: { USD: 100 }, max_change_percent: 30 };

describeJob("bulk changes", caps, (job) => {
  const bidsOf = async () => {
    const found = await job().ask<Dict[]>("sponsored_product_keywords", "list", {
      campaignIds: [campaignId],
    });
    return found.map(({ bid }) => bid as number);
  };

  test("one call changes all bids of a campaign by 10 %, a dry run shows them, and an undo restores them", async () => {
    const { ask, metaOf, sandbox } = job();
    const before = await bidsOf();
    const lower = { campaignIds: [campaignId], percent: -10 };
    const shown = await ask("sponsored_product_keywords", "change_by_percent", { ...lower, dry_run: true });
    const expected = before.map((bid) => Math.floor(bid * 90 + 1e-6) / 100);
    const amounts = (records: unknown) => (records as Dict[]).map(({ bid }) => bid);
    expect(shown).toMatchObject({ effect: "write" });
    expect([amounts(shown.before), amounts(shown.after)]).toEqual([before, expected]);
    expect(await bidsOf()).toEqual(before);

    const writes = () => sandbox.calls().filter(({ operation }) => operation === "PUT /sp/keywords").length;
    const { undo } = await metaOf("sponsored_product_keywords", "change_by_percent", lower);
    expect(writes()).toBe(1);
    expect(await bidsOf()).toEqual(expected);
    await ask(undo!.entity, undo!.action, undo!.params as Dict);
    expect(await bidsOf()).toEqual(before);
  });

  test("a raise is judged as a whole: one bid above the cap refuses the call, and names the keyword", async () => {
    const { refused } = job();
    const before = await bidsOf();
    const tooHigh = { campaignIds: [campaignId], percent: 28 };
    const error = await refused("sponsored_product_keywords", "change_by_percent", tooHigh);
    expect(error).toMatchObject({ code: "cap_exceeded", path: "params.percent", outcome: "not_started" });
    expect(error.message).toMatch(/keyword \d+/);
    const percent = await refused("sponsored_product_keywords", "change_by_percent", { ...tooHigh, percent: 40, max: 1.7 }); // prettier-ignore
    expect(percent.code).toBe("cap_exceeded");
    expect(await bidsOf()).toEqual(before);
  });

  test("each kind of record has a change by percent; limits keep some amounts, and a warning names them", async () => {
    const { ask, metaOf, refused } = job();
    const [group] = await ask<Dict[]>("sd_ad_groups", "list");
    const amounts: [entity: string, params: Dict, read: string][] = [
      ["sponsored_product_campaigns", { campaignIds: [campaignId] }, "budget.budget"],
      ["sponsored_product_ad_groups", { campaignIds: [campaignId] }, "defaultBid"],
      ["sd_campaigns", { campaignIds: [group!.campaignId] }, "budget"],
      ["sd_ad_groups", { adGroupIds: [group!.adGroupId] }, "defaultBid"],
      ["sd_targets", { adGroupIds: [group!.adGroupId] }, "bid"],
    ];
    for (const [entity, params, path] of amounts) {
      const values = async () =>
        (await ask<Dict[]>(entity, "list", params)).map((one) =>
          path.split(".").reduce((value: unknown, name) => (value as Dict)[name], one),
        );
      const before = (await values()) as number[];
      await ask(entity, "change_by_percent", { ...params, percent: -20 });
      expect(await values(), entity).toEqual(before.map((value) => Math.floor(value * 80 + 1e-6) / 100));
    }
    const { warnings } = await metaOf("sponsored_product_keywords", "change_by_percent", {
      campaignIds: [campaignId],
      percent: -10,
      min: 1.25,
    });
    expect(warnings!.join(" ")).toMatch(/\d not changed: \d+.* keep their amount/);
    expect(Math.min(...(await bidsOf()).filter((bid) => bid !== 1.05))).toBe(1.25);
    const kept = { campaignIds: [campaignId], percent: -10, min: 100 };
    expect(await refused("sponsored_product_keywords", "change_by_percent", kept)).toMatchObject({
      code: "invalid_params",
      path: "params.percent",
      hint: expect.stringContaining("Change percent, min or max"),
    });
    for (const [params, code] of [
      [{ percent: -10 }, "invalid_params"],
      [{ percent: 0, campaignIds: [campaignId] }, "invalid_params"],
      [{ percent: -10, keywordIds: ["1"] }, "not_found"],
    ] as const)
      expect(await refused("sponsored_product_keywords", "change_by_percent", params)).toMatchObject({
        code,
      });
  });

  test("many campaigns are paused in one call, and an undo needs the right to spend", async () => {
    const { ask, metaOf } = job();
    const running = await ask<Dict[]>("sponsored_product_campaigns", "list", { states: ["ENABLED"] });
    const campaigns = running.map(({ campaignId: id }) => ({ campaignId: id, state: "PAUSED" }));
    const { undo } = await metaOf("sponsored_product_campaigns", "update", { campaigns });
    expect(await ask<Dict[]>("sponsored_product_campaigns", "list", { states: ["ENABLED"] })).toEqual([]);
    expect((undo!.params as { campaigns: Dict[] }).campaigns).toHaveLength(running.length);
  });
});
