import { journal, stop, undoRun } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { memoryStore } from "agent-connectors/store";
import { expect, test } from "vitest";

const channel = "C07A1QW2ER3";
const profileId = "2381940675312846";
const campaignId = "144373194309380061";
const by = "maya@example.com";
const run = "run 7";
const context = { run };

function open() {
  const store = memoryStore();
  const [chat, shop] = [slackSandbox(), amazonAdsSandbox({ rateLimits: false })];
  const slack = new SlackConnector(
    { auth: { api_token: chat.tokens.bot } },
    { ...chat.options, store, journal: true },
  );
  const ads = new AmazonAdsConnector(
    { auth: shop.credentials },
    { ...shop.options, store, journal: true, policy: { caps: { max_daily_budget: { USD: 1000 } } } },
  );
  const budgetOf = (budget: number, options = {}) =>
    ads.sponsored_product_campaigns.update(
      { profileId, campaigns: [{ campaignId, budget: { budget, budgetType: "DAILY" } }] },
      options,
    );
  const budget = () =>
    shop
      .state()
      .accounts.find((one) => one.profile.profileId === profileId)!
      .entities["sp/campaigns"].find((one) => one.campaignId === campaignId)!.budget;
  const undo = (more = {}) => undoRun(store, run, [slack, ads], { by, ...more });
  const outcomes = async (more = {}) =>
    (await undo(more)).map(({ action, outcome }) => `${action} ${outcome}`);
  return { store, slack, ads, chat, budgetOf, budget, undo, outcomes };
}

test("a run is undone backwards, in both connectors, and a second undo undoes nothing", async () => {
  const { store, slack, chat, budgetOf, budget, outcomes } = open();
  const { data } = await slack.messages.create({ channel, text: "Hi" }, { context });
  await slack.messages.update({ channel, ts: data.ts, text: "Hello" }, { context });
  const before = budget();
  await budgetOf(70, { context });
  await budgetOf(60, { context });
  expect(await outcomes()).toEqual(["update undone", "update undone", "update undone", "create undone"]);
  expect(budget()).toEqual(before);
  const calls = chat.calls().length;
  expect(await outcomes()).toEqual(["update already", "update already", "update already", "create already"]);
  expect(chat.calls().length).toBe(calls);
  expect((await journal(store, { run })).map(({ undone }) => undone?.by)).toEqual([by, by, by, by]);
});

test("a write whose record somebody has changed since is left, and so is one of which nobody knows, unless forced", async () => {
  const { slack, budgetOf, budget, undo, outcomes } = open();
  await budgetOf(60, { context });
  await budgetOf(90);
  const { data } = await slack.messages.create({ channel, text: "Hi" });
  await slack.pins.create({ channel, ts: data.ts }, { context });
  expect(await outcomes()).toEqual(["create not_known", "update changed"]);
  expect(budget()).toMatchObject({ budget: 90 });
  expect(await outcomes({ force: true })).toEqual(["create undone", "update changed"]);
  expect((await undo()).at(-1)!.reason).toBe(
    "Somebody has changed the record since, so it was left as it is.",
  );
});

test("what cannot be undone, was not sent or has an unknown end is named and left", async () => {
  const { store, slack, ads, undo } = open();
  const { data } = await slack.messages.create({ channel, text: "Hi" });
  await slack.messages.delete({ channel, ts: data.ts }, { context });
  await slack.messages.create({ channel: "C0000000000", text: "Hi" }, { context }).catch(() => {});
  expect((await undo()).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ["already", "It was not sent."],
    ["impossible", "No call undoes it."],
  ]);
  await slack.messages.create({ channel, text: "Hi" }, { context });
  const [first] = await undoRun(store, run, [ads], { by });
  expect(first).toMatchObject({ outcome: "impossible", reason: "No connector named slack was given." });
  await expect(undoRun(store, "run 8", [slack], { by })).rejects.toMatchObject({ code: "not_found" });
});

test("two people who undo a run at the same time undo each write once", async () => {
  const { slack, chat, undo } = open();
  for (const text of ["a", "b", "c"]) await slack.messages.create({ channel, text }, { context });
  await Promise.all([undo(), undo(), undo()]);
  expect(chat.calls().filter(({ method }) => method === "chat.delete")).toHaveLength(3);
});

test("a person can undo a run while writes are stopped, and the policy of the connector still applies", async () => {
  const { store, slack, chat, outcomes } = open();
  await slack.messages.create({ channel, text: "Hi" }, { context });
  await stop(store, { by });
  const reader = new SlackConnector(
    { auth: { api_token: chat.tokens.bot } },
    { ...chat.options, store, journal: true, policy: { effects: ["read", "write"] } },
  );
  expect(await undoRun(store, run, [reader], { by })).toMatchObject([{ outcome: "failed" }]);
  expect(await outcomes()).toEqual(["create undone"]);
});
