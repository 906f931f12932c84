import { existsSync, readdirSync, readFileSync } from "node:fs";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { describe, expect, test } from "vitest";
import { open, reply } from "../bench.ts";

// The connector must accept recorded responses of Amazon.

type Dict = Record<string, unknown>;
interface Recorded {
  method: string;
  url: string;
  status: number;
  requestBody?: unknown;
  body: unknown;
}
const folder = new URL("../../../../../shared/corpus/amazon-ads-recorded/", import.meta.url);
const names = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .sort()
  : [];
if (names.length === 0) console.warn("No recorded responses of Amazon: their tests are skipped.");

/** The entity and action that send each recorded request. */
const actions: Record<string, [entity: string, action: string]> = {
  "POST /sp/campaigns/list": ["sponsored_product_campaigns", "list"],
  "POST /sp/campaigns": ["sponsored_product_campaigns", "create"],
  "PUT /sp/campaigns": ["sponsored_product_campaigns", "update"],
  "POST /sp/campaigns/delete": ["sponsored_product_campaigns", "archive"],
  "POST /sp/campaigns/budget/usage": ["sponsored_product_campaigns", "budget_usage"],
  "POST /sp/campaigns/budgetRecommendations": ["sponsored_product_campaigns", "budget_recommendations"],
  "POST /sp/adGroups/list": ["sponsored_product_ad_groups", "list"],
  "POST /sp/adGroups": ["sponsored_product_ad_groups", "create"],
  "PUT /sp/adGroups": ["sponsored_product_ad_groups", "update"],
  "POST /sp/adGroups/delete": ["sponsored_product_ad_groups", "archive"],
  "POST /sp/keywords/list": ["sponsored_product_keywords", "list"],
  "POST /sp/keywords": ["sponsored_product_keywords", "create"],
  "PUT /sp/keywords": ["sponsored_product_keywords", "update"],
  "POST /sp/keywords/delete": ["sponsored_product_keywords", "archive"],
  "POST /sp/targets/keywords/recommendations": ["sponsored_product_keywords", "keyword_recommendations"],
  "POST /sp/productAds/list": ["sponsored_product_product_ads", "list"],
  "POST /sp/productAds": ["sponsored_product_product_ads", "create"],
  "PUT /sp/productAds": ["sponsored_product_product_ads", "update"],
  "POST /sp/productAds/delete": ["sponsored_product_product_ads", "archive"],
  "POST /sp/targets/list": ["sponsored_product_targets", "list"],
  "POST /sp/targets": ["sponsored_product_targets", "create"],
  "PUT /sp/targets": ["sponsored_product_targets", "update"],
  "POST /sp/targets/delete": ["sponsored_product_targets", "archive"],
  "POST /sp/targets/bid/recommendations": ["sponsored_product_targets", "bid_recommendations"],
  "POST /sp/negativeKeywords/list": ["sponsored_product_negative_keywords", "list"],
  "POST /sp/negativeKeywords": ["sponsored_product_negative_keywords", "create"],
  "PUT /sp/negativeKeywords": ["sponsored_product_negative_keywords", "update"],
  "POST /sp/negativeKeywords/delete": ["sponsored_product_negative_keywords", "archive"],
  "POST /sp/campaignNegativeKeywords/list": ["sponsored_product_campaign_negative_keywords", "list"],
  "POST /sp/campaignNegativeKeywords": ["sponsored_product_campaign_negative_keywords", "create"],
  "POST /sp/campaignNegativeKeywords/delete": ["sponsored_product_campaign_negative_keywords", "archive"],
  "POST /sp/negativeTargets/list": ["sponsored_product_negative_targets", "list"],
  "POST /sp/negativeTargets": ["sponsored_product_negative_targets", "create"],
  "PUT /sp/negativeTargets": ["sponsored_product_negative_targets", "update"],
  "POST /sp/negativeTargets/delete": ["sponsored_product_negative_targets", "archive"],
  "POST /sp/campaignNegativeTargets/list": ["sponsored_product_campaign_negative_targets", "list"],
  "POST /sp/campaignNegativeTargets": ["sponsored_product_campaign_negative_targets", "create"],
  "PUT /sp/campaignNegativeTargets": ["sponsored_product_campaign_negative_targets", "update"],
  "POST /sp/campaignNegativeTargets/delete": ["sponsored_product_campaign_negative_targets", "archive"],
  "POST /sb/v4/campaigns/list": ["sponsored_brands_campaigns", "list"],
  "PUT /sb/v4/campaigns": ["sponsored_brands_campaigns", "update"],
  "POST /sb/v4/campaigns/delete": ["sponsored_brands_campaigns", "archive"],
  "POST /sb/campaigns/budget/usage": ["sponsored_brands_campaigns", "budget_usage"],
  "POST /sb/beta/adGroups/list": ["sponsored_brands_ad_groups", "list"],
  "PUT /sb/beta/adGroups": ["sponsored_brands_ad_groups", "update"],
  "POST /sb/beta/adGroups/delete": ["sponsored_brands_ad_groups", "archive"],
  "GET /brands": ["sb_brands", "list"],
  "GET /sd/campaigns": ["sd_campaigns", "list"],
  "POST /sd/campaigns": ["sd_campaigns", "create"],
  "POST /sd/adGroups": ["sd_ad_groups", "create"],
  "POST /sd/productAds": ["sd_product_ads", "create"],
  "POST /sd/targets": ["sd_targets", "create"],
  "POST /sd/campaigns/budget/usage": ["sd_campaigns", "budget_usage"],
  "POST /reporting/reports": ["reports", "create"],
  "GET /reporting/reports/:reportId": ["reports", "get"],
  "POST /campaigns/export": ["exports", "create"],
  "POST /adGroups/export": ["exports", "create"],
  "POST /targets/export": ["exports", "create"],
  "POST /ads/export": ["exports", "create"],
  "GET /exports/{{exportId}}": ["exports", "get"],
  "GET /v2/stores": ["stores", "list"],
  "GET /sp/budgetRules": ["budget_rules", "list"],
  "GET /sp/budgetRules/:budgetRuleId": ["budget_rules", "get"],
  "POST /sp/budgetRules": ["budget_rules", "create"],
  "GET /sp/budgetRules/:budgetRuleId/campaigns": ["budget_rules", "campaigns"],
  "POST /sp/campaigns/budgetRules/recommendations": ["budget_rules", "events"],
  "POST /sp/targets/categories/recommendations": ["product_targeting", "category_recommendations"],
};

