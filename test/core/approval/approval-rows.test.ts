import { agentTools, approvalDesk, approvals, journal, undoRun } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { memoryStore } from "agent-connectors/store";
import * as fc from "fast-check";
import { expect, test } from "vitest";

const profileId = "2381940675312846";
const count = 40;
const idOf = (index: number) => String(700 + index);
const campaigns = Array.from({ length: count }, (_, index) => ({
  campaignId: idOf(index),
  name: `Camp ${index}`,
  targetingType: "MANUAL",
  budget: { budget: 10, budgetType: "DAILY" },
  startDate: "2026-01-01",
}));

async function open(more = {}) {
  const sandbox = amazonAdsSandbox({
    rateLimits: false,
    seed: { accounts: [{ profile: { profileId }, entities: { "sp/campaigns": campaigns } as never }] },
  });
  const store = memoryStore();
  const ads = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, store, journal: true, policy: { caps: { max_daily_budget: { USD: 1000 } } } },
  );
  const [tool] = approvals(
    await agentTools(ads, { actions: "all", effects: ["read", "write", "spend", "destructive"] }),
    {
      scope: "run 1",
      store,
      decides: "desk",
      ...more,
    },
  );
  const budgets = () =>
    sandbox
      .state()
      .accounts.find((one) => one.profile.profileId === profileId)!
      .entities["sp/campaigns"].filter(
        ({ campaignId }) => Number(campaignId) >= 700 && Number(campaignId) < 740,
      )
      .map(({ budget }) => (budget as { budget: number }).budget);
  const callOf = (budgetOf: (index: number) => number, indexes = [...campaigns.keys()]) => ({
    entity: "sponsored_product_campaigns",
    action: "update",
    params: {
      profileId,
      campaigns: indexes.map((index) => ({
        campaignId: idOf(index),
        budget: { budget: budgetOf(index), budgetType: "DAILY" },
      })),
    },
  });
  const send = (call: unknown, callId = "c1") => tool!.call(call, { callId, context: { run: "run 1" } });
  const ask = async (call: unknown, callId = "c1") => {
    const asked = await send(call, callId);
    expect(asked).toMatchObject({ ok: false, error: { code: "approval_pending" } });
    return (asked as { error: { pending: { id: string } } }).error.pending.id;
  };
  return { sandbox, store, ads, tool: tool!, desk: approvalDesk(store), budgets, callOf, send, ask };
}

const indexes = [...campaigns.keys()];
const some = fc.subarray(indexes, { minLength: 1 });

test("of 40 rows exactly those change that people agree to, and the outcome says what has become of each", async () => {
  await fc.assert(
    fc.asyncProperty(some, async (rows) => {
      const { tool, desk, budgets, callOf, ask } = await open();
      const id = await ask(callOf((index) => 20 + index));
      const asked = await desk.get(id);
      expect(asked.rows).toHaveLength(count);
      const decided = await desk.decide(id, { approve: true, by: "maya", rows: rows.toReversed() });
      expect(decided.status).toBe("approved");
      expect(await desk.run(id, [tool])).toMatchObject({ ok: true });
      const agreed = (index: number) => rows.includes(index);
      expect(budgets()).toEqual(indexes.map((index) => (agreed(index) ? 20 + index : 10)));
      const ended = await desk.get(id);
      expect(ended.rows!.map(({ outcome, approved }) => [outcome, approved])).toEqual(
        indexes.map((index) => [agreed(index) ? "succeeded" : "declined", agreed(index)]),
      );
    }),
    { numRuns: 5 },
  );
});

test("the rows show name, before, after and exposure, and the text shows each and the total", async () => {
  const { desk, callOf, ask } = await open();
  const { rows, text } = await desk.get(await ask(callOf((index) => 12 + index, [0, 1])));
  const row = (index: number, to: number) => ({
    name: `Camp ${index} (campaignId ${idOf(index)})`,
    changes: [{ field: "budget.budget", from: 10, to }],
    exposure: [{ field: "daily_spend", from: 20, to: 2 * to, currency: "USD" }],
  });
  expect(rows).toEqual([row(0, 12), row(1, 13)]);
  expect(text.split("\n").slice(-3)).toEqual([
    "Row 0: Camp 0 (campaignId 700): budget.budget 10 -> 12; most that can be spent in a day 20 -> 24 USD",
    "Row 1: Camp 1 (campaignId 701): budget.budget 10 -> 13; most that can be spent in a day 20 -> 26 USD",
    "Exposure: most that can be spent in a day 40 -> 50 USD. Amazon can spend up to twice a daily budget on one day.",
  ]);
});

