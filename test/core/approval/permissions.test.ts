import { agentTools, approvalDesk, approvals, journal, resume, stop } from "agent-connectors";
import type { AgentTool, Approval, ApprovalOptions, ApprovalRule, Clock } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { memoryStore } from "agent-connectors/store";
import { beforeEach, describe, expect, test } from "vitest";
import { firstChannels } from "../../suites/adapter/bench.ts";

const profileId = "2381940675312846";
const start = Date.parse("2026-11-28T12:00:00Z");
const friday = "2026-12-04T18:00:00.000Z";
const day = 86_400_000;

type More = Partial<ApprovalOptions>;

/** Returns functions with which an agent sends calls, and a person decides about them. */
function deskOf(
  made: (more?: More) => Promise<AgentTool>,
  store: ReturnType<typeof memoryStore>,
  clock: Clock,
) {
  const desk = approvalDesk(store, { clock });
  let calls = 0;
  const send = async (call: unknown, tool?: AgentTool) =>
    (tool ?? (await made())).call(call, { callId: `c${++calls}`, context: { run: "run 1" } });
  /** Sends a call that waits, and returns its id. */
  const ask = async (call: unknown, tool?: AgentTool): Promise<string> => {
    const asked = await send(call, tool);
    expect(asked).toMatchObject({ ok: false, error: { code: "approval_pending", outcome: "not_started" } });
    return (asked as { error: { pending: { id: string } } }).error.pending.id;
  };
  /** Lets a person give a permission with the decision about a call. Returns the permission. */
  const allow = async (call: unknown, permission: object, by = "maya") => {
    const id = await ask(call);
    await desk.decide(id, { approve: true, by, permission: { until: friday, ...permission } });
    return (await desk.permissions()).find(({ approval }) => approval === id)!;
  };
  return { desk, send, ask, allow };
}

async function openAds(rules: ApprovalRule[] = []) {
  const time = { now: start };
  const clock: Clock = { now: () => time.now, sleep: async () => {} };
  const campaigns = Array.from({ length: 4 }, (_, index) => ({
    campaignId: `70${index}`,
    name: `Camp ${index}`,
    targetingType: "MANUAL",
    state: "ENABLED",
    budget: { budget: 10, budgetType: "DAILY" },
    startDate: "2026-01-01",
  }));
  const sandbox = amazonAdsSandbox({
    rateLimits: false,
    seed: { accounts: [{ profile: { profileId }, entities: { "sp/campaigns": campaigns } as never }] },
  });
  const store = memoryStore();
  const policy = { caps: { max_daily_budget: { USD: 100_000 } } };
  const ads = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, store, journal: true, policy },
  );
  const shared = { scope: "chat 1", store, decides: "desk", clock } as const;
  const made = async (more: More = {}) => {
    const tools = await agentTools(ads, {
      actions: "all",
      effects: ["read", "write", "spend", "destructive"],
    });
    return approvals(tools, { ...shared, needsApproval: rules, ...more })[0]!;
  };
  /** A call that sets the daily budget of a campaign. Amazon can spend twice the budget in a day. */
  const budget = (index: number, amount: number, more = {}) => ({
    entity: "sponsored_product_campaigns",
    action: "update",
    params: {
      profileId,
      campaigns: [{ campaignId: `70${index}`, budget: { budget: amount, budgetType: "DAILY" }, ...more }],
    },
  });
  const archive = (ids: string[]) => ({
    entity: "sponsored_product_campaigns",
    action: "archive",
    params: { profileId, campaignIds: ids },
  });
  return { time, clock, sandbox, store, ads, made, budget, archive, ...deskOf(made, store, clock) };
}

const townWithAcme = () =>
  slackSandbox({
    rateLimits: false,
    workspace: {
      users: ["Maya", { name: "Paul", company: "Acme Corp" }, { name: "assistant", is_bot: true }],
      channels: ["general", { name: "partners", shared_with: ["Acme Corp"] }],
    },
  });

