import type { Policy } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { expect, test } from "vitest";

const profileId = "2381940675312846";
// The campaign has a budget of 80 dollars, so a day can cost 160. A rule for Mother's Day adds 20 percent, which makes
// 192.
const campaignId = "144373194309380061";

/** Opens an account with a rule of 25 percent on Saturdays, which belongs to the campaign. */
async function open(max_day_raise: number) {
  const sandbox = amazonAdsSandbox();
  const connect = (caps: Policy["caps"]) =>
    new AmazonAdsConnector(
      { auth: sandbox.credentials },
      { ...sandbox.options, store: memoryStore(), policy: { caps } },
    );
  const setup = connect({ max_daily_budget: { USD: 1000 } });
  const { data } = await setup.budget_rules.create({
    profileId,
    rules: [{ name: "Saturday", increasePercent: 25, startDate: "2026-03-12", daysOfWeek: ["SATURDAY"] }],
  });
  const ruleId = data.succeeded[0]!.id!;
  await setup.budget_rules.associate({ profileId, campaignId, ruleIds: [ruleId] });
  const ads = connect({ max_daily_budget: { USD: 1000 }, max_day_raise: { USD: max_day_raise } });
  const update = (change: object) =>
    ads.budget_rules.update({ profileId, rules: [{ ruleId, ...change }] } as never);
  return { update };
}

test("a rule that gets more days raises the new days by its whole percentage", async () => {
  const { update } = await open(39);
  await expect(update({ daysOfWeek: ["SATURDAY", "SUNDAY"] })).rejects.toMatchObject({
    code: "cap_exceeded",
    message: expect.stringContaining("40 USD"),
  });
  const other = await open(40);
  expect((await other.update({ daysOfWeek: ["SATURDAY", "SUNDAY"] })).data.succeeded).toHaveLength(1);
});

test.each([{ threshold: 3 }, { comparison: "LESS_THAN" }, { comparison: "LESS_THAN", threshold: 3 }])(
  "a rule without a condition does not get a part of one: %j",
  async (part) => {
    const { update } = await open(39);
    await expect(update({ ...part, name: "Cheap days" })).rejects.toMatchObject({
      code: "invalid_params",
      outcome: "not_started",
      path: "params.rules[0]",
      message: expect.stringContaining("metric"),
    });
    const metric = { metric: "ACOS", comparison: "LESS_THAN", threshold: 30 };
    expect((await update(metric)).data.succeeded).toHaveLength(1);
    expect((await update({ threshold: 20 })).data.succeeded).toHaveLength(1);
  },
);

test("a higher percentage on the same days raises them by the difference", async () => {
  const { update } = await open(16);
  expect((await update({ increasePercent: 35 })).data.succeeded).toHaveLength(1);
  const other = await open(15);
  await expect(other.update({ increasePercent: 35 })).rejects.toMatchObject({ code: "cap_exceeded" });
});

test("a rule that moves to another event is priced for the days of the new event", async () => {
  // Two of the events that `budget_rules.recommended_events` lists: Easter and Mother's Day.
  const [easter, mothersDay] = ["c92869a2-fe6f-56ac-ba86-d08388396936", "1b943597-d48e-5147-abd1-7ed20fcb693c"]; // prettier-ignore
  const sandbox = amazonAdsSandbox();
  const connect = (max_daily_budget: number) =>
    new AmazonAdsConnector(
      { auth: sandbox.credentials },
      {
        ...sandbox.options,
        store: memoryStore(),
        policy: { caps: { max_daily_budget: { USD: max_daily_budget } } },
      },
    );
  const setup = connect(1000);
  const { data } = await setup.budget_rules.create({
    profileId,
    rules: [{ name: "Event", increasePercent: 25, eventId: easter! }],
  });
  const ruleId = data.succeeded[0]!.id!;
  await setup.budget_rules.associate({ profileId, campaignId, ruleIds: [ruleId] });
  // At Easter, the rule alone makes the budget of 80 dollars 100. On Mother's Day, both rules make it 116.
  const move = (most: number) =>
    connect(most).budget_rules.update({ profileId, rules: [{ ruleId, eventId: mothersDay! }] });
  await expect(move(115)).rejects.toMatchObject({
    code: "cap_exceeded",
    message: expect.stringContaining("116 USD"),
  });
  expect((await move(116)).data.succeeded).toHaveLength(1);
});

test("the undo of an association keeps rules that the campaign already had", async () => {
  const sandbox = amazonAdsSandbox();
  const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, { ...sandbox.options, store: memoryStore(), policy: { caps: { max_daily_budget: { USD: 1000 } } } }); // prettier-ignore
  const rule = (name: string) => ({ name, increasePercent: 5, startDate: "2026-03-12" });
  const { data } = await ads.budget_rules.create({ profileId, rules: [rule("First"), rule("Second")] });
  const [first, second] = data.succeeded.map(({ id }) => id!) as [string, string];
  await ads.budget_rules.associate({ profileId, campaignId, ruleIds: [first] });

  const again = await ads.budget_rules.associate({ profileId, campaignId, ruleIds: [first] });
  expect(again.meta.undo).toBeUndefined();

  const both = await ads.budget_rules.associate({ profileId, campaignId, ruleIds: [first, second] });
  expect(both.meta.undo).toMatchObject({ action: "disassociate", params: { campaignId, ruleIds: [second] } });
  await ads.undo(both);
  const { data: left } = await ads.budget_rules.list({ profileId, campaignId });
  expect(left.map(({ ruleId }) => ruleId)).toContain(first);
  expect(left.map(({ ruleId }) => ruleId)).not.toContain(second);
});

test("the undo of a disassociation restores only rules that the campaign had, and a dry run shows them", async () => {
  const sandbox = amazonAdsSandbox();
  const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, { ...sandbox.options, store: memoryStore(), policy: { caps: { max_daily_budget: { USD: 1000 } } } }); // prettier-ignore
  const rule = (name: string) => ({ name, increasePercent: 5, startDate: "2026-03-12" });
  const { data } = await ads.budget_rules.create({ profileId, rules: [rule("First"), rule("Second")] });
  const [first, second] = data.succeeded.map(({ id }) => id!) as [string, string];
  await ads.budget_rules.associate({ profileId, campaignId, ruleIds: [first] });
  const params = { profileId, campaignId, ruleIds: [first, second] };

  const plan = await ads.budget_rules.disassociate({ ...params, dry_run: true });
  expect(plan.data).toMatchObject({ before: { campaignId, ruleIds: expect.arrayContaining([first]) } });
  const removed = await ads.budget_rules.disassociate(params);
  expect(removed.meta.undo).toMatchObject({ action: "associate", params: { campaignId, ruleIds: [first] } });
  const again = await ads.budget_rules.disassociate(params);
  expect(again.meta.undo).toBeUndefined();
});
