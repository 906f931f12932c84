import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { expect, test } from "vitest";
import { createParentNames } from "../../../../src/connectors/amazon-ads/wire/parent-names.ts";

type Dict = Record<string, unknown>;
type Call = (entity: string, action: string, params: Dict) => Promise<{ data: Dict[]; meta: Dict }>;

const profileId = "2381940675312846";

function open() {
  const sandbox = amazonAdsSandbox();
  const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, sandbox.options);
  const list: Call = (entity, action, params) =>
    (ads.execute as unknown as Call)(entity, action, { profileId, ...params });
  const reads = (operation: string) => sandbox.calls().filter((one) => one.operation === operation).length;
  return { ads, sandbox, list, reads };
}

test.each([
  ["sponsored_product_keywords", "sponsored_product_campaigns"],
  ["sponsored_product_negative_targets", "sponsored_product_campaigns"],
  ["sponsored_brands_ad_groups", "sponsored_brands_campaigns"],
  ["sd_targets", "sd_campaigns"],
])("a list of %s has the names of its campaigns, and the currency", async (entity, parents) => {
  const { list } = open();
  const lower = parents.startsWith("sd_");
  const campaigns = await list(parents, "list", { states: lower ? ["enabled", "paused", "archived"] : ["ENABLED", "PAUSED", "ARCHIVED"] }); // prettier-ignore
  const { data, meta } = await list(entity, "list", {});
  const used = new Set(data.map(({ campaignId }) => campaignId));
  expect(used.size).toBeGreaterThan(0);
  expect(meta).toMatchObject({ currency: "USD" });
  expect(meta.names).toEqual(
    Object.fromEntries(
      campaigns.data.flatMap(({ campaignId, name }) => (used.has(campaignId) ? [[campaignId, name]] : [])),
    ),
  );
});

test("a model sees the names of portfolios beside the campaigns", async () => {
  const { ads } = open();
  const tool = await ads.tool();
  const { text } = await tool.call({ entity: "sponsored_product_campaigns", action: "list", params: { profileId, limit: 3 } }); // prettier-ignore
  const told = JSON.parse(text) as { names: Dict; currency: string; data: unknown };
  const { data: portfolios } = await ads.portfolios.list({ profileId });
  expect(told.currency).toBe("USD");
  expect(Object.keys(told.names).length).toBeGreaterThan(0);
  for (const [id, name] of Object.entries(told.names)) {
    expect(portfolios.find(({ portfolioId }) => portfolioId === id)?.name).toBe(name);
    expect(JSON.stringify(told.data)).toContain(id);
  }
});

test("a model sees only the names of ids in the shown fields", async () => {
  const { ads } = open();
  const tool = await ads.tool();
  const told = async (fields: string[]) => {
    const params = { profileId, fields };
    const { text } = await tool.call({ entity: "sponsored_product_campaigns", action: "list", params });
    return JSON.parse(text) as Dict;
  };
  expect(await told(["campaignId", "name"])).not.toHaveProperty("names");
  expect(await told(["campaignId", "portfolioId"])).toHaveProperty("names");
});

test.each([
  ["sponsored_product_campaigns", "campaignId"],
  ["sponsored_brands_campaigns", "campaignId"],
  ["sd_campaigns", "campaignId"],
  ["portfolios", "portfolioId"],
])("the usage of the budgets of %s has the names of the records", async (entity, idField) => {
  const { list } = open();
  const { data } = await list(entity, "list", {});
  const ids = data.map(({ [idField]: id }) => id);
  const usage = await list(entity, "budget_usage", { [`${idField}s`]: ids });
  expect(usage.data.map(({ [idField]: id, name }) => [id, name])).toEqual(
    data.map(({ [idField]: id, name }) => [id, name]),
  );
});

test("names are read once, and a list is complete if they cannot be read", async () => {
  const { list, reads, sandbox } = open();
  sandbox.fail({ kind: "rate_limit", retryAfter: 5, operation: "POST /sp/campaigns/list" });
  const before = sandbox.clock.now();
  const without = await list("sponsored_product_keywords", "list", { limit: 2 });
  expect(without.data).toHaveLength(2);
  expect(without.meta.names).toBeUndefined();
  expect(sandbox.clock.now()).toBe(before);
  for (let call = 0; call < 3; call++)
    expect((await list("sponsored_product_keywords", "list", { limit: 2 })).meta.names).toBeDefined();
  expect(reads("POST /sp/campaigns/list")).toBe(2);
});

test("at most five requests are sent for the names of one result", async () => {
  const asked: unknown[] = [];
  const names = createParentNames(
    async (_operation, args) => {
      asked.push(args.campaignIds);
      const ids = args.campaignIds as string[];
      return {
        body: { campaigns: ids.map((campaignId) => ({ campaignId, name: `n${campaignId}` })) },
        headers: new Headers(),
      };
    },
    { now: () => 0 },
  );
  const records = Array.from({ length: 80 }, (_, index) => ({ campaignId: String(index) }));
  const found = await names.of(records, "sb.keywords.list", "1");
  expect(asked).toHaveLength(5);
  expect(Object.keys(found)).toHaveLength(50);
  expect(found["49"]).toBe("n49");
  expect(await names.of([{ portfolioId: "1" }], "portfolios.list", "1")).toEqual({});
  expect(await names.of([{ campaignId: "1" }], "reports.get", "1")).toEqual({});
});

test("every result gets its names, however many names were read before", async () => {
  const names = createParentNames(
    async (_operation, { campaignIds }) =>
      ({ body: (campaignIds as string[]).map((id) => ({ campaignId: id, name: `Name ${id}` })) }) as never,
    { now: () => 0 },
  );
  const of = (from: number, to: number) =>
    names.of(
      Array.from({ length: to - from }, (_, index) => ({ campaignId: String(from + index) })),
      "sd.adGroups.list",
      "1",
    );
  for (let start = 0; start < 6000; start += 500)
    expect(Object.keys(await of(start, start + 500))).toHaveLength(500);
});