async function openSlack(more: More = {}, sandbox = slackSandbox({ rateLimits: false })) {
  const clock: Clock = { now: () => start, sleep: async () => {} };
  const connector = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  const store = memoryStore();
  const channels = firstChannels(sandbox);
  const made = async (others: More = {}) =>
    approvals(await agentTools(connector, { actions: "all" }), {
      scope: "chat 1",
      store,
      decides: "desk",
      clock,
      ...more,
      ...others,
    })[0]!;
  const post = (text: string, more: object = {}) => ({
    entity: "messages",
    action: "create",
    params: { channel: channels[0]!, text, ...more },
  });
  const posts = () =>
    sandbox.calls().flatMap(({ method, args }) => (method === "chat.postMessage" ? [args.text] : []));
  return { channels, made, post, posts, store, sandbox, ...deskOf(made, store, clock) };
}

let ads: Awaited<ReturnType<typeof openAds>>;
let slack: Awaited<ReturnType<typeof openSlack>>;
beforeEach(async () => {
  ads = await openAds();
  slack = await openSlack();
});

describe("a call that a permission covers", () => {
  test("runs without a question, and the journal names the permission and who has given it", async () => {
    const { desk, allow, send, budget, store } = ads;
    const permission = await allow(budget(0, 15), { up_to: 50 });
    expect(permission).toMatchObject({
      entity: "sponsored_product_campaigns",
      action: "update",
      up_to: 50,
      currency: "USD",
      given_by: "maya",
      given_at: "2026-11-28T12:00:00.000Z",
      until: friday,
    });
    expect(permission.text).toBe(
      `Until 2026-12-04 18:00 UTC, nobody has to agree to these calls: sponsored_product_campaigns.update as Fernhill Outdoor (profileId ${profileId}), US, USD; with no other fields than profileId, campaigns.campaignId, campaigns.budget.budget, campaigns.budget.budgetType; raising the most that can be spent in a day by at most 50 USD for each call. maya has allowed this.`,
    );
    expect(await send(budget(1, 35))).toMatchObject({ ok: true });
    const [write] = await journal(store);
    expect(write).toMatchObject({ status: "ok", decision: { by: ["maya"], permission: permission.id } });
    expect(write!.decision).not.toHaveProperty("approval");
    expect((await desk.list()).map(({ status }) => status)).toEqual(["approved"]);
  });

  test("the decision itself shows the permission", async () => {
    const { desk, allow, budget } = ads;
    const { approval } = await allow(budget(0, 15), { up_to: 50 });
    expect((await desk.get(approval)).answers).toMatchObject([
      { by: "maya", permission: { up_to: 50, until: friday } },
    ]);
  });

  test("runs at once with a framework that asks, and with a function that says which calls need a person", async () => {
    const { made, post, posts, allow } = slack;
    await allow(post("one"), {});
    const tool = await made({ decides: "framework", needsApproval: () => true });
    expect(await tool.decide!(post("two"), { callId: "f1" })).toEqual({ status: "run" });
    expect(await tool.call(post("two"), { callId: "f1" })).toMatchObject({ ok: true });
    expect(posts()).toEqual(["two"]);
  });

  test("runs once per call id, also if it is repeated after the end of the permission", async () => {
    const { desk, made, post, posts, allow } = slack;
    const { id } = await allow(post("one"), {});
    const tool = await made();
    const first = await tool.call(post("two"), { callId: "x" });
    await desk.revoke(id, "ken");
    expect(await tool.call(post("two"), { callId: "x" })).toEqual(first);
    expect(posts()).toEqual(["two"]);
    expect((await desk.list()).map(({ text }) => text)).toEqual([expect.stringContaining('"one"')]);
  });

  test("runs without a call id, which a call that needs a person cannot", async () => {
    const { made, post, posts, allow } = slack;
    await allow(post("one"), {});
    const tool = await made();
    expect(await tool.call(post("two"))).toMatchObject({ ok: true });
    expect(await tool.call(post("three", { mentions: true }))).toMatchObject({
      error: { code: "approval_denied" },
    });
    expect(posts()).toEqual(["two"]);
  });
});

