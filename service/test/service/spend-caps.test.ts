import { memoryStore } from "agent-connectors/store";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { afterEach, beforeEach, expect, test } from "vitest";
import { executePath, testService, type Ask, type TestService } from "../support/service.ts";
import { onBothStores, type EmptyLocation } from "../support/stores.ts";

const profileId = "2381940675312846";
const raises = 24;
const campaigns = Array.from({ length: raises }, (_, index) => ({
  campaignId: String(700_000 + index),
  name: `Campaign ${index}`,
  targetingType: "MANUAL",
  budget: { budget: 10, budgetType: "DAILY" },
  dynamicBidding: { strategy: "LEGACY_FOR_SALES", placementBidding: [] },
  startDate: "2026-01-01",
}));
const entity = "sponsored_product_campaigns";
const updateOf = (budgets: readonly number[]) => ({
  profileId,
  campaigns: budgets.map((budget, index) => ({
    campaignId: campaigns[index]!.campaignId,
    budget: { budget },
  })),
});
const newCampaign = (name: string) => ({
  profileId,
  campaigns: [{ name, targetingType: "MANUAL" as const, budget: { budget: 10 }, state: "ENABLED" as const }],
});

onBothStores((newLocation, kind) => {
  let amazon: ReturnType<typeof amazonAdsSandbox>;
  let location: EmptyLocation;
  let replicas: TestService[];
  let token: string;
  let connector: string;
  const start = () =>
    testService(location, {
      connectors: [{ connector: AmazonAdsConnector, code: amazon.options, shareTokens: false }],
      limits: { concurrency: { connector: 100, workspace: 100, organization: 200, process: 400 } },
    });
  beforeEach(async () => {
    amazon = amazonAdsSandbox({
      rateLimits: false,
      seed: { accounts: [{ profile: { profileId }, entities: { "sp/campaigns": campaigns } }] },
    });
    location = await newLocation();
    const first = await start();
    // Only one process of the service can use a SQLite store.
    replicas = kind === "postgres" ? [first, await start()] : [first];
    token = await first.applicationToken();
    connector = await first.create("ana", { connector_type: "Amazon-Ads", credentials: amazon.credentials });
  });
  afterEach(async () => {
    for (const service of replicas.splice(0)) await service.close();
  });
  const setCaps = async (caps: object, target: object = { connector_id: connector }) => {
    const json = { ...target, policy: { caps } };
    expect((await replicas[0]!.ask("/v1/policies", { method: "PUT", token, json })).status).toBe(200);
  };
  const execute = (replica: number, action: string, params: object, more: Ask = {}) =>
    replicas[replica % replicas.length]!.ask(executePath(connector), {
      token,
      json: { entity, action, params },
      ...more,
    });
  const budgets = () =>
    amazon
      .state()
      .accounts.find(({ profile }) => profile.profileId === profileId)!
      .entities["sp/campaigns"].filter(({ name }) => /^(Campaign \d+|New .*)$/.test(String(name)))
      .map(({ budget }) => (budget as { budget: number }).budget);

  test("concurrent raises through all replicas stay within the cap, also after a restart", async () => {
    await setCaps({ max_daily_budget: { USD: 100 }, max_day_raise: { USD: 21 } });
    const answers = await Promise.all(
      campaigns.map(({ campaignId }, index) =>
        execute(index, "update", { profileId, campaigns: [{ campaignId, budget: { budget: 11 } }] }),
      ),
    );
    // Each raise by 1 counts 2, because a campaign can spend twice its budget on one day.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ body }) => body.code === "cap_exceeded")).toHaveLength(raises - 10);
    expect(budgets().filter((budget) => budget === 11)).toHaveLength(10);

    for (const service of replicas.splice(0)) await service.close();
    replicas = [await start()];
    token = await replicas[0]!.applicationToken();
    const { body } = await execute(0, "create", newCampaign("New 1"));
    expect([body.code, body.message]).toEqual(["cap_exceeded", expect.stringContaining("to 40 USD")]);
  });

  test("a repeated call with the same key reserves nothing, in the service and in the client", async () => {
    await setCaps({ max_daily_budget: { USD: 100 }, max_day_raise: { USD: 20 } });
    const headers = { "idempotency-key": "new-campaign" };
    const first = await execute(0, "create", newCampaign("New 1"), { headers });
    const again = await execute(1, "create", newCampaign("New 1"), { headers });
    expect([first.status, again.text]).toEqual([200, first.text]);
    expect((await execute(0, "update", updateOf([10.01]))).body.code).toBe("cap_exceeded");

    await setCaps({ max_daily_budget: { USD: 100 }, max_new_campaigns: 10 });
    const { clientId, clientSecret, service } = replicas[0]!;
    const hosted = new AmazonAdsConnector(
      {
        external_user_id: "ana",
        airbyte_client_id: clientId,
        airbyte_client_secret: clientSecret,
        base_url: "http://127.0.0.1:9",
        connector_id: connector,
      },
      {
        fetch: async (input, init) => service(new Request(input, init)),
        clock: amazon.clock,
        policy: { caps: { max_daily_budget: { USD: 100 }, max_day_raise: { USD: 20 } } },
        store: memoryStore(),
      },
    );
    const create = (idempotencyKey: string) =>
      hosted[entity].create(newCampaign(`New ${idempotencyKey}`), { idempotencyKey });
    const { data } = await create("hosted-1");
    expect((await create("hosted-1")).data).toEqual(data);
    await expect(create("hosted-2")).rejects.toMatchObject({ code: "cap_exceeded", outcome: "not_started" });
    expect(budgets()).toHaveLength(raises + 2);
  });

  test("a refusal reaches the hosted client with every item, the cap and the amount", async () => {
    await setCaps({ max_daily_budget: { USD: 12 } });
    const { body } = await execute(0, "update", updateOf([13, 11, 14, 12]));
    expect(body).toMatchObject({
      code: "cap_exceeded",
      message: expect.stringMatching(/campaigns\[0\]\.budget\.budget would be 13 USD, from 10 USD; .* max_daily_budget \(12 USD\) .*Items above the caps: 0, 2\.$/), // prettier-ignore
      hint: expect.stringMatching(/at most 12 USD.*Only items 1, 3 are within the caps: send them alone\.$/),
      path: "params.campaigns[0].budget.budget",
    });
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      "campaigns[0].budget.budget",
      "campaigns[2].budget.budget",
    ]);
    await setCaps(
      { max_daily_budget: { USD: 100 } },
      { external_user_id: "ana", connector_type: "Amazon-Ads" },
    );
    await setCaps({ max_bid: { USD: 1 } });
    const missing = (await execute(0, "update", updateOf([13, 9]))).body;
    expect(missing).toMatchObject({
      code: "policy_denied",
      message: expect.stringMatching(
        /and the policy of the connector has no cap max_daily_budget\. campaigns\[0\] \(campaign 700000, “Campaign 0”\): budget\.budget from 10 to 13 .* This concerns item 0\.$/,
      ),
      hint: expect.stringMatching(/^Only item 1 is allowed: send it alone\. .*max_daily_budget: { USD: … }/),
    });
    await setCaps({ max_daily_budget: { GBP: 12 } });
    const foreign = (await execute(0, "update", updateOf([13, 9]))).body;
    expect(foreign).toMatchObject({
      code: "policy_denied",
      message: expect.stringMatching(/is set in GBP.* which pays in USD\. This concerns item 0\.$/),
    });
    expect(budgets()).toEqual(campaigns.map(() => 10));
  });
});