const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Recorded;
const cases = names.flatMap((name) => {
  const one = read(name);
  const found = actions[`${one.method} ${one.url.replace("{{api_url}}", "").split("?")[0]}`];
  return found ? [[name.replace(/\.json$/, ""), ...found, one] as const] : [];
});

/** Collects the fields that the schema of a value does not declare, or declares with another type. */
function compare(
  value: unknown,
  schema: Dict | undefined,
  at: string,
  extra: Set<string>,
  wrong: string[],
): void {
  if (!schema || value === null || value === undefined) return;
  const variants = ((schema.anyOf as Dict[] | undefined) ?? [schema]).flatMap((one): Dict[] =>
    Array.isArray(one.type) ? one.type.map((type: unknown) => ({ ...one, type })) : [one],
  );
  if (Array.isArray(value)) {
    const own = variants.find(({ type }) => type === "array");
    if (!own) return void wrong.push(`${at}: a list`);
    for (const item of value) compare(item, own.items as Dict | undefined, `${at}[]`, extra, wrong);
  } else if (typeof value === "object") {
    const own = variants.find(({ type, properties }) => type === "object" || properties);
    if (!own)
      return void (variants.some((one) => Object.keys(one).length > 0) && wrong.push(`${at}: an object`));
    const properties = own.properties as Record<string, Dict> | undefined;
    if (!properties) return;
    for (const [name, one] of Object.entries(value)) {
      if (!Object.hasOwn(properties, name)) extra.add(`${at}.${name}`);
      else compare(one, properties[name], `${at}.${name}`, extra, wrong);
    }
  } else {
    const types = variants.map(({ type }) => type);
    const is = typeof value === "number" ? ["number", "integer"] : [typeof value];
    if (types.every((type) => type !== undefined) && !types.some((type) => is.includes(String(type))))
      wrong.push(`${at}: ${JSON.stringify(value)} is no ${types.join(" or ")}`);
  }
}