describe("a permission does not cover", () => {
  test("a call that raises spending by more than the limit", async () => {
    const { allow, send, ask, budget } = ads;
    await allow(budget(0, 15), { up_to: 50 });
    expect(await send(budget(1, 35))).toMatchObject({ ok: true });
    await ask(budget(2, 35.01));
  });

  test("more than the exact limit, although 20.3 - 20 is more than 0.3 in binary", async () => {
    const { allow, send, ask, budget } = ads;
    await allow(budget(0, 15), { up_to: 0.3 });
    expect(await send(budget(1, 10.15))).toMatchObject({ ok: true });
    await ask(budget(2, 10.16));
  });

  test("a call with another action, with another field, or with more records", async () => {
    const { allow, ask, budget } = ads;
    await allow(budget(0, 15), { up_to: 500 });
    await ask(budget(1, 16, { name: "Other" }));
    await ask({
      ...budget(1, 16),
      params: { profileId, campaigns: [1, 2].map((index) => budget(index, 16).params.campaigns[0]) },
    });
    await ask({
      entity: "sponsored_product_campaigns",
      action: "change_by_percent",
      params: { profileId, campaignIds: ["701"], percent: 10 },
    });
  });

  test("a call of another effect, also if that effect seems harmless", async () => {
    const { allow, ask, budget } = await openAds([{ effects: ["write", "spend"] }]);
    await allow(budget(0, 15), { up_to: 500 });
    await ask(budget(1, 5));
  });

  test("another channel, or more notified people", async () => {
    const { allow, ask, send, post, channels, posts } = slack;
    await allow(post("Hi <@U07BT6A4R2C>", { mentions: true }), {});
    await ask(post("one", { channel: channels[1]!, mentions: true }));
    await ask(post("<!channel> two", { mentions: true }));
    await ask(post("<@U07BT6A4R2C> <@U07AB3D8W2M> three", { mentions: true }));
    expect(await send(post("four", { mentions: true }))).toMatchObject({ ok: true });
    expect(posts()).toEqual(["four"]);
  });

  test("people of another company, unless they could read the decided call", async () => {
    const { ask, allow, send, made, post, posts } = await openSlack({}, townWithAcme());
    await allow(post("one", { channel: "#general" }), {});
    await ask(post("two", { channel: "#partners" }));
    const permission = await allow(post("three", { channel: "#partners" }), {});
    expect(permission.text).toMatch(/people of Acme Corp can read it, and nobody of another company/);
    // Without a person, a tool cannot write where people of another company can read.
    expect(await send(post("four", { channel: "#partners" }))).toMatchObject({ ok: true });
    // Also if the framework has no ids of calls.
    expect(await (await made()).call(post("five", { channel: "#partners" }))).toMatchObject({ ok: true });
    expect(posts()).toEqual(["four", "five"]);
  });

  test("a call of another conversation, unless permissionScope is the same for both", async () => {
    const { allow, ask, made, post, posts } = slack;
    await allow(post("one"), {});
    await ask(post("two"), await made({ scope: "chat 2" }));
    expect(posts()).toEqual([]);
    const wide = await openSlack({ permissionScope: "Maya's Slack" });
    await wide.allow(wide.post("one"), {});
    expect(await wide.send(wide.post("two"), await wide.made({ scope: "chat 2" }))).toMatchObject({
      ok: true,
    });
    await wide.ask(
      wide.post("three"),
      await wide.made({ permissionScope: ({ user }: never) => String(user) } as never),
    );
    expect(wide.posts()).toEqual(["two"]);
  });

  test("a call that was asked about before the permission was given", async () => {
    const { desk, allow, ask, made, post, posts } = slack;
    const tool = await made();
    const id = await ask(post("earlier"), tool);
    await allow(post("one"), {});
    expect((await desk.get(id)).status).toBe("pending");
    expect(posts()).toEqual([]);
  });
});

