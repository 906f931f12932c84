import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { describe, expect, test } from "vitest";
import { auth, open, reply, type Sent } from "../bench.ts";

type Dict = Record<string, unknown>;

/** A fact about one of Amazon's operations. The facts come from Amazon's specs, not from this connector. */
interface Row {
  http: string;
  path: string;
  mediaType: { contentType: string | string[] | null; accept: string | string[] };
  scopeHeader: boolean;
  params: { name: string; in: string; required: boolean }[];
}
const facts: Row[] = ["amazon-ads-operations.json", "amazon-ads-operations-2026.json"].flatMap((name) => {
  const file = new URL(`../../../../../shared/facts/${name}`, import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Row[]) : [];
});
if (facts.length === 0)
  console.warn("No facts about Amazon's operations: requests are compared with the snapshot only.");

const { entities } = await AmazonAdsConnector.describe();
const actions = Object.entries(entities).flatMap(([entity, found]) =>
  Object.entries(found).map(
    ([action, { example }]) => [`${entity}.${action}`, entity, action, example as Dict] as const,
  ),
);

const fileUrl = "https://reports.s3.amazonaws.com/r1.gz?X-Amz-Signature=abc";
const caps = { max_daily_budget: { USD: 1e6 }, max_bid: { USD: 1e3 }, max_portfolio_budget: { USD: 1e9 } };

/** Returns a response to any request, so that an action sends all its requests. */
function anything({ url, method, body }: Sent): Response | object | undefined {
  if (url.hostname.endsWith(".amazonaws.com")) return new Response(gzipSync("[]"));
  if (url.pathname === "/reporting/reports") return { reportId: "r1", status: "PENDING" };
  if (url.pathname.startsWith("/reporting/") || url.pathname.startsWith("/exports/"))
    return { reportId: "r1", exportId: "e1", status: "COMPLETED", url: fileUrl };
  if (/\/(budgetRules|optimization)(\/|$)/.test(url.pathname)) return rulesFor(url.pathname, method, body);
  if (url.pathname === "/assets/upload") return { url: fileUrl };
  if (url.pathname === "/sp/targets/categories") return { categoryTree: "[]" };
  if (url.pathname.endsWith("/list")) {
    const ids = body.match(/\d{18}/g) ?? ["144373194309380061"];
    const records = ids.map((id) => ({
      campaignId: id,
      adGroupId: id,
      keywordId: id,
      adId: id,
      targetId: id,
      themeId: id,
      portfolioId: id,
      targetPromotionGroupId: id,
      destinationAdGroups: [{ adGroupId: id }],
      state: "PAUSED",
      budget: url.pathname.startsWith("/sb/") ? 1e5 : { budget: 1e5, amount: 1e5 },
      bid: 100,
      defaultBid: 100,
      creative: { type: "PRODUCT_COLLECTION" },
      creativeStatus: "PUBLISHED",
    }));
    return Object.fromEntries(
      [
        "campaigns",
        "adGroups",
        "keywords",
        "productAds",
        "targetingClauses",
        "negativeKeywords",
        "ads",
        "targets",
        "negativeTargets",
        "themes",
        "negativeTargetingClauses",
        "campaignNegativeKeywords",
        "campaignNegativeTargetingClauses",
        "portfolios",
        "targetPromotionGroups",
        "creatives",
      ].map((key) => [key, records]),
    );
  }
  if (method === "GET" && url.pathname.startsWith("/sd/")) {
    const record = {
      campaignId: 144373194309380061n,
      adGroupId: 1,
      adId: 1,
      targetId: 1,
      creativeId: 1,
      state: "paused",
      budget: 1,
      bid: 1,
      defaultBid: 1,
    };
    const text = JSON.stringify(record, (_, value: unknown) => (typeof value === "bigint" ? "BIG" : value))
      .replace('"BIG"', "144373194309380061")
      .replaceAll(/:1([,}])/g, ":144373194309380061$1")
      .replace('"budget":144373194309380061', '"budget":1')
      .replace('"bid":144373194309380061', '"bid":1')
      .replace('"defaultBid":144373194309380061', '"defaultBid":1');
    return reply(/\d$/.test(url.pathname) ? text : `[${text}]`);
  }
  if (method === "GET" && /^\/sb\/(keywords|negativeKeywords)/.test(url.pathname)) {
    const ids = url.href.match(/\d{18}/g) ?? ["144373194309380061"];
    return reply(`[${ids.map((id) => `{"keywordId":${id},"campaignId":${id},"adGroupId":${id},"bid":100,"state":"enabled"}`).join()}]`); // prettier-ignore
  }
  if (method === "GET" && ["/v2/stores", "/brands"].includes(url.pathname)) return [];
  if (url.pathname === "/auth/o2/token" || url.pathname === "/v2/profiles") return undefined;
  if (/^\/sp\/(campaigns|adGroups)$/.test(url.pathname) && method === "POST")
    return { success: [{ index: 0, campaignId: "144373194309380063", adGroupId: "144373194309380064" }] };
  return { success: [{ index: 0 }], error: [] };
}

