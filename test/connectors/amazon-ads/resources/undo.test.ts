import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { expect, test } from "vitest";
import type { SpendingEntity } from "../../../../src/connectors/amazon-ads/money/ground/spending-entity.ts";
import { undoUpdate } from "../../../../src/connectors/amazon-ads/resources/undo.ts";
import { caps } from "../../../suites/amazon-ads.ts";

/** Opens a sandbox whose campaigns also have fields that Amazon returns but does not accept in an update. */
async function open() {
  const sandbox = amazonAdsSandbox();
  const withMore = (_: string, value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if ("budgetType" in value) return { ...value, effectiveBudget: 11 };
    if ("placementBidding" in value) return { ...value, shopperCohortBidding: [] };
    return "campaignId" in value && "budget" in value ? { endDate: null, ...value } : value;
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = await sandbox.fetch(input, init);
    const { url } = new Request(input, { method: init?.method ?? "GET" });
    if (new URL(url).pathname !== "/sp/campaigns/list") return answer;
    const body: unknown = JSON.parse(await answer.text(), withMore);
    return new Response(JSON.stringify(body), { status: answer.status, headers: answer.headers });
  };
  const ads = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, fetch, policy: { caps } },
  );
  const { data: profiles } = await ads.profiles.list();
  const profileId = profiles.find(({ accountInfo }) => accountInfo?.type === "seller")!.profileId;
  return { ads, profileId };
}

test("an update of a campaign is undone for any other fields of Amazon's record", async () => {
  const { ads, profileId } = await open();
  const { data: campaigns } = await ads.sponsored_product_campaigns.list({ profileId, limit: 1 });
  const before = campaigns[0]!;
  const { campaignId } = before;
  expect(before).toMatchObject({ budget: { effectiveBudget: 11 }, endDate: null });
  const result = await ads.sponsored_product_campaigns.update({
    profileId,
    campaigns: [
      {
        campaignId,
        budget: { budget: before.budget!.budget! - 5 },
        dynamicBidding: { placementBidding: [] },
        endDate: "2026-12-31",
      },
    ],
  });
  expect(result.data.succeeded).toHaveLength(1);
  await ads.undo(result);
  const { data: after } = await ads.sponsored_product_campaigns.get({ campaignId, profileId });
  expect(after.budget).toEqual(before.budget);
  expect(after.dynamicBidding).toEqual(before.dynamicBidding);
});

test("undo restores the whole budget of a portfolio, because Amazon replaces it as a whole", async () => {
  const { ads, profileId } = await open();
  const budget = {
    amount: 1000,
    policy: "DATE_RANGE",
    startDate: "2026-04-01",
    endDate: "2026-05-31",
  } as const;
  const { data } = await ads.portfolios.create({ profileId, portfolios: [{ name: "Undone", budget }] });
  const portfolioId = data.succeeded[0]!.id!;
  const result = await ads.portfolios.update({
    profileId,
    portfolios: [{ portfolioId, budget: { amount: 900, policy: "MONTHLY_RECURRING" } }],
  });
  await ads.undo(result);
  const { data: after } = await ads.portfolios.get({ portfolioId, profileId });
  expect(after.budget).toMatchObject(budget);
});

test("the undo of an update also restores records of which Amazon applied only some fields", () => {
  const entity: SpendingEntity = {
    entity: "sponsored_product_keywords",
    itemsParam: "keywords",
    idField: "keywordId",
    idsParam: "keywordIds",
    kind: "keyword",
    product: "sp",
  };
  const params = { keywords: [{ keywordId: "7", bid: 2, state: "PAUSED" }] };
  const data = { succeeded: [], failed: [], unchanged: [{ index: 0, id: "7", reason: "NOT_APPLIED", fields: ["state"] }] }; // prettier-ignore
  const before = [{ keywordId: "7", bid: 1, state: "ENABLED", keywordText: "tent" }];
  expect(undoUpdate(entity)(params, data, before)).toEqual({
    entity: "sponsored_product_keywords",
    action: "update",
    params: { keywords: [{ keywordId: "7", bid: 1, state: "ENABLED" }] },
  });
});