describe("nobody can give a permission", () => {
  const refused = async (
    { desk }: { desk: typeof ads.desk },
    id: string,
    answer: object,
    error: object,
  ): Promise<void> => {
    const given = { approve: true, by: "maya", ...answer };
    await expect(desk.decide(id, given as never)).rejects.toMatchObject(error);
    expect(await desk.permissions()).toEqual([]);
    expect((await desk.get(id)).answers).toEqual([]);
  };

  test("by declining, or with a link", async () => {
    const id = await slack.ask(slack.post("one"));
    const permission = { until: friday };
    await refused(slack, id, { approve: false, permission }, { code: "invalid_params", path: "permission" });
    await refused(
      slack,
      id,
      { signed_in: false, permission },
      { code: "approval_denied", message: /signed in/ },
    );
  });

  test("for a call that cannot be undone", async () => {
    const id = await ads.ask(ads.archive(["700"]));
    const permission = { until: friday };
    await refused(ads, id, { permission }, { code: "approval_denied", message: /it cannot be undone/ });
  });

  test("for a call that reads", async () => {
    const id = await slack.ask(
      { entity: "channels", action: "list", params: { limit: 2 } },
      await slack.made({ needsApproval: () => true }),
    );
    await refused(
      slack,
      id,
      { permission: { until: friday } },
      { code: "approval_denied", message: /it reads/ },
    );
  });

  test("for a batch, as a whole or by its rows", async () => {
    const { ask, budget } = ads;
    const campaigns = [0, 1].map((index) => budget(index, 16).params.campaigns[0]);
    const id = await ask({ ...budget(0, 16), params: { profileId, campaigns } });
    const error = { code: "approval_denied", message: /it changes several records/ };
    await refused(ads, id, { permission: { until: friday, up_to: 50 } }, error);
    await refused(ads, id, { rows: [0], permission: { until: friday, up_to: 50 } }, error);
  });

  test("alone, if two people must agree", async () => {
    const two = await openAds([{ effects: ["spend"], persons: 2 }]);
    const id = await two.ask(two.budget(0, 15));
    const permission = { until: friday, up_to: 50 };
    const error = { code: "approval_denied", message: /Several people must agree/ };
    await refused(two, id, { permission }, error);
    await two.desk.decide(id, { approve: true, by: "maya" });
    await expect(two.desk.decide(id, { approve: true, by: "ken", permission })).rejects.toMatchObject(error);
    expect(await two.desk.permissions()).toEqual([]);
  });

  test("who is not an approver", async () => {
    const some = await openAds([
      { effects: ["spend"], approvers: ["ken"] },
      { amount_over: { USD: 5 }, approvers: ["ken"] },
    ]);
    const id = await some.ask(some.budget(0, 15));
    await refused(some, id, { permission: { until: friday, up_to: 50 } }, { code: "approval_denied" });
  });

  test("without an end, with an end in the past or after more than 31 days, or without a limit for spending", async () => {
    const id = await ads.ask(ads.budget(0, 15));
    const spending = { up_to: 50 };
    const iso = (time: number) => new Date(time).toISOString();
    for (const [permission, error] of [
      [{ ...spending }, { code: "config_error", path: "answer.permission.until" }],
      [
        { ...spending, until: "Friday" },
        { code: "config_error", path: "answer.permission.until" },
      ],
      [
        { ...spending, until: 5 },
        { code: "config_error", path: "answer.permission.until" },
      ],
      [
        { ...spending, until: friday, forever: true },
        { code: "config_error", path: "answer.permission.forever" },
      ],
      [
        { ...spending, until: "2026-12-04" },
        { code: "invalid_params", path: "permission.until" },
      ],
      [
        { ...spending, until: "2026-12-04T18:00:00" },
        { code: "invalid_params", path: "permission.until" },
      ],
      [
        { ...spending, until: iso(start) },
        { code: "invalid_params", path: "permission.until" },
      ],
      [
        { ...spending, until: iso(start + 31 * day + 1) },
        { code: "invalid_params", path: "permission.until", hint: /2026-12-29T12:00:00.000Z/ },
      ],
      [{ until: friday }, { code: "invalid_params", path: "permission.up_to", hint: /in USD/ }],
      [
        { until: friday, up_to: 0 },
        { code: "config_error", path: "answer.permission.up_to" },
      ],
      [
        { until: friday, up_to: Infinity },
        { code: "config_error", path: "answer.permission.up_to" },
      ],
      [
        { until: friday, up_to: "50" },
        { code: "config_error", path: "answer.permission.up_to" },
      ],
      ["until friday", { code: "config_error", path: "answer.permission" }],
    ] as const)
      await refused(ads, id, { permission }, error);
    const message = await slack.ask(slack.post("one"));
    await refused(slack, message, { permission: { until: friday, up_to: 5 } }, { path: "permission.up_to" });
    const last = { ...spending, until: iso(start + 31 * day) };
    await ads.desk.decide(id, { approve: true, by: "maya", permission: last });
    expect(await ads.desk.permissions()).toHaveLength(1);
  });

  test("with another time, and the same time in another time zone is the same answer", async () => {
    const { desk, ask, post } = slack;
    const id = await ask(post("one"));
    const give = (until: string) => desk.decide(id, { approve: true, by: "maya", permission: { until } });
    await give(friday);
    expect(await give("2026-12-04T20:00:00+02:00")).toMatchObject({
      answers: [{ permission: { until: friday } }],
    });
    await expect(give("2026-12-04T20:00:00Z")).rejects.toMatchObject({ code: "approval_closed" });
    expect(await desk.permissions()).toHaveLength(1);
  });

  test("after the decision: the first decision stays, also without a permission", async () => {
    const { desk, ask, post } = slack;
    const id = await ask(post("one"));
    await desk.decide(id, { approve: true, by: "maya" });
    const later = desk.decide(id, { approve: true, by: "maya", permission: { until: friday } });
    await expect(later).rejects.toMatchObject({ code: "approval_closed" });
    expect(await desk.permissions()).toEqual([]);
  });

  test("as an agent, with any field that it writes", async () => {
    const { desk, made, post, posts } = slack;
    const tool = await made();
    const permission = { until: friday, by: "maya", id: "x" };
    for (const [index, input] of [
      { ...post("a"), permission },
      post("b", { permission, decision: { by: ["maya"], permission: "x" } }),
      { entity: "permissions", action: "create", params: permission },
      { entity: "connector", action: "permission", params: permission },
      { entity: "connector", action: "decide", params: { id: "x", approve: true, by: "maya", permission } },
    ].entries())
      await tool.call(input, { callId: `m${index}` });
    expect(posts()).toEqual([]);
    expect(await desk.permissions()).toEqual([]);
  });

  test("as a framework, which lets a call continue", async () => {
    const { desk, made, post, posts } = slack;
    const tool = await made({ decides: "framework" });
    await tool.decide!(post("one"), { callId: "f" });
    expect(await tool.call(post("one"), { callId: "f" })).toMatchObject({ ok: true });
    expect(posts()).toEqual(["one"]);
    expect(await desk.permissions()).toEqual([]);
  });
});