/** Returns a response about budget rules or schedule bid rules. The bid rule has the ids of the request. */
function rulesFor(path: string, method: string, body: string): object {
  const budgetRule = {
    ruleId: "f1eded08-af77-454a-b307-7783802657e2",
    ruleState: "ACTIVE",
    ruleDetails: {
      name: "Weekends",
      budgetIncreaseBy: { type: "PERCENT", value: 20 },
      duration: { dateRangeTypeRuleDuration: { startDate: "20260501" } },
      recurrence: { type: "DAILY" },
    },
  };
  if (path.endsWith("/search")) {
    const optimizationRuleId = /amzn1[\w.-]+/.exec(body)?.[0] ?? "amzn1.ads-rule.m.other";
    const action = { actionDetails: { value: 10 } };
    return { optimizationRules: [{ optimizationRuleId, ruleName: "Evenings", status: "ENABLED", action }] };
  }
  if (method !== "GET") return { responses: [{ code: "Ok", ruleId: budgetRule.ruleId }] };
  return {
    budgetRule,
    budgetRulesForAdvertiserResponse: [budgetRule],
    associatedRules: [],
    associatedCampaigns: [{ campaignId: "144373194309380061" }],
  };
}

async function sentBy(entity: string, action: string, params: Dict): Promise<Sent[]> {
  const bench = open(anything, { policy: { caps } });
  const dates =
    "startDate" in params && entity !== "stores" ? { startDate: "2025-12-01", endDate: "2025-12-31" } : {};
  const execute = bench.ads.execute as unknown as (
    entity: string,
    action: string,
    params: Dict,
  ) => Promise<unknown>;
  await execute(entity, action, { ...params, ...dates });
  return bench.sent;
}

const summary = ({ method, url, headers, body }: Sent) => ({
  request: `${method} ${url.href}`,
  ...Object.fromEntries(
    ["content-type", "accept", "prefer", "amazon-advertising-api-scope"].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  ),
  ...(body === "" ? {} : { body }),
});

const isToken = ({ url }: Sent) => url.pathname === "/auth/o2/token";
/** Amazon publishes no specification of the library of assets. */
const isUnspecified = ({ url }: Sent) => url.pathname.startsWith("/assets");
const isFile = ({ url }: Sent) => url.hostname.endsWith(".amazonaws.com");

describe("every request of every action", () => {
  test("is the same as in the snapshot (to accept a change: vitest run --update)", async () => {
    const all: Record<string, object[]> = {};
    for (const [name, entity, action, example] of actions.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const sent = await sentBy(entity, action, example);
      all[name] = sent
        .filter((one) => !isToken(one) && !(one.url.pathname === "/v2/profiles" && entity !== "profiles"))
        .map(summary);
    }
    await expect(`${JSON.stringify(all, null, 1)}\n`).toMatchFileSnapshot("./every-request.snap");
  });

  test.each(actions)(
    "%s: hosts, token and client id are correct, and no credential goes to the host of a file",
    async (_, entity, action, example) => {
      for (const one of await sentBy(entity, action, example)) {
        if (isFile(one)) {
          expect([...one.headers.keys()]).toEqual(one.method === "PUT" ? ["content-type"] : []);
          continue;
        }
        expect(one.url.origin).toBe(
          isToken(one) ? "https://api.amazon.com" : "https://advertising-api.amazon.com",
        );
        if (isToken(one)) continue;
        expect(one.headers.get("authorization")).toMatch(/^Bearer Atza\|token-\d$/);
        expect(one.headers.get("amazon-advertising-api-clientid")).toBe(auth.client_id);
        expect(one.url.href).not.toContain("undefined");
      }
    },
  );
});

