import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { memoryStore } from "agent-connectors/store";
import { describe, expect, test } from "vitest";
import { checkMarks, type IsPeople, withCanaries } from "../../suites/others-texts.ts";

// No text of another person reaches a model without its mark, and no other text has a mark.

type Dict = Record<string, unknown>;

/** The fields of Amazon's responses whose texts advertisers, sellers or shoppers write. */
const people =
  /^(name|ruleName|campaignName|adGroupName|portfolioName|keywordText|keyword|keywordInfo|searchTerm|targeting|targetingText|translation|headline|brandName|brandRegistryName|brand|title|storeName|storePageName|managerAccountName|accountName|customText|sku|advertisedSku|purchasedSku|url|storePageUrl|defaultUrl|previewHtml|recommendedTarget|targetPromotionGroupName|previousValue|newValue|advertiserName)$/;

const isPeople: IsPeople = (path, request) => {
  const [name, parent] = path.toReversed();
  // The responses to writes repeat the words of the agent.
  if (/^PUT |^POST \S+\/(campaigns|adGroups|keywords|portfolios)$/.test(request)) return false;
  if (path.includes("processedUrls")) return true;
  // The names of a status and of Amazon's events are fixed words. The address of a report is Amazon's own.
  if (/^(servingStatusDetails|eligibilityStatusList|events?)$/.test(parent ?? "")) return false;
  if (/reporting|exports|\/assets\/(upload|download)/.test(request) && name === "url") return false;
  if (name === "<key>") return parent !== undefined && path.at(-3) === "tags";
  if (name === "value") return path.some((one) => /^(resolvedExpressions?|targetingExpression|tags)$/.test(one)) || /keyword/.test(request); // prettier-ignore
  return people.test(name ?? "");
};

const profileId = "2381940675312846";
const effects = ["read", "write", "spend", "destructive"] as const;
const caps = {
  max_daily_budget: { USD: 5000 },
  max_bid: { USD: 50 },
  max_change_percent: 5000,
  max_portfolio_budget: { USD: 50_000 },
};

function open(canaries = true) {
  const sandbox = amazonAdsSandbox();
  const fetch = canaries ? withCanaries(sandbox.fetch, isPeople) : sandbox.fetch;
  return new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, fetch, store: memoryStore(), policy: { effects, caps } },
  );
}

const ads = open();
const { entities } = await ads.describe();
const actions = Object.entries(entities).flatMap(([entity, all]) =>
  Object.entries(all).map(([action, known]) => ({ name: `${entity}.${action}`, entity, action, ...known })),
);
const names = actions.map(({ name }) => name);
const tool = await ads.tool({ include: names, effects });

const has = ({ params }: (typeof actions)[number], name: string) => Object.hasOwn(params.properties!, name);
const paramsOf = (known: (typeof actions)[number], more: Dict = {}): Dict => ({
  ...(known.example as Dict),
  ...(has(known, "profileId") ? { profileId } : {}),
  ...more,
});
const requiredOf = (known: (typeof actions)[number]): Dict =>
  Object.fromEntries(
    Object.entries(paramsOf(known)).filter(
      ([name]) => name === "profileId" || (known.params.required as string[] | undefined)?.includes(name),
    ),
  );

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
});
