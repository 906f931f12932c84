import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openBrowser } from "../../support/connect.ts";
import { signIn } from "../../support/operator.ts";
import { executePath, testService, type TestService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

// Batches that people decide row by row, over HTTP.

const profileId = "2381940675312846";
const count = 8;
const indexes = Array.from({ length: count }, (_, index) => index);
const idOf = (index: number) => String(700 + index);
const campaigns = indexes.map((index) => ({
  campaignId: idOf(index),
  name: `Camp <${index}>`,
  targetingType: "MANUAL",
  budget: { budget: 10, budgetType: "DAILY" },
  startDate: "2026-01-01",
}));

onBothStores((newLocation) => {
  let service: TestService;
  let sandbox: ReturnType<typeof amazonAdsSandbox>;
  let connector_id: string;
  let agent: string;
  let application: string;
  beforeEach(async () => {
    sandbox = amazonAdsSandbox({
      rateLimits: false,
      seed: { accounts: [{ profile: { profileId }, entities: { "sp/campaigns": campaigns } as never }] },
    });
    service = await testService(await newLocation(), {
      connectors: [{ connector: AmazonAdsConnector, code: sandbox.options, shareTokens: false }],
    });
    connector_id = await service.create("ana", {
      connector_type: "Amazon-Ads",
      credentials: sandbox.credentials,
    });
    agent = await service.scopedToken("ana", { effects: ["read", "write", "spend"] });
    application = await service.applicationToken();
    await setPolicy({ approval: [] });
  });
  afterEach(() => service.close());

  const setPolicy = async (policy: object) => {
    const json = { connector_id, policy: { caps: { max_daily_budget: { USD: 1000 } }, ...policy } };
    expect((await service.ask("/v1/policies", { method: "PUT", token: application, json })).status).toBe(200);
  };
  const callOf = (budget: number, of: readonly number[] = indexes) => ({
    entity: "sponsored_product_campaigns",
    action: "update",
    params: {
      profileId,
      campaigns: of.map((index) => ({
        campaignId: idOf(index),
        budget: { budget, budgetType: "DAILY" },
      })),
    },
  });
  const execute = (json: object) => service.ask(executePath(connector_id), { token: agent, json });
  const ask = async (budget: number, of?: readonly number[]): Promise<string> => {
    const { status, body } = await execute(callOf(budget, of));
    expect([status, body.code]).toEqual([202, "approval_pending"]);
    return body.pending.id;
  };
  const decide = (id: string, json: object) =>
    service.ask(`/v1/approvals/${id}/decide`, {
      token: application,
      json: { approve: true, by: "maya", ...json },
    });
  const get = async (id: string) => (await service.ask(`/v1/approvals/${id}`, { token: agent })).body;
  const budgets = () =>
    sandbox
      .state()
      .accounts.find((one) => one.profile.profileId === profileId)!
      .entities["sp/campaigns"].filter(({ name }) => String(name).startsWith("Camp <"))
      .map(({ budget }) => (budget as { budget: number }).budget);

  test("exactly the rows change that a person agrees to, and the approval says what has become of each", async () => {
    let budget = 20;
    await fc.assert(
      fc.asyncProperty(fc.subarray(indexes, { minLength: 1 }), async (rows) => {
        const before = budgets();
        const id = await ask(++budget);
        expect((await get(id)).rows[2]).toMatchObject({ name: "Camp <2> (campaignId 702)" });
        const { body } = await decide(id, { rows });
        expect(body).toMatchObject({ status: "ended", outcome: { ok: true } });
        expect(budgets()).toEqual(before.map((now, index) => (rows.includes(index) ? budget : now)));
        expect(body.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
          indexes.map((index) => (rows.includes(index) ? "succeeded" : "declined")),
        );
        const declined = indexes.filter((index) => !rows.includes(index));
        expect(body.result.result.declined ?? []).toEqual(
          declined.map((index) => ({
            index,
            id: idOf(index),
            reason: "DECLINED_BY_PERSON",
            outcome: "not_started",
          })),
        );
      }),
      { numRuns: 4 },
    );
  });

  test("many people who decide about different rows at the same time: one outcome", async () => {
    const id = await ask(20);
    const answers = await Promise.all(indexes.map(async (row) => decide(id, { by: `p${row}`, rows: [row] })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [{ rows }] = (await get(id)).answers;
    expect(budgets()).toEqual(indexes.map((index) => (index === rows[0] ? 20 : 10)));
  });

  test("if one approved row has changed, nothing is sent; a declined row can change", async () => {
    const [refused, run] = [await ask(20), await ask(30)];
    await setPolicy({});
    expect((await execute(callOf(11, [3]))).status).toBe(200);
    const { body } = await decide(refused, { rows: [2, 3] });
    expect(body.outcome).toMatchObject({
      ok: false,
      error: { code: "approval_denied", outcome: "not_started" },
    });
    expect(body.outcome.error.message).toContain("campaignId 703");
    expect(body.rows[2]).toMatchObject({ approved: true, outcome: "failed" });
    expect((await decide(run, { rows: [2, 4] })).body.outcome.ok).toBe(true);
    expect(budgets()).toEqual([10, 10, 30, 11, 30, 10, 10, 10]);
  });

  test("a call of a tool is decided row by row too, and the model reads which were declined", async () => {
    const call = (args: object) =>
      service.ask(`/v1/integrations/connectors/${connector_id}/tools/call`, {
        token: agent,
        json: { tool: "amazon_ads", arguments: args, options: { effects: ["read", "write", "spend"] } },
      });
    const { id } = (await call(callOf(20))).body.error.pending;
    expect((await decide(id, { rows: [1] })).body.rows[1]).toMatchObject({ outcome: "succeeded" });
    const read = await call({ entity: "connector", action: "outcome", params: { id } });
    expect(read.body.text).toContain("DECLINED_BY_PERSON");
    expect(budgets()).toEqual([10, 20, 10, 10, 10, 10, 10, 10]);
  });

  test("rows that the approval does not have are refused, and nothing is decided", async () => {
    const id = await ask(20);
    for (const rows of [[], [count], [-1], [0.5], ["1"]])
      expect((await decide(id, { rows })).status).toBe(422);
    expect((await decide(id, { approve: false, rows: [1] })).status).toBe(422);
    expect((await get(id)).status).toBe("pending");
    expect(budgets()).not.toContain(20);
  });

  test("on the page of a link and of an operator, the checked rows are sent", async () => {
    const id = await ask(20);
    const { url } = (
      await service.ask(`/v1/approvals/${id}/links`, { token: application, json: { by: "maya" } })
    ).body;
    const browser = openBrowser(service);
    const { text } = await browser.get(url);
    expect(text.match(/type="checkbox"/g)).toHaveLength(count);
    expect(text.match(/value="\d" checked/g)).toHaveLength(count);
    expect(text).toContain("Do it: Camp &lt;0&gt; (campaignId 700)");
    expect((await browser.submit(url, { decision: "approve" })).status).toBe(422);
    expect((await browser.submit(url, { decision: "approve", rows: "1,3,x" })).status).toBe(422);
    expect(budgets()).not.toContain(20);
    expect((await browser.submit(url, { decision: "approve", rows: "1,3" })).status).toBe(303);
    expect(budgets()).toEqual([10, 20, 10, 20, 10, 10, 10, 10]);
    expect((await browser.get(url)).text).toContain("Declined, not sent");
    const other = await ask(30);
    const ken = await signIn(service, ["approvals:decide"], { name: "Ken" });
    expect((await ken.get(`/operate/approvals/${other}`)).text).toContain("Camp &lt;0&gt;");
    await ken.submit(`/operate/approvals/${other}`, { decision: "approve", rows: "0" });
    expect(budgets()).toEqual([30, 20, 10, 20, 10, 10, 10, 10]);
    const refused = await ask(40);
    await ken.submit(`/operate/approvals/${refused}`, { decision: "refuse", rows: "0,1" });
    expect((await get(refused)).status).toBe("rejected");
  });

  test("an event says how many rows there are and how many were agreed to", async () => {
    await service.ask("/v1/webhooks", {
      token: application,
      json: { url: "https://example.com/hook", event_types: ["approval.requested", "approval.decided"] },
    });
    await decide(await ask(20), { rows: [1, 2] });
    const rows = await service.store.db
      .selectFrom("webhook_deliveries")
      .selectAll()
      .orderBy("type")
      .execute();
    expect(rows.map(({ payload }) => JSON.parse(payload).data)).toMatchObject([
      { status: "approved", rows: count, approved_rows: 2 },
      { status: "pending", rows: count },
    ]);
  });
});