/** Returns the facts that have the method and the path of a request. */
const rowsOf = ({ method, url }: Sent) => {
  const matching = facts.filter(
    ({ http, path }) =>
      http === method && new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(url.pathname),
  );
  const exact = matching.filter(({ path }) => !path.includes("{"));
  return exact.length > 0 ? exact : matching;
};
const list = (value: string | string[] | null): string[] => (value === null ? [] : [value].flat());

/** Returns the path of every value in a body, such as `campaigns[].budget.budget`. */
function paths(value: unknown, at = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => paths(item, `${at}[]`));
  if (typeof value !== "object" || value === null) return [at];
  return Object.entries(value).flatMap(([key, one]) => paths(one, at === "" ? key : `${at}.${key}`));
}

/** Objects whose fields the facts do not list. */
const opaque =
  /^(campaigns\[\]\.(tags|dynamicBidding)|portfolios\[\]\.budget|eventTypes|ads\[\]\.creative\.\w+\[\]|filters\[\]|budgetRulesDetails\[\]\.(ruleDetails\.)?(duration|recurrence|budgetIncreaseBy)|(\[\]|creative)\.properties|adGroups\[\]\.targetingExpressions\[\]|targetingClauses\[\]\.targetingClause\.expression\[\]|optimizationRules\[\]\.(action|recurrence))\./;

/** Media types of newer specs, for operations that the facts do not have, or have with an older media type. */
const newerTypes: Readonly<Record<string, string>> = {
  "GET /accountBudgets/featureFlags": "application/vnd.accountBudgetFeatureFlags.v1+json",
  "GET /assets": "application/vnd.creativeassetsgetresponse.v3+json",
  "POST /assets/search": "application/vnd.creativeassetssearchassetsresponse.v3+json",
};

test.each([
  ["profiles", "budget_settings"],
  ["creative_assets", "get"],
  ["creative_assets", "search"],
])("%s.%s accepts the media type of the newest spec", async (entity, action) => {
  const example = actions.find(([name]) => name === `${entity}.${action}`)![3];
  const sent = await sentBy(entity, action, example);
  const found = sent.map((one) => newerTypes[`${one.method} ${one.url.pathname}`] ?? "");
  expect(found.filter((type) => type !== "")).toHaveLength(1);
  expect(sent.map(({ headers }) => headers.get("accept"))).toContain(found.find((type) => type !== ""));
});

describe.skipIf(facts.length === 0)("every request compared with the facts from Amazon's specs", () => {
  test.each(actions)("%s", async (_, entity, action, example) => {
    for (const one of (await sentBy(entity, action, example)).filter(
      (sent) => !isToken(sent) && !isFile(sent) && !isUnspecified(sent),
    )) {
      const rows = rowsOf(one);
      expect(rows, `${one.method} ${one.url.pathname}`).not.toHaveLength(0);
      const accepted = rows.flatMap(({ mediaType }) =>
        list(mediaType.accept).flatMap((types) => types.split(",")),
      );
      const newer = newerTypes[`${one.method} ${one.url.pathname}`];
      // A header can list a media type that Amazon has accepted in public runs, although its spec does not list it.
      const [first] = one.headers.get("accept")!.split(", ");
      expect(newer === undefined ? accepted : [newer]).toContain(first);
      if (one.body !== "")
        expect(rows.flatMap(({ mediaType }) => list(mediaType.contentType))).toContain(
          one.headers.get("content-type"),
        );
      expect(one.headers.has("amazon-advertising-api-scope")).toBe(rows[0]!.scopeHeader);
      const names = new Set(rows.flatMap(({ params }) => params.map(({ name }) => name.replace(/^\$/, ""))));
      for (const name of one.url.searchParams.keys()) expect([...names]).toContain(name);
      if (one.body === "") continue;
      for (const path of paths(one.json()))
        if (!opaque.test(path) && !names.has(path.replace(/\[\]$/, "")))
          expect([...names], path).toContain(path);
    }
  });
});
