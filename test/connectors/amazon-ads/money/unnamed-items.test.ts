import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import type { ConnectorOptions } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { describe, expect, test } from "vitest";

// Amazon applies a batch, but its response does not name every item.

type Fields = Record<string, unknown>;
type Result = { data: Fields; meta: { warnings?: string[]; undo?: { params: Fields } } };
type Execute = (entity: string, action: string, params: Fields) => Promise<Result>;

const profileId = "2381940675312846";

/** Opens a connector. Amazon applies each write, and answers with `body`. */
function open(body: string, policy: ConnectorOptions["policy"] = {}, entities: object = {}) {
  const seed = { accounts: [{ profile: { profileId }, entities }] };
  const sandbox = amazonAdsSandbox({ rateLimits: false, seed });
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await sandbox.fetch(input, init);
    const { pathname } = new URL(String(input));
    const isWrite = init?.method === "PUT" || (init?.method === "POST" && pathname.endsWith("campaigns"));
    return isWrite ? new Response(body, { status: body === "" ? 200 : 207 }) : response;
  };
  const ads = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, store: memoryStore(), fetch, policy },
  );
  const names = (collection: "sp/campaigns") =>
    sandbox
      .state()
      .accounts.find((one) => one.profile.profileId === profileId)!
      .entities[collection].map(({ name }) => name);
  const call: Execute = (entity, action, params) =>
    (ads.execute as unknown as Execute)(entity, action, { profileId, ...params });
  return { call, names };
}

const campaign = (name: string) => ({
  name,
  targetingType: "AUTO",
  budget: { budget: 10 },
  state: "ENABLED",
});

describe.each(["{}", "", '{"campaigns":{"success":[],"error":[]}}'])("if the response is %j", (body) => {
  test("the outcome is unknown, and the raise counts toward the caps of the day", async () => {
    const caps = { max_daily_budget: { USD: 100 }, max_new_campaigns: 1 };
    const { call, names } = open(body, { caps });
    const start = (name: string) => call("sponsored_product_campaigns", "create", { campaigns: [campaign(name)] }); // prettier-ignore
    await expect(start("First")).rejects.toMatchObject({ outcome: "unknown", retryable: false });
    await expect(start("Second")).rejects.toMatchObject({ code: "cap_exceeded" });
    expect(names("sp/campaigns")).toContain("First");
    expect(names("sp/campaigns")).not.toContain("Second");
  });
});

test.each([
  ["sponsored_brands_campaigns", "sb/campaigns", { budget: 9 }, '{"campaigns":{"success":[{"index":1,"campaignId":"71"}],"error":[]}}'], // prettier-ignore
  ["sd_campaigns", "sd/campaigns", { budget: 9 }, '[{"code":"SUCCESS","campaignId":70}]'],
] as const)("of two items of %s, the unnamed one is unknown", async (entity, collection, change, body) => {
  const some = ["70", "71"].map((campaignId) => ({ campaignId, name: `Campaign ${campaignId}`, budget: 10, budgetType: "DAILY", costType: "cpc", tactic: "T00020", startDate: "2026-01-01" })); // prettier-ignore
  const { call } = open(body, {}, { [collection]: some });
  const campaigns = some.map(({ campaignId }) => ({ campaignId, ...change }));
  const { data, meta } = await call(entity, "update", { campaigns });
  const named = entity === "sd_campaigns" ? 0 : 1;
  expect(data.succeeded).toMatchObject([{ index: named, id: some[named]!.campaignId }]);
  expect(data.unknown).toEqual([{ index: 1 - named, id: some[1 - named]!.campaignId }]);
  expect(meta.warnings).toEqual(["1 of 2 items may have changed: Amazon does not confirm or refuse them; see data.unknown."]); // prettier-ignore
  expect(meta.undo!.params.campaigns).toMatchObject([{ campaignId: some[named]!.campaignId }]);
});

test("an unnamed item of a batch keeps its raise, and a refused item releases it", async () => {
  const body = (error: string) =>
    `{"campaigns":{"success":[{"index":0,"campaignId":"1"}],"error":[${error}]}}`;
  const caps = { max_daily_budget: { USD: 100 }, max_new_campaigns: 2 };
  const start = (response: string) => {
    const { call } = open(response, { caps });
    const create = (...names: string[]) => call("sponsored_product_campaigns", "create", { campaigns: names.map(campaign) }); // prettier-ignore
    return { create };
  };
  const refused = '{"index":1,"errors":[{"errorType":"malformedValueError"}]}';
  const one = start(body(refused));
  await one.create("A", "B");
  await one.create("C");
  for (const error of ["", '{"index":1,"errors":[{"errorType":"internalServerError"}]}']) {
    const two = start(body(error));
    await two.create("A", "B");
    await expect(two.create("C")).rejects.toMatchObject({ code: "cap_exceeded" });
  }
});
