import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { memoryStore } from "agent-connectors/store";
import type { Policy } from "agent-connectors";
import { expect, test } from "vitest";
import { conversion } from "../../../../src/connectors/amazon-ads/copying/copy-terms.ts";
import { type CopyTerms, planCopy } from "../../../../src/connectors/amazon-ads/copying/plan-copy.ts";

type Dict = Record<string, unknown>;

const profileId = "2381940675312846";
const canada = "1764209358817305";
const campaignId = "144373194309380061";
const caps = {
  max_daily_budget: { USD: 500, CAD: 500 },
  max_bid: { USD: 5, CAD: 5 },
  max_change_percent: 50,
};

/** Opens an account in which `answer` responds to some requests. */
function open(
  answer: (path: string, body: string) => Response | undefined = () => undefined,
  policy: Policy = { caps },
) {
  const sandbox = amazonAdsSandbox();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body = typeof init?.body === "string" ? init.body : "";
    return answer(new URL(String(input)).pathname, body) ?? sandbox.fetch(input, init);
  };
  const ads = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, fetch, policy, store: memoryStore() },
  );
  const creates = () =>
    sandbox
      .calls()
      .filter(({ method, path }) => method === "POST" && /^\/sp\/[a-z]+$/i.test(path))
      .map(({ path }) => path);
  return { ads, creates };
}

test("an error in the middle ends the copy: the result has what exists, and the next call creates only the rest", async () => {
  let fails = true;
  const { ads, creates } = open((path) =>
    fails && path === "/sp/keywords" ? new Response('{"code":"INTERNAL_ERROR"}', { status: 500 }) : undefined,
  );
  const { data, meta } = await ads.sponsored_product_campaigns.copy({ campaignId, profileId });
  expect(data.created).toEqual({ adGroups: [expect.any(String), expect.any(String)], productAds: [expect.any(String), expect.any(String)] }); // prettier-ignore
  expect(data.failed).toHaveLength(6);
  expect(data.failed[0]).toMatchObject({ kind: "keywords", record: "2 person tent (EXACT)" });
  expect(meta.warnings!.join()).toContain("not complete");
  expect(data.next).toEqual({
    entity: "sponsored_product_campaigns",
    action: "copy",
    params: { campaignId, profileId, intoCampaignId: data.campaignId },
  });
  fails = false;
  const before = creates().length;
  const rest = await ads.execute("sponsored_product_campaigns", "copy", data.next!.params as never);
  expect(creates().slice(before)).toEqual(["/sp/keywords", "/sp/campaignNegativeKeywords"]);
  expect(rest.data).toMatchObject({ failed: [], campaignId: data.campaignId });
  const { data: keywords } = await ads.sponsored_product_keywords.list({
    profileId,
    campaignIds: [data.campaignId],
  });
  expect(keywords).toHaveLength(6);
});

test("what an ad group contains is not created without the ad group", async () => {
  const { ads, creates } = open((path) =>
    path === "/sp/adGroups"
      ? Response.json({ adGroups: { success: [], error: [{ index: 0, errors: [{ errorType: "otherError", errorValue: { otherError: { reason: "TOO_MANY", message: "no" } } }] }, { index: 1, errors: [] }] } }, { status: 207 }) // prettier-ignore
      : undefined,
  );
  const { data } = await ads.sponsored_product_campaigns.copy({ campaignId, profileId });
  expect(creates()).toEqual(["/sp/campaigns", "/sp/campaignNegativeKeywords"]);
  expect(data.failed.filter(({ reason }) => reason === "AD_GROUP_NOT_CREATED")).toHaveLength(8);
  expect(data.next).toBeDefined();
});

test("if Amazon does not answer the creation of the campaign, nothing else is sent, and the outcome is unknown", async () => {
  const { ads, creates } = open((path) =>
    path === "/sp/campaigns" ? new Response('{"code":"INTERNAL_ERROR"}', { status: 500 }) : undefined,
  );
  await expect(ads.sponsored_product_campaigns.copy({ campaignId, profileId })).rejects.toMatchObject({
    outcome: "unknown",
  });
  expect(creates()).toEqual([]);
});

