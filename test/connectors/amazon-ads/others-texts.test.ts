import { describe, expect, test } from "vitest";
import {
  actions,
  ads,
  effects,
  has,
  names,
  open,
  paramsOf,
  profileId,
  requiredOf,
} from "../../suites/others-texts/amazon-ads-world.ts";
import { checkMarks } from "../../suites/others-texts/canaries.ts";

// No text of another person reaches a model without its mark, and no other text has a mark.

const tool = await ads.tool({ include: names, effects });

describe("no text of another person reaches a model without its mark", () => {
  const read = new Set<string>();
  test.each(actions.filter(({ effect }) => effect === "read"))(
    "in $name, also with chosen fields",
    async (known) => {
      const fields = known.fields.slice(0, 40);
      for (const params of [paramsOf(known), requiredOf(known), { ...requiredOf(known), fields }]) {
        if ("fields" in params && (fields.length === 0 || !has(known, "fields"))) continue;
        const { ok, text } = await tool.call({ entity: known.entity, action: known.action, params });
        if (ok && checkMarks(text).length > 0) read.add(known.name);
      }
    },
  );
  test("most reads have texts of other people", () => {
    expect(read.size).toBeGreaterThan(40);
  });
  test.each(actions.filter(({ effect }) => effect !== "read"))("in a dry run of $name", async (known) => {
    const { text } = await tool.call({
      entity: known.entity,
      action: known.action,
      params: { ...paramsOf(known), dry_run: true },
    });
    checkMarks(text);
  });
  test("in a write, its undo, and its warnings", async () => {
    const own = await open().tool({ include: names, effects });
    const campaigns = await ads.sponsored_product_campaigns.list({ profileId });
    const { campaignId } = campaigns.data[0]!;
    const { data: groups } = await ads.sponsored_product_ad_groups.list({
      profileId,
      campaignIds: [campaignId],
    });
    const { adGroupId } = groups[0]!;
    const found: string[] = [];
    for (const [entity, action, params] of [
      ["sponsored_product_campaigns", "update", { campaigns: [{ campaignId, name: "Mine" }] }],
      ["sponsored_product_campaigns", "update", { campaigns: [{ campaignId, state: "PAUSED" }] }],
      ["sponsored_product_ad_groups", "update", { adGroups: [{ adGroupId, name: "My group" }] }],
      ["sponsored_product_keywords", "create", { keywords: [{ campaignId, adGroupId, keywordText: "my word", matchType: "EXACT", bid: 1 }] }], // prettier-ignore
      ["portfolios", "create", { portfolios: [{ name: "My portfolio" }] }],
    ] as const) {
      const { ok, text } = await own.call({ entity, action, params: { profileId, ...params } });
      expect(ok, text).toBe(true);
      found.push(...checkMarks(text));
    }
    expect(found).toEqual(expect.arrayContaining(["undo.campaigns.name", "undo.adGroups.name", "warnings"]));
  });
  test("in errors", async () => {
    const refused = await open().tool({ include: names, effects });
    const noProfile = await refused.call({ entity: "sponsored_product_campaigns", action: "list", params: { profileId: "US" } }); // prettier-ignore
    expect(checkMarks(noProfile.text)).toEqual(["error.hint"]);
    const { data } = await ads.sponsored_product_campaigns.list({ profileId });
    const params = { profileId, campaigns: [{ campaignId: data[0]!.campaignId, budget: { budget: 9000 } }] };
    const reading = await open().tool({ include: names, effects: ["read", "write"] });
    for (const one of [refused, reading]) {
      const { ok, text } = await one.call({
        entity: "sponsored_product_campaigns",
        action: "update",
        params,
      });
      expect(ok).toBe(false);
      checkMarks(text);
    }
  });
  test.each([60, 300, 900])("with a budget of %i characters", async (outputBudget) => {
    const small = await ads.tool({ include: names, effects, outputBudget });
    for (const entity of ["profiles", "sponsored_product_campaigns", "sponsored_product_keywords", "sponsored_brands_ads"])
      checkMarks((await small.call({ entity, action: "list", params: entity === "profiles" ? {} : { profileId } })).text); // prettier-ignore
  });
  test("with one tool per action", async () => {
    const each = await ads.tools({ shape: "per-action", include: names, effects });
    for (const [name, params] of [
      ["amazon_ads_sponsored_product_campaigns_list", { profileId }],
      ["amazon_ads_portfolios_list", { profileId }],
    ] as const) {
      const one = each.find((some) => some.name === name)!;
      expect(checkMarks((await one.call(params)).text).length, name).toBeGreaterThan(0);
    }
  });
  test("and empty lists, ids, states, numbers and the agent's own words have no mark", async () => {
    const own = await open().tool({ include: names, effects });
    for (const [entity, action, params] of [
      ["sponsored_product_campaigns", "list", { campaignIds: ["1"] }],
      ["sponsored_product_campaigns", "list", { fields: ["campaignId", "state", "budget", "startDate"] }],
      ["sponsored_product_campaigns", "create", { campaigns: [{ name: "My own words", targetingType: "AUTO", budget: { budget: 5 } }] }], // prettier-ignore
      ["sponsored_product_targets", "list", { fields: ["targetId", "expression", "expressionType"] }],
      ["reports", "types", {}],
    ] as const) {
      const given = entity === "reports" ? params : { profileId, ...params };
      const { ok, text } = await own.call({ entity, action, params: given });
      expect(ok, text).toBe(true);
      expect(JSON.parse(text)).not.toHaveProperty("untrusted");
    }
  });
  test("in the result of each write, also if Amazon refuses items with a text that repeats a name", async () => {
    const found = new Set<string>();
    const refusing: (typeof refuse)[] = [(body) => body, refuse];
    for (const change of refusing) {
      const made = await open((inner) => changing(inner, change)).tool({ include: names, effects });
      for (const known of actions.filter(({ effect }) => effect !== "read")) {
        const { entity, action } = known;
        // Every call has two items, so that Amazon can refuse one of them.
        const params = Object.fromEntries(Object.entries(paramsOf(known)).map(([name, value]) => [name, isItems(value) ? [...value, ...value] : value])); // prettier-ignore
        const { text } = await made.call({ entity, action, params });
        for (const place of checkMarks(text)) found.add(place);
      }
    }
    expect([...found]).toEqual(expect.arrayContaining(["error.message", "failed.message"]));
  });
  test("in the errors of calls that Amazon refuses, and that repeat a name", async () => {
    const fetch =
      (inner: typeof globalThis.fetch): typeof globalThis.fetch =>
      async (input, init) => {
        const { url } = new Request(input, init);
        return /auth|profiles$/.test(url) ? inner(input, init) : Response.json({ code: "INVALID_ARGUMENT", details: "The name zq1qz is taken." }, { status: 400 }); // prettier-ignore
      };
    const made = await open(fetch).tool({ include: names, effects });
    let quoting = 0;
    for (const known of actions) {
      const { entity, action } = known;
      const { text } = await made.call({ entity, action, params: paramsOf(known) });
      quoting += checkMarks(text).includes("error.message") ? 1 : 0;
    }
    expect(quoting).toBeGreaterThan(actions.length / 2);
  });
});

const isItems = (value: unknown): value is unknown[] => Array.isArray(value) && typeof value[0] === "object";

const changing =
  (inner: typeof globalThis.fetch, change: (body: unknown) => unknown): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await inner(input, init);
    if (response.status !== 207) return response;
    return Response.json(change(await response.json()), { status: 207, headers: { "content-type": response.headers.get("content-type")! } }); // prettier-ignore
  };

/** Refuses all items of a batch except the first of several items. */
function refuse(body: unknown): unknown {
  return Object.fromEntries(
    Object.entries(body as Record<string, { success?: { index: number }[]; error?: unknown[] }>).map(
      ([key, { success = [], error = [] }]) => {
        const kept = success.length > 1 ? success.slice(0, 1) : [];
        const refused = success.slice(kept.length).map(({ index }) => ({ index, errors: [{ errorType: "otherError", errorValue: { otherError: { reason: "OTHER", message: "The name zq2qz is taken." } } }] })); // prettier-ignore
        return [key, { success: kept, error: [...error, ...refused] }];
      },
    ),
  );
}