describe("a permission ends", () => {
  test("at its time", async () => {
    const { time, desk, allow, send, ask, budget } = ads;
    await allow(budget(0, 15), { up_to: 50 });
    time.now = Date.parse(friday) - 1;
    expect(await send(budget(1, 16))).toMatchObject({ ok: true });
    time.now++;
    expect(await desk.permissions()).toEqual([]);
    await ask(budget(2, 16));
  });

  test("when a person ends it, at once and for good, and a repeated decision does not give it again", async () => {
    const { desk, allow, ask, post } = slack;
    const { id, approval } = await allow(post("one"), {});
    const ended = await desk.revoke(id, "ken");
    expect(ended.ended).toEqual({ by: "ken", at: "2026-11-28T12:00:00.000Z" });
    expect(await desk.revoke(id, "zoe")).toEqual(ended);
    await desk.decide(approval, { approve: true, by: "maya", permission: { until: friday } });
    expect(await desk.permissions()).toEqual([]);
    await ask(post("two"));
    for (const wrong of ["", "x", "../x", `${"a".repeat(16)}-x`, id.slice(0, -1), 5 as never])
      await expect(desk.revoke(wrong, "ken")).rejects.toMatchObject({ code: "not_found", path: "id" });
    await expect(desk.revoke(id, "")).rejects.toMatchObject({ code: "config_error", path: "by" });
  });

  test("between the check and the write of a call, which then sends nothing", async () => {
    const { allow, made, post, posts, desk, store } = slack;
    const { id } = await allow(post("one"), {});
    let ends = true;
    const watched = {
      ...store,
      async write(...given: Parameters<typeof store.write>) {
        if (given[0].startsWith("approved/") && ends) {
          ends = false;
          await desk.revoke(id, "ken");
        }
        return store.write(...given);
      },
    };
    const tool = await made({ store: watched });
    expect(await tool.call(post("two"), { callId: "x" })).toMatchObject({
      ok: false,
      error: { code: "approval_denied", outcome: "not_started", message: /has just ended/ },
    });
    expect(posts()).toEqual([]);
    expect(await tool.call(post("two"), { callId: "x" })).toMatchObject({
      error: { code: "approval_pending" },
    });
  });

  test("while a process gives up its claim, and another process that repeats the call does not take it", async () => {
    const { allow, made, post, posts, desk, store } = slack;
    const { id } = await allow(post("one"), {});
    const [claimed, found, released] = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    const first = {
      ...store,
      async write(...given: Parameters<typeof store.write>) {
        const written = await store.write(...given);
        if (given[0].startsWith("approved/")) {
          await desk.revoke(id, "ken");
          claimed!.resolve();
          await found!.promise;
        }
        return written;
      },
    };
    const second = {
      ...store,
      async read(key: string) {
        const value = await store.read(key);
        if (key.startsWith("approved/") && value) {
          found!.resolve();
          await released!.promise;
        }
        return value;
      },
    };
    const one = (await made({ store: first })).call(post("two"), { callId: "x" });
    await claimed!.promise;
    const other = (await made({ store: second })).call(post("two"), { callId: "x" });
    expect(await one).toMatchObject({ ok: false, error: { message: /has just ended/ } });
    released!.resolve();
    expect(await other).toMatchObject({ ok: false, error: { code: "approval_denied" } });
    expect(posts()).toEqual([]);
  });

  test("with a stop, and does not come back when writes go on", async () => {
    const { desk, store, allow, ask, budget, clock } = ads;
    const { id } = await allow(budget(0, 15), { up_to: 50 });
    await stop(store, { by: "ken", clock });
    await resume(store);
    expect(await desk.permissions()).toEqual([]);
    expect((await desk.revoke(id, "zoe")).ended).toMatchObject({ by: "ken" });
    await ask(budget(1, 16));
  });

  test("for calls about which the rules now ask two people, or other people", async () => {
    const { allow, ask, send, made, budget } = ads;
    await allow(budget(0, 15), { up_to: 50 });
    await ask(budget(1, 16), await made({ needsApproval: [{ effects: ["spend"], persons: 2 }] }));
    await ask(budget(1, 16), await made({ needsApproval: [{ effects: ["spend"], approvers: ["ken"] }] }));
    const still = await made({ needsApproval: [{ effects: ["spend"], approvers: ["ken", "maya"] }] });
    expect(await send(budget(1, 16), still)).toMatchObject({ ok: true });
  });
});