test("parts that Amazon may have created are unknown, and parts that it has refused are not", async () => {
  for (const [status, reason] of [
    [500, "UNKNOWN"],
    [400, "upstream_rejected"],
  ] as const) {
    const { ads } = open((path) =>
      path === "/sp/keywords" ? new Response('{"code":"INTERNAL_ERROR"}', { status }) : undefined,
    );
    const { data } = await ads.sponsored_product_campaigns.copy({ campaignId, profileId });
    const keywords = data.failed.filter(({ kind }) => kind === "keywords");
    expect(new Set(keywords.map((one) => one.reason))).toEqual(new Set([reason]));
  }
});

test("two calls with the same idempotency key make one copy", async () => {
  const { ads, creates } = open();
  const copy = () =>
    ads.execute("sponsored_product_campaigns", "copy", { campaignId, profileId }, { idempotencyKey: "k1" });
  const first = await copy();
  expect((await copy()).data).toEqual(first.data);
  expect(creates().filter((path) => path === "/sp/campaigns")).toHaveLength(1);
});

const toCanada = { campaignId, fromProfileId: profileId, profileId: canada, exchangeRate: 1.4 };

test("the ads of a copy have the SKUs of the other profile, and products that it lacks are named", async () => {
  const products = [{ asin: "B0CK7R2M4Q", sku: "CA-TENT-2P" }];
  const { ads } = open((path) =>
    path === "/product/metadata" ? Response.json({ ProductMetadataList: products }) : undefined,
  );
  const { data } = await ads.sponsored_product_campaigns.copy({ ...toCanada, dry_run: true });
  expect(data).toMatchObject({
    after: {
      counts: { productAds: 1 },
      notCopied: [{ record: "portfolioId" }, { kind: "productAds", record: "FH-TENT-4P" }],
    },
  });
});

test("if the products of the other profile cannot be read, a warning says so, and all ads are planned", async () => {
  const { ads } = open((path) =>
    path === "/product/metadata" ? new Response('{"message":"no"}', { status: 403 }) : undefined,
  );
  const { data, meta } = await ads.sponsored_product_campaigns.copy({ ...toCanada, dry_run: true });
  expect(data).toMatchObject({ after: { counts: { productAds: 2 } } });
  expect(meta.warnings!.join()).toContain("not known which products");
});

test.each<[string, Dict, Policy, object]>([
  ["fromProfileId without the profile that gets the copy", { fromProfileId: profileId }, { caps }, { code: "invalid_params", path: "params.profileId" }], // prettier-ignore
  ["a profile that the policy does not allow", { profileId, fromProfileId: canada }, { caps, only: { profileId: [profileId] } }, { code: "policy_denied", path: "params.fromProfileId" }], // prettier-ignore
  ["an exchange rate between equal currencies", { profileId, exchangeRate: 2 }, { caps }, { code: "invalid_params", path: "params.exchangeRate" }], // prettier-ignore
  [
    "a campaign of another profile",
    { profileId: canada },
    { caps },
    { code: "not_found", path: "params.campaignId" },
  ],
  ["a campaign that runs", { profileId, intoCampaignId: campaignId }, { caps }, { code: "invalid_params", path: "params.intoCampaignId" }], // prettier-ignore
  ["bids that placements raise above the cap", { profileId }, { caps: { ...caps, max_effective_bid: { USD: 2 } } }, { code: "cap_exceeded" }], // prettier-ignore
  ["no spending at all", { profileId }, { effects: ["read", "write"] }, { code: "policy_denied" }],
])("%s is refused before anything is sent", async (_, params, policy, error) => {
  const { ads, creates } = open(undefined, policy);
  await expect(
    ads.sponsored_product_campaigns.copy({ campaignId, ...params } as never),
  ).rejects.toMatchObject(error);
  expect(creates()).toEqual([]);
});

const profile = (currency: string) => ({ profileId: "1", countryCode: "US", currency, isVendor: false });

test("amounts are rounded to the smallest unit of the currency, and never to nothing", () => {
  const yen = conversion(profile("USD"), profile("JPY"), 150.4);
  expect([yen(0.75), yen(10)]).toEqual([113, 1504]);
  const dollars = conversion(profile("JPY"), profile("USD"), 0.0067);
  expect([dollars(113), dollars(1)]).toEqual([0.76, 0.01]);
});

