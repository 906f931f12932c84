import { describe, expect, test } from "vitest";
import type { ToolsOptions } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { functionTools, type FunctionTools } from "agent-connectors/json-schema";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { type Ask, readList, type Told, untable } from "../../suites/read-on.ts";

// If a result is larger than the output budget, a model gets every item once by following the printed `next`. A write
// never runs a second time.

type Dict = Record<string, unknown>;

const profileId = "2381940675312846";
const effects = ["read", "write", "spend", "destructive"] as const;
const caps = {
  max_daily_budget: { USD: 1000 },
  max_bid: { USD: 50 },
  max_change_percent: 5000,
  max_portfolio_budget: { USD: 50_000 },
};

function open() {
  const sandbox = amazonAdsSandbox();
  const ads = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, policy: { effects, caps } },
  );
  return { ads, sandbox };
}
const { ads } = open();
const { entities } = await AmazonAdsConnector.describe();
const actions = Object.entries(entities).flatMap(([entity, all]) =>
  Object.entries(all).map(([action, known]) => ({ name: `${entity}.${action}`, entity, action, ...known })),
);

const adapters = new Map<string, Promise<FunctionTools>>();
async function asker(entity: string, action: string, options: ToolsOptions): Promise<Ask> {
  const key = JSON.stringify(options);
  if (!adapters.has(key)) adapters.set(key, functionTools(ads, { effects, actions: "all", ...options }));
  const tools = await adapters.get(key)!;
  const perAction = options.shape === "per-action";
  return async (params) => {
    const { content } = await tools.run({
      type: "function",
      id: "c",
      function: {
        name: perAction ? `amazon_ads_${entity}_${action}` : "amazon_ads",
        arguments: JSON.stringify(perAction ? params : { entity, action, params }),
      },
    } as const);
    expect(content.length).toBeLessThanOrEqual(options.outputBudget ?? 12_000);
    const told = JSON.parse(content) as Told;
    expect(told.error, content).toBeUndefined();
    return told;
  };
}

const lists = actions.filter(({ params }) => Object.hasOwn(params.properties!, "cursor"));
/** Params that replace those of the example, so that a list is not empty. */
const more: Readonly<Record<string, Dict>> = {
  "change_history.query": {
    startDate: "2026-01-01",
    endDate: "2026-03-12",
    eventTypes: { CAMPAIGN: { parents: [{ useProfileIdAdvertiser: true }] } },
  },
  "portfolios.list": { names: undefined },
  "sb_keywords.list": { campaignIds: undefined },
  "sponsored_brands_ads.creatives": { adId: "144346139432000905" },
};

describe("a model gets every item once with the printed next and rest", () => {
  test.each(lists)("of $name", async ({ name, entity, action, example, params }) => {
    const has = (param: string) => Object.hasOwn(params.properties!, param);
    const given = { ...(example as Dict), ...(has("profileId") ? { profileId } : {}), ...more[name] };
    for (const [limit, shape] of [
      [undefined, "dispatcher"],
      [name === "change_history.query" ? 50 : 5, "per-action"],
    ] as const) {
      const page = has("limit") ? { ...given, limit } : given;
      const whole = await readList(await asker(entity, action, { outputBudget: 10_000_000 }), page);
      const read = await readList(await asker(entity, action, { outputBudget: 800, shape }), page);
      expect(read.items).toEqual(whole.items);
      if (whole.items.length > 12) expect(read.calls).toBeGreaterThan(1);
    }
  });
});