/** Returns the names of all ids in a value that are numbers. */
function numericIds(value: unknown, name = ""): string[] {
  if (typeof value === "number") return /Ids?$/.test(name) ? [name] : [];
  if (Array.isArray(value)) return value.flatMap((one) => numericIds(one, name));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => numericIds(one, key));
}

describe.skipIf(names.length === 0)("recorded responses", async () => {
  const { entities } = await AmazonAdsConnector.describe();
  const extra = new Set<string>();

  test.each(cases)("%s", async (name, entity, action, recorded) => {
    const example = structuredClone(entities[entity]![action]!.example) as Dict;
    const batch = Object.entries(example).find(([, one]) => Array.isArray(one) && typeof one[0] === "object");
    const asked = recorded.requestBody as Dict | Dict[] | undefined;
    const items = Array.isArray(asked)
      ? asked.length
      : batch && Array.isArray(asked?.[batch[0]])
        ? (asked[batch[0]] as []).length
        : 1;
    // The request gets as many items as the recorded request.
    if (batch) example[batch[0]] = Array.from({ length: items }, () => (batch[1] as Dict[])[0]);
    if ("startDate" in example) Object.assign(example, { startDate: "2025-12-01", endDate: "2025-12-31" });
    const bench = open(
      ({ url, method, headers }) => {
        if (!headers.has("amazon-advertising-api-scope")) return undefined;
        // Before a write, the guard reads the current records.
        const isList = url.pathname.endsWith("/list") && action !== "list" && action !== "get";
        if (isList || (action === "update" && method !== "PUT")) {
          const record = {
            campaignId: id,
            adGroupId: id,
            keywordId: id,
            adId: id,
            targetId: id,
            state: "PAUSED",
            budget: { budget: 1e5 },
            bid: 99,
            defaultBid: 99,
          };
          const key = /\/(\w+)\/list$/.exec(url.pathname)![1]!.replace(/argets$/, "argetingClauses");
          return reply({
            [key]: [record],
            [entity.startsWith("sponsored_brands") ? key : "none"]: [{ ...record, budget: 1e5 }],
          });
        }
        return reply(recorded.body, recorded.status);
      },
      { policy: { caps: { max_daily_budget: { USD: 1e6 }, max_bid: { USD: 1e3 } } } },
    );
    const execute = bench.ads.execute as unknown as (
      e: string,
      a: string,
      p: Dict,
    ) => Promise<{ data: unknown }>;
    const { data } = await execute(entity, action, example);
    const definition = await schemaOf(entity, action);
    const wrong: string[] = [];
    compare(data, definition, `${entity}.${action}`, extra, wrong);
    expect(wrong, name).toEqual([]);
    expect(numericIds(data), name).toEqual([]);
    if (
      ["create", "update", "archive"].includes(action) &&
      typeof data === "object" &&
      data !== null &&
      "succeeded" in data
    ) {
      const outcome = data as { succeeded: Dict[]; unchanged: Dict[]; failed: Dict[] };
      expect(outcome.succeeded.length + outcome.unchanged.length, name).toBeGreaterThan(0);
      for (const one of outcome.succeeded) expect(one.id, name).toMatch(/^[\w-]+$/);
    }
  });

  test("the schemas declare every recorded field", () => {
    expect([...extra].sort()).toMatchInlineSnapshot(`[]`);
  });
});

const id = "144373194309380061";

/** Returns the JSON Schema of an action's data. For a list, this is the schema of an array of items. */
async function schemaOf(entity: string, action: string): Promise<Dict | undefined> {
  const { compileResult } = await import("../../../../src/core/schema/compile-params.ts");
  const found = await import("../../../../src/connectors/amazon-ads/entities/index.ts");
  const definition = (
    found as unknown as Record<string, Record<string, { result?: never; paginated: boolean }>>
  )[entity]![action]!;
  const schema = (await compileResult(definition.result)).result() as Dict | undefined;
  return definition.paginated && schema ? { type: "array", items: schema } : schema;
}
