import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox, type SlackSandbox } from "agent-connectors/sandbox";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { disableApplication, enableApplication } from "../../../src/access/change-application.ts";
import { findApplication } from "../../../src/store/queries/applications.ts";
import { openBrowser } from "../../support/connect.ts";
import { signIn } from "../../support/operator.ts";
import { executePath, testService, type TestService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

// Standing permissions, which people give with decisions, over HTTP.

const profileId = "2381940675312846";
const day = 86_400_000;

onBothStores((newLocation) => {
  let now: number;
  let service: TestService;
  let sandbox: SlackSandbox;
  let amazon: ReturnType<typeof amazonAdsSandbox>;
  let application: string;
  let agent: string;
  let slack: string;
  let ads: string;

  const inDays = (days: number) => new Date(now + days * day).toISOString();
  beforeEach(async () => {
    now = Date.now();
    sandbox = slackSandbox({
      rateLimits: false,
      workspace: {
        users: ["Maya", { name: "Paul", company: "Acme Corp" }, { name: "assistant", is_bot: true }],
        channels: ["general", "random", { name: "partners", shared_with: ["Acme Corp"] }],
      },
    });
    const campaigns = [0, 1, 2].map((index) => ({
      campaignId: `70${index}`,
      name: `Camp ${index}`,
      targetingType: "MANUAL",
      budget: { budget: 10, budgetType: "DAILY" },
      startDate: "2026-01-01",
    }));
    amazon = amazonAdsSandbox({
      rateLimits: false,
      seed: { accounts: [{ profile: { profileId }, entities: { "sp/campaigns": campaigns } as never }] },
    });
    service = await testService(await newLocation(), {
      sandbox,
      clock: { now: () => now, sleep: async () => {} },
      connectors: [{ connector: AmazonAdsConnector, code: amazon.options, shareTokens: false }],
    });
    slack = await service.create("ana");
    ads = await service.create("ana", { connector_type: "Amazon-Ads", credentials: amazon.credentials });
    await newTokens();
    await setRules([{ effects: ["write"] }]);
    await setRules([], { connector_id: ads }, { caps: { max_daily_budget: { USD: 100_000 } } });
  });
  afterEach(() => service.close());

  const newTokens = async () => {
    agent = await service.scopedToken("ana", { effects: ["read", "write", "spend", "destructive"] });
    application = await service.applicationToken();
  };
  const setRules = async (
    approval: unknown,
    target: object = { connector_type: "Slack" },
    more: object = {},
  ) => {
    const json = { ...target, policy: { approval, ...more } };
    const answer = await service.ask("/v1/policies", { method: "PUT", token: application, json });
    expect(answer.status).toBe(200);
  };
  const send = (call: object, connector = slack, token = agent) =>
    service.ask(executePath(connector), { token, json: call });
  const ask = async (call: object, connector = slack, token = agent): Promise<string> => {
    const { status, body } = await send(call, connector, token);
    expect([status, body.code, body.outcome]).toEqual([202, "approval_pending", "not_started"]);
    return body.pending.id;
  };
  const post = (text: string, more: object = {}) => ({
    entity: "messages",
    action: "create",
    params: { channel: "#general", text, ...more },
  });
  const budget = (index: number, amount: number) => ({
    entity: "sponsored_product_campaigns",
    action: "update",
    params: {
      profileId,
      campaigns: [{ campaignId: `70${index}`, budget: { budget: amount, budgetType: "DAILY" } }],
    },
  });
  const posts = () =>
    sandbox.calls().flatMap(({ method, args }) => (method === "chat.postMessage" ? [args.text] : []));
  const decide = (id: string, json: object = {}, token = application) =>
    service.ask(`/v1/approvals/${id}/decide`, {
      token,
      json: { approve: true, by: "maya", signed_in: true, ...json },
    });
  const list = async (token = application, query = "") =>
    (await service.ask(`/v1/permissions${query}`, { token })).body.data;
  /** Lets a person give a permission with the decision about a call. Returns the permission. */
  const allow = async (call: object, permission: object = {}, connector = slack, by = "maya") => {
    const id = await ask(call, connector);
    const { status, body } = await decide(id, { by, permission: { until: inDays(3), ...permission } });
    expect([status, body.status]).toEqual([200, "ended"]);
    return (await list()).find(({ approval }: { approval: string }) => approval === id);
  };
  const end = (id: string, token = application, query = "?by=ken") =>
    service.ask(`/v1/permissions/${id}${query}`, { method: "DELETE", token });
  const audit = async (event: string) =>
    (await service.ask(`/v1/audit?event=${event}`, { token: application })).body.data;

  test("later calls of this kind run without a question; journal, audit and explain name the permission", async () => {
    const permission = await allow(budget(0, 15), { up_to: 50 }, ads);
    expect(permission).toMatchObject({
      connector_id: ads,
      connector_type: "Amazon-Ads",
      external_user_id: "ana",
      action: "update",
      up_to: 50,
      currency: "USD",
      given_by: "maya",
      until: inDays(3),
    });
    expect(await send(budget(1, 35), ads)).toMatchObject({ status: 200 });
    const decision = { by: ["maya"], permission: permission.id };
    const journal = (await service.ask("/v1/journal", { token: application })).body.data;
    expect(journal[0]).toMatchObject({ connector_id: ads, decision });
    expect((await audit("execute"))[0].detail).toMatchObject({ action: "update", decision });
    expect(await audit("permission.give")).toMatchObject([
      {
        connector_id: ads,
        external_user_id: "ana",
        detail: {
          permission: permission.id,
          by: "maya",
          up_to: 50,
          action: "sponsored_product_campaigns.update",
        },
      },
    ]);
    const explained = await service.ask(`/v1/integrations/connectors/${ads}/explain`, { token: agent });
    expect(explained.body.sentences).toContain(permission.text);
    expect(permission.text).toContain("at most 50 USD for each call. maya has allowed this.");
    const of = await service.ask(`/v1/integrations/connectors/${slack}/explain`, { token: agent });
    expect(of.body.sentences).not.toContain(permission.text);
  });

  test("a call of a tool is covered too, and a repeated request runs once", async () => {
    await allow(post("one"));
    const call = () =>
      service.ask(`/v1/integrations/connectors/${slack}/tools/call`, {
        token: agent,
        json: { tool: "slack", arguments: post("two") },
        headers: { "idempotency-key": "k1" },
      });
    expect((await call()).body.ok).toBe(true);
    expect((await call()).body.ok).toBe(true);
    expect(posts()).toEqual(["one", "two"]);
  });

  test("it covers neither other amounts, places, people, companies, fields, actions nor connectors", async () => {
    await allow(budget(0, 15), { up_to: 50 }, ads);
    await ask(budget(1, 35.5), ads);
    await allow(post("one"));
    await ask(post("two", { channel: "#random" }));
    await ask(post("three", { channel: "#partners" }));
    await ask(post("<!channel> four", { mentions: true }));
    await ask(post("five", { reply_broadcast: true, thread_ts: "1.1" })).catch(() => {});
    const other = await service.create("ben");
    await ask(post("six"), other, await service.scopedToken("ben", { effects: ["read", "write"] }));
    expect(posts()).toEqual(["one"]);
  });

  test("the audit finds the decision of an application by the user of the call", async () => {
    const id = await ask(post("one"));
    await decide(id);
    expect(await audit("approval.decide")).toMatchObject([
      { external_user_id: "ana", detail: { approval: id, by: "maya", via: "application" } },
    ]);
  });

  describe("nobody can give one", () => {
    const nothing = async (id: string) => {
      expect(await list()).toEqual([]);
      const { body } = await service.ask(`/v1/approvals/${id}`, { token: application });
      expect([body.status, body.answers]).toEqual(["pending", []]);
    };

    test("with a link, or without saying that the person was signed in", async () => {
      const id = await ask(post("one"));
      const permission = { until: inDays(1) };
      const unsigned = await decide(id, { signed_in: false, permission });
      expect(unsigned).toMatchObject({ status: 403, body: { code: "approval_denied" } });
      const json = { approve: true, by: "maya", permission };
      const silent = await service.ask(`/v1/approvals/${id}/decide`, { token: application, json });
      expect(silent).toMatchObject({ status: 403, body: { code: "approval_denied" } });
      await nothing(id);
      const link = await service.ask(`/v1/approvals/${id}/links`, {
        token: application,
        json: { by: "maya" },
      });
      const browser = openBrowser(service);
      expect((await browser.get(link.body.url)).text).not.toContain("permission");
      const fields = { decision: "approve", permission_days: "7", permission: JSON.stringify(permission) };
      expect((await browser.submit(link.body.url, fields)).status).toBe(303);
      expect(posts()).toEqual(["one"]);
      expect(await list()).toEqual([]);
    });

    test("as an agent, which can also end none, and lists only those of its connectors", async () => {
      const id = await ask(post("one"));
      expect((await decide(id, { permission: { until: inDays(1) } }, agent)).status).toBe(403);
      await nothing(id);
      const { id: given } = await allow(post("two"));
      expect((await end(given, agent)).status).toBe(403);
      expect(await list(agent)).toHaveLength(1);
      const ben = await service.create("ben");
      const other = await service.scopedToken("ben");
      expect(await list(other)).toEqual([]);
      expect(await list(other, `?connector_id=${slack}`)).toEqual([]);
      expect(await list(application, `?connector_id=${ben}`)).toEqual([]);
      expect(await list(application, `?connector_id=${slack}`)).toHaveLength(1);
      expect((await service.ask("/v1/permissions")).status).toBe(401);
      expect((await end(given, "", "")).status).toBe(401);
    });

    test("by declining, alone if two must agree, for a batch, or for a call that cannot be undone", async () => {
      const permission = { until: inDays(1) };
      const id = await ask(post("one"));
      const declined = await decide(id, { approve: false, permission });
      expect(declined).toMatchObject({ status: 422, body: { code: "invalid_params", path: "permission" } });
      await nothing(id);
      const { campaigns } = budget(0, 15).params;
      const batch = { profileId, campaigns: [...campaigns, ...budget(1, 15).params.campaigns] };
      const asked = await ask({ ...budget(0, 15), params: batch }, ads);
      const denied = { status: 403, body: { code: "approval_denied" } };
      expect(await decide(asked, { permission: { ...permission, up_to: 50 } })).toMatchObject(denied);
      await nothing(asked);
      const archive = { profileId, campaignIds: ["700"] };
      const gone = await ask(
        { entity: "sponsored_product_campaigns", action: "archive", params: archive },
        ads,
      );
      expect(await decide(gone, { permission })).toMatchObject(denied);
      await nothing(gone);
      await setRules([{ effects: ["write"], persons: 2 }]);
      const two = await ask(post("two"));
      expect(await decide(two, { permission })).toMatchObject(denied);
      await nothing(two);
    });

    test("with wrong fields", async () => {
      const id = await ask(budget(0, 15), ads);
      const until = inDays(1);
      for (const [permission, path] of [
        ["until friday", "permission"],
        [{}, "permission.until"],
        [{ until: "Friday", up_to: 5 }, "permission.until"],
        [{ until: "2099-01-01", up_to: 5 }, "permission.until"],
        [{ until: inDays(0), up_to: 5 }, "permission.until"],
        [{ until: inDays(31.1), up_to: 5 }, "permission.until"],
        [{ until, up_to: 0 }, "permission.up_to"],
        [{ until, up_to: -1 }, "permission.up_to"],
        [{ until, up_to: "5" }, "permission.up_to"],
        [{ until }, "permission.up_to"],
        [{ until, up_to: 5, by: "maya" }, "permission"],
      ] as const) {
        const { status, body } = await decide(id, { permission });
        expect([permission, status, body.path]).toEqual([permission, 422, path]);
      }
      await nothing(id);
      for (const [query, status] of [
        ["?connector_id=", 422],
        ["?connector_id=../x", 422],
        ["?user=ana", 422],
        ["?connector_id=unknown", 200],
      ] as const)
        expect([
          query,
          (await service.ask(`/v1/permissions${query}`, { token: application })).status,
        ]).toEqual([query, status]);
      for (const [wrong, query, status] of [
        ["unknown", "", 404],
        ["..%2Fx", "", 404],
        ["%00", "", 404],
        ["x".repeat(300), "", 404],
        ["unknown", "?by=", 422],
        ["unknown", "?who=ken", 422],
        ["unknown", `?by=${"x".repeat(201)}`, 422],
      ] as const)
        expect([wrong, query, (await end(wrong, application, query)).status]).toEqual([wrong, query, status]);
    });
  });

  describe("it ends", () => {
    test("at its time", async () => {
      await allow(post("one"), { until: inDays(1) });
      now += day - 1;
      await newTokens();
      expect((await send(post("two"))).status).toBe(200);
      now++;
      await ask(post("three"));
      expect(await list()).toEqual([]);
    });

    test("when a person ends it, with an audit row; a repeated decision does not give it again", async () => {
      const { id, approval, until } = await allow(post("one"));
      const ended = await end(id);
      expect(ended).toMatchObject({ status: 200, body: { id, ended: { by: "ken" } } });
      expect((await end(id, application, "")).body.ended).toEqual(ended.body.ended);
      expect((await decide(approval, { permission: { until } })).status).toBe(200);
      expect(await list()).toEqual([]);
      await ask(post("two"));
      expect(await audit("permission.end")).toMatchObject([
        {
          connector_id: slack,
          external_user_id: "ana",
          detail: { permission: id, by: "maya", ended_by: "ken" },
        },
      ]);
    });

    test.each([
      ["the organization", () => ({}), true],
      ["the user", () => ({ external_user_id: "ana" }), true],
      ["the connector", () => ({ connector_id: slack }), true],
      ["another connector", () => ({ connector_id: ads }), false],
    ])("with a stop of %s, and does not come back with its end", async (_what, target, ends) => {
      const { id } = await allow(post("one"));
      const json = { ...target(), by: "zoe" };
      expect((await service.ask("/v1/stops", { token: application, json })).status).toBe(200);
      const query = new URLSearchParams(target() as Record<string, string>);
      await service.ask(`/v1/stops?${query}`, { method: "DELETE", token: application });
      expect(await list()).toHaveLength(ends ? 0 : 1);
      if (!ends) return;
      await ask(post("two"));
      expect((await audit("permission.end"))[0].detail).toMatchObject({ permission: id, ended_by: "zoe" });
    });

    test("for calls about which a policy now asks two people, or other people", async () => {
      await allow(post("one"));
      await setRules([{ effects: ["write"], persons: 2 }]);
      await ask(post("two"));
      await setRules([{ effects: ["write"], approvers: ["ken"] }]);
      await ask(post("three"));
      await setRules([{ effects: ["write"], approvers: ["ken", "maya"] }]);
      expect((await send(post("four"))).status).toBe(200);
    });

    test("with the application through which it was given, also if that is enabled again", async () => {
      const { organization_id, ...one } = (await findApplication(service.store.db, service.clientId))!;
      await allow(post("one"));
      await service.store.transaction((db) => disableApplication(db, { organization_id, ...one }, now));
      await service.store.transaction((db) => enableApplication(db, { organization_id, ...one }));
      await newTokens();
      await ask(post("two"));
      expect(await list()).toEqual([]);
    });

    test("with its connector", async () => {
      await allow(post("one"));
      const path = `/v1/integrations/connectors/${slack}`;
      expect((await service.ask(path, { method: "DELETE", token: application })).status).toBeLessThan(300);
      expect(await list()).toEqual([]);
      const rows = await service.store.db.selectFrom("records").select("key").execute();
      expect(rows.filter(({ key }) => key.startsWith("permissions/"))).toEqual([]);
    });
  });

  test("an operator gives one with the decision, sees it on the page, and ends it", async () => {
    const maya = await signIn(service, ["approvals:decide", "audit:read"], { name: "Maya <Chen>", now });
    const id = await ask(budget(0, 15), ads);
    const page = await maya.get(`/operate/approvals/${id}`);
    expect(page.text).toContain("Such calls: sponsored_product_campaigns.update as Fernhill Outdoor");
    expect(page.text).toContain("in USD");
    const path = `/operate/approvals/${id}`;
    const wrong = await maya.submit(path, { decision: "approve", permission_days: "365" });
    expect(wrong.status).toBe(422);
    const missing = await maya.submit(path, { decision: "approve", permission_days: "7", up_to: "" });
    expect(missing.status).toBe(422);
    expect(await list()).toEqual([]);
    const given = await maya.submit(path, { decision: "approve", permission_days: "7", up_to: "20.50" });
    expect(given.status).toBe(303);
    expect(await list()).toMatchObject([{ given_by: "Maya <Chen>", up_to: 20.5, until: inDays(7) }]);
    expect((await send(budget(1, 20), ads)).status).toBe(200);
    const shown = await maya.get("/operate/permissions");
    expect(shown.text).toContain("Maya &lt;Chen&gt; has allowed this.");
    expect((await maya.get("/operate/journal")).text).toContain("(permission)");
    const [permission] = await list();
    expect((await maya.submit(`/operate/permissions/${permission.id}/end`)).status).toBe(303);
    expect((await maya.get("/operate/permissions")).text).toContain("There are no permissions.");
    await ask(budget(2, 20), ads);
    expect((await audit("permission.end"))[0]).toMatchObject({ operator: "Maya <Chen>" });
  });

  test("a page offers no permission if there can be none; an amount without days gives none, and a refusal gives none", async () => {
    const maya = await signIn(service, ["approvals:decide"], { name: "Maya", now });
    await setRules([{ effects: ["write"], persons: 2 }]);
    const two = await ask(post("two"));
    expect((await maya.get(`/operate/approvals/${two}`)).text).not.toContain("permission_days");
    const id = await ask(budget(0, 15), ads);
    await maya.submit(`/operate/approvals/${id}`, { decision: "approve", permission_days: "", up_to: "10" });
    expect((await service.ask(`/v1/approvals/${id}`, { token: application })).body.status).toBe("ended");
    const refused = await ask(budget(1, 15), ads);
    const fields = { decision: "refuse", permission_days: "7", up_to: "10" };
    expect((await maya.submit(`/operate/approvals/${refused}`, fields)).status).toBe(303);
    const { body } = await service.ask(`/v1/approvals/${refused}`, { token: application });
    expect(body.status).toBe("rejected");
    expect(await list()).toEqual([]);
  });

  test("the list of approvals has a filter for the run", async () => {
    for (const run of ["run 1", "run 2"]) await ask({ ...post(run), run });
    const { body } = await service.ask("/v1/approvals?run=run%202", { token: agent });
    expect(body.data.map(({ run }: { run: string }) => run)).toEqual(["run 2"]);
  });
});