describe("a batch over its output budget returns counts, ids and failures, and no call that writes again", () => {
  const writes = ({ sandbox }: ReturnType<typeof open>) =>
    sandbox
      .calls()
      .filter(({ method, path }) => method !== "GET" && !/(list|search)$|o2.token|query/.test(path)).length;

  /** Runs a batch once, and checks the text of the result. Returns whether Amazon accepted any item. */
  const check = async (
    [entity, action]: readonly [string, string],
    params: Dict,
    options: ToolsOptions,
  ): Promise<boolean> => {
    // Every batch gets a new sandbox, because another batch can archive records.
    const where = open();
    const tool = await where.ads.tool({ effects, actions: "all", ...options });
    const before = writes(where);
    const result = await tool.call({ entity, action, params: { profileId, ...params } });
    const budget = options.outputBudget ?? 12_000;
    expect(result.text.length).toBeLessThanOrEqual(budget);
    const told = JSON.parse(result.text) as Told;
    expect(writes(where) - before).toBeLessThanOrEqual(1);
    if (!result.ok) return false;
    expect(writes(where)).toBe(before + 1);
    expect(told).not.toHaveProperty("next");
    expect(told).not.toHaveProperty("rest");
    const shown = told.data as Dict;
    for (const [name, all] of Object.entries(result.data as Record<string, Dict[]>)) {
      if (all.length === 0) continue;
      // An item that was changed as asked is only its id.
      const items = (untable(shown[name] ?? []) as (Dict | string)[]).map((one) =>
        typeof one === "string" ? { id: one } : one,
      ) as Dict[];
      const cut = told.cut?.[`data.${name}`] ?? told.cut?.data;
      if (items.length < all.length)
        expect(cut, name).toMatch(new RegExp(`^${items.length} of ${all.length}|^without`));
      for (const [index, { id, reason }] of items.entries()) {
        expect(id).toBe(all[index]!.id);
        if (name === "failed") expect(reason).toBe(all[index]!.reason);
      }
    }
    if (told.cut) expect(told.hint).toMatch(/^Done: do not call again/);
    return true;
  };

  const batches = actions.filter(
    ({ name, action, example }) =>
      ["create", "update", "archive"].includes(action) &&
      Object.values(example as Dict).some(Array.isArray) &&
      // This action creates one record. Its list contains the ids of ad groups.
      name !== "target_promotion_groups.create",
  );
  const taken = new Set<string>();
  test.each(batches)("$name", async ({ entity, action, example }) => {
    const [key, items] = Object.entries(example as Dict).find(([, value]) => Array.isArray(value)) as [
      string,
      (Dict | string)[],
    ];
    const item = items[0]!;
    const listed = await ads.execute(entity as "portfolios", "list", { profileId });
    const records: Dict[] = listed.data.slice(0, 9);
    const id = Object.keys(records[0]!).find((name) => name.endsWith("Id") && isOwnId(entity, name))!;
    const given =
      typeof item === "string"
        ? [...records.map((one) => one[id]), "1"]
        : action === "update"
          ? records.map((one) => ({ ...item, [id]: one[id] }))
          : Array.from({ length: 9 }, (_, index) => newItem(item, records[index % records.length]!, index));
    const params = { [key]: given };
    for (const outputBudget of [500, 12_000])
      if (await check([entity, action], params, { outputBudget })) taken.add(`${entity}.${action}`);
  });

  test("Amazon accepted items of nearly every batch", () => {
    expect(taken.size).toBeGreaterThan(batches.length * 0.8);
  });

  test("200 keywords and 100 portfolios, with the usual budget", async () => {
    const { data } = await ads.sponsored_product_keywords.list({ profileId, limit: 1 });
    const { campaignId, adGroupId } = data[0]!;
    const keywords = Array.from({ length: 200 }, (_, index) => ({
      campaignId,
      adGroupId,
      keywordText: `trail shoe ${index}`,
      matchType: "EXACT",
      bid: 0.5,
    }));
    expect(await check(["sponsored_product_keywords", "create"], { keywords }, {})).toBe(true);
    const portfolios = Array.from({ length: 100 }, (_, index) => ({ name: `Portfolio ${index}` }));
    expect(await check(["portfolios", "create"], { portfolios }, {})).toBe(true);
  });
});

/** Checks whether a field is the id of the entity's own records, such as `keywordId` for keywords. */
function isOwnId(entity: string, name: string): boolean {
  const own = name.replace(/Id$/, "").toLowerCase();
  return entity.replaceAll("_", "").endsWith(`${own}s`) || (own === "ad" && entity.endsWith("ads"));
}

/** Returns an item like the example, with the ids of an existing parent and a new name. */
function newItem(item: Dict, parent: Dict, index: number): Dict {
  const text = `Promise ${index}`;
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => {
      if (name.endsWith("Id") || name === "sku") return [name, parent[name] ?? value];
      return [name, name === "name" || name === "keywordText" ? text : value];
    }),
  );
}