test("the agent reads which rows were declined, and the journal which were agreed to", async () => {
  const { store, ads, budgets, desk, callOf, send, ask } = await open();
  const call = callOf(() => 30);
  const id = await ask(call);
  await desk.decide(id, { approve: true, by: "maya", rows: indexes.slice(2) });
  const result = await send(call);
  expect(result).toMatchObject({
    ok: true,
    data: {
      declined: [
        { index: 0, id: "700", reason: "DECLINED_BY_PERSON", outcome: "not_started" },
        { index: 1, id: "701", reason: "DECLINED_BY_PERSON", outcome: "not_started" },
      ],
    },
  });
  expect(result.text).toContain("DECLINED_BY_PERSON");
  expect(await send(call)).toEqual(result);
  const [write] = await journal(store, { run: "run 1" });
  expect(write!.decision).toEqual({ approval: id, by: ["maya"], rows: indexes.slice(2) });
  await undoRun(store, "run 1", [ads], { by: "maya" });
  expect(new Set(budgets())).toEqual(new Set([10]));
});

test("two people who decide about different rows at the same time: one outcome, and the other learns of it", async () => {
  await fc.assert(
    fc.asyncProperty(some, some, async (first, second) => {
      const { tool, desk, budgets, callOf, ask } = await open();
      const id = await ask(callOf(() => 30));
      const answers = await Promise.allSettled([
        desk.decide(id, { approve: true, by: "maya", rows: first }),
        desk.decide(id, { approve: true, by: "ken", rows: second }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      await Promise.all([desk.run(id, [tool]), desk.run(id, [tool])]);
      const won = answers[0]!.status === "fulfilled" ? first : second;
      expect(budgets()).toEqual(indexes.map((index) => (won.includes(index) ? 30 : 10)));
    }),
    { numRuns: 3 },
  );
});

test("if one approved row has changed, nothing is sent, and the error names the row; a declined row can change", async () => {
  for (const [changed, ok] of [
    [3, false],
    [4, true],
  ] as const) {
    const { ads, tool, desk, budgets, callOf, ask } = await open();
    const id = await ask(callOf(() => 30));
    await desk.decide(id, { approve: true, by: "maya", rows: [0, 3, 5] });
    const { entity, action, params } = callOf(() => 11, [changed]);
    await ads.execute(entity as never, action as never, params as never);
    const result = await desk.run(id, [tool]);
    expect(result.ok).toBe(ok);
    if (!ok) {
      expect(result.text).toContain("Camp 3 (campaignId 703): budget.budget 11 -> 30");
      expect(result.text).not.toContain("Camp 0");
      expect(budgets().filter((budget) => budget === 30)).toEqual([]);
      expect((await desk.get(id)).status).toBe("approved");
    } else expect(budgets().filter((budget) => budget === 30)).toHaveLength(3);
  }
});

test("a rule with two persons: only rows to which both agree are sent, and without a common row nothing is", async () => {
  const two = { needsApproval: [{ effects: ["spend" as const], persons: 2 }] };
  const { tool, desk, budgets, callOf, ask } = await open(two);
  const id = await ask(callOf(() => 30));
  const half = await desk.decide(id, { approve: true, by: "maya", rows: [0, 1, 2] });
  expect([half.status, half.rows![0]!.approved]).toEqual(["pending", undefined]);
  expect(await desk.decide(id, { approve: true, by: "ken", rows: [2, 3] })).toMatchObject({
    status: "approved",
  });
  await desk.run(id, [tool]);
  expect(budgets().flatMap((budget, index) => (budget === 30 ? [index] : []))).toEqual([2]);
  const other = await ask(
    callOf(() => 40),
    "c2",
  );
  await desk.decide(other, { approve: true, by: "maya", rows: [0] });
  expect(await desk.decide(other, { approve: true, by: "ken", rows: [1] })).toMatchObject({
    status: "rejected",
  });
  expect(await desk.run(other, [tool])).toMatchObject({ ok: false, error: { code: "approval_denied" } });
  expect(budgets()).not.toContain(40);
});

test("what the platform says about an item has its index in the whole call", async () => {
  const { tool, desk, callOf, ask } = await open();
  const call = callOf(() => 30);
  // Two campaigns cannot have the same name, which only the platform knows.
  Object.assign(call.params.campaigns[5]!, { name: "Camp 1" });
  const id = await ask(call);
  await desk.decide(id, { approve: true, by: "maya", rows: [4, 5] });
  const result = await desk.run(id, [tool]);
  expect(result).toMatchObject({
    ok: true,
    data: {
      succeeded: [{ index: 4 }],
      failed: [{ index: 5, argument: expect.stringContaining("campaigns[5]") as unknown }],
    },
  });
  expect((await desk.get(id)).rows!.slice(3, 6)).toMatchObject([
    { outcome: "declined" },
    { outcome: "succeeded" },
    { outcome: "failed", reason: "NAME_NOT_UNIQUE" },
  ]);
  const alone = await ask(call, "c2");
  await desk.decide(alone, { approve: true, by: "maya", rows: [5] });
  expect(await desk.run(alone, [tool])).toMatchObject({
    error: {
      path: expect.stringContaining("campaigns[5]") as unknown,
      message: expect.stringContaining("39 other items") as unknown,
    },
  });
  expect((await desk.get(alone)).rows![5]).toMatchObject({ outcome: "failed", reason: "upstream_rejected" });
});

test("rows that do not exist, and rows of a call without rows, are refused; nothing is decided", async () => {
  const { desk, ads, callOf, ask } = await open();
  const id = await ask(callOf(() => 30));
  for (const rows of [[], [40], [-1]])
    await expect(desk.decide(id, { approve: true, by: "maya", rows })).rejects.toMatchObject({
      code: "invalid_params",
      path: "rows",
    });
  await expect(desk.decide(id, { approve: false, by: "maya", rows: [1] })).rejects.toMatchObject({
    path: "rows",
  });
  await expect(desk.decide(id, { approve: true, by: "maya", rows: ["1"] as never })).rejects.toMatchObject({
    code: "config_error",
  });
  expect((await desk.get(id)).status).toBe("pending");
  const { entity, action, params } = callOf(() => 30, [0, 1]);
  for (const rows of [[], [2], [1, 0], [0, 0], [-1]])
    await expect(
      ads.execute(entity as never, action as never, params as never, { decision: { by: ["maya"], rows } }),
    ).rejects.toMatchObject({ code: "invalid_params", outcome: "not_started" });
  const percent = { profileId, campaignIds: ["700"], percent: 10 };
  await expect(
    ads.sponsored_product_campaigns.change_by_percent(percent, { decision: { by: ["maya"], rows: [0] } }),
  ).rejects.toMatchObject({ code: "invalid_params", outcome: "not_started" });
});

test("a batch that creates or archives is decided by row too", async () => {
  const { sandbox, tool, desk, ask } = await open();
  const adGroup = (index: number) => ({ campaignId: idOf(index), name: `Group ${index}`, defaultBid: 1 });
  const created = await ask({
    entity: "sponsored_product_ad_groups",
    action: "create",
    params: { profileId, adGroups: [adGroup(0), adGroup(1)] },
  });
  expect((await desk.get(created)).rows!.map(({ name }) => name)).toEqual(["Group 0", "Group 1"]);
  await desk.decide(created, { approve: true, by: "maya", rows: [1] });
  expect(await desk.run(created, [tool])).toMatchObject({ ok: true, data: { succeeded: [{ index: 1 }] } });
  const archived = await ask(
    {
      entity: "sponsored_product_campaigns",
      action: "archive",
      params: { profileId, campaignIds: ["700", "701"] },
    },
    "c2",
  );
  expect((await desk.get(archived)).rows).toMatchObject([
    { name: "Camp 0 (campaignId 700)", changes: [{ field: "state", from: "ENABLED", to: "ARCHIVED" }] },
    {},
  ]);
  await desk.decide(archived, { approve: true, by: "maya", rows: [0] });
  expect(await desk.run(archived, [tool])).toMatchObject({
    ok: true,
    data: { declined: [{ index: 1, id: "701" }] },
  });
  const { entities } = sandbox.state().accounts.find((one) => one.profile.profileId === profileId)!;
  expect(
    entities["sp/campaigns"]
      .filter(({ campaignId }) => ["700", "701"].includes(String(campaignId)))
      .map(({ state }) => state),
  ).toEqual(["ARCHIVED", "ENABLED"]);
  expect(entities["sp/adGroups"].map(({ name }) => name)).toContain("Group 1");
  expect(entities["sp/adGroups"].map(({ name }) => name)).not.toContain("Group 0");
});