test("two decisions of one kind give two permissions, and the end of one leaves the other", async () => {
  const { desk, allow, send, ask, budget } = ads;
  const small = await allow(budget(0, 15), { up_to: 20 });
  const large = await allow(budget(0, 60), { up_to: 100 }, "ken");
  expect((await desk.permissions()).map(({ id }) => id)).toEqual([small.id, large.id]);
  expect(await send(budget(1, 60))).toMatchObject({ ok: true });
  await desk.revoke(large.id, "zoe");
  await ask(budget(2, 60));
  expect(await send(budget(2, 20))).toMatchObject({ ok: true });
});

test("explain names the permissions after the rules", async () => {
  const { ads: connector, desk, allow, budget } = ads;
  const { text } = await allow(budget(0, 15), { up_to: 50 });
  const permissions = await desk.permissions();
  expect((await connector.explain({ approval: [], permissions })).sentences).toContain(text);
  expect((await connector.explain({ permissions })).sentences).not.toContain(text);
});

test("the desk lists the approvals of one run", async () => {
  const { desk, made, post } = slack;
  const tool = await made();
  for (const run of ["run 1", "run 2"]) await tool.call(post(run), { callId: run, context: { run } });
  const runs = (some: Approval[]) => some.map(({ run }) => run);
  expect(runs(await desk.list({ run: "run 2" }))).toEqual(["run 2"]);
  expect(runs(await desk.list()).toSorted()).toEqual(["run 1", "run 2"]);
});

test("a permissionScope that is no text is refused", async () => {
  for (const permissionScope of ["", 5, {}])
    await expect(slack.made({ permissionScope } as never)).rejects.toMatchObject({
      code: "config_error",
      path: "permissionScope",
    });
});