const terms: CopyTerms = {
  name: "Copy",
  isNew: true,
  budget: undefined,
  convert: (amount) => amount * 2,
  isSameProfile: false,
  isSameCountry: false,
  isSameCurrency: false,
  today: "2026-11-24",
  productOf: ({ sku }) => (sku === "GONE" ? undefined : { sku }),
};
const source = {
  campaign: {
    name: "Tents",
    targetingType: "AUTO",
    budget: { budget: 10, budgetType: "DAILY", effectiveBudget: 12 },
    endDate: "2026-11-01",
    dynamicBidding: { strategy: "MANUAL", shopperCohortBidding: [{ percentage: 10 }] },
    offAmazonSettings: { offAmazonBudgetControlStrategy: "MAXIMIZE_REACH" },
  },
  parts: {
    adGroups: [{ adGroupId: "1", name: "A", defaultBid: 1, state: "ENABLED", extendedData: {} }],
    productAds: [
      { adGroupId: "1", sku: "KEPT", asin: "B07R7V6KS8", state: "PAUSED" },
      { adGroupId: "1", sku: "GONE", asin: "B07X2X4D5H", state: "ENABLED" },
    ],
    targetingClauses: [
      { adGroupId: "1", expressionType: "AUTO", expression: [{ type: "QUERY_HIGH_REL_MATCHES" }], state: "ENABLED" },
      { adGroupId: "1", expressionType: "AUTO", expression: [{ type: "ASIN_ACCESSORY_RELATED" }], bid: 2, state: "ENABLED" },
      { adGroupId: "1", expressionType: "MANUAL", expression: [{ type: "ASIN_SAME_AS", value: "B003L1717K" }], bid: 3, state: "ENABLED" },
      { adGroupId: "1", expressionType: "MANUAL", expression: [{ type: "ASIN_CATEGORY_SAME_AS", value: "34" }], state: "ENABLED" },
    ],
  },
}; // prettier-ignore

test("what only the other country has is left out with the reason, and amounts are converted", () => {
  const { campaign, parts, notCopied } = planCopy(source, {}, terms);
  expect(campaign).toEqual({
    name: "Copy",
    targetingType: "AUTO",
    state: "PAUSED",
    budget: { budget: 20, budgetType: "DAILY" },
    dynamicBidding: { strategy: "MANUAL", placementBidding: [] },
  });
  expect(parts.adGroups).toEqual([{ adGroupId: "1", name: "A", defaultBid: 2, state: "ENABLED" }]);
  expect(parts.productAds).toEqual([{ adGroupId: "1", sku: "KEPT", state: "PAUSED" }]);
  expect(parts.targetingClauses).toEqual([
    { adGroupId: "1", expression: [{ type: "ASIN_SAME_AS", value: "B003L1717K" }], expressionType: "MANUAL", state: "ENABLED", bid: 6 }, // prettier-ignore
  ]);
  expect(notCopied.map(({ kind, record }) => [kind, record])).toEqual([
    ["campaign", "endDate"],
    ["campaign", "dynamicBidding.shopperCohortBidding"],
    ["campaign", "offAmazonSettings"],
    ["productAds", "GONE"],
    ["targetingClauses", "ASIN_ACCESSORY_RELATED"],
    ["targetingClauses", "ASIN_CATEGORY_SAME_AS 34"],
  ]);
});

test("in the same country, targets for categories are copied too", () => {
  const same = { ...terms, isSameCountry: true, isSameCurrency: true };
  expect(planCopy(source, {}, same).parts.targetingClauses).toHaveLength(2);
});

test("a copy that continues creates only what its ad groups lack", () => {
  const existing = {
    adGroups: [{ adGroupId: "9", name: "A" }],
    productAds: [{ adGroupId: "9", sku: "KEPT" }],
    targetingClauses: [{ adGroupId: "8", expression: [{ type: "ASIN_SAME_AS", value: "B003L1717K" }] }],
  };
  const { campaign, parts, adGroupIds } = planCopy(source, existing, { ...terms, isNew: false });
  expect(campaign).toBeUndefined();
  expect(adGroupIds).toEqual({ 1: "9" });
  expect([parts.adGroups, parts.productAds]).toEqual([[], []]);
  expect(parts.targetingClauses).toHaveLength(1);
});
