import { expect, test } from "vitest";
import { AmazonAdsConnector } from "../../../../src/connectors/amazon-ads/index.ts";
import { amazonAdsSandbox } from "../../../../sandbox/index.ts";

// Tries the first calls of a model that has read only the tool's description and the list of profiles.

type Call = readonly [entity: string, action: string, params: Record<string, unknown>];

const profileId = "2381940675312846";
const campaignId = "144373194309380061";
const week = { profileId, startDate: "2026-03-01", endDate: "2026-03-07" };

const succeed: Record<string, Call> = {
  "which accounts are there": ["profiles", "list", {}],
  "campaigns that run": ["sponsored_product_campaigns", "list", { profileId, states: ["enabled"] }],
  "the campaign called Tents": ["sponsored_product_campaigns", "list", { profileId, name: "Tents - Exact" }],
  "one campaign of a list": ["sp_campaigns", "list", { profile_id: profileId, campaignId }],
  "its keywords": ["sponsored_product_keywords", "list", { profileId, campaignIds: campaignId }],
  "pause it": [
    "sponsored_product_campaigns",
    "update",
    { profileId, campaigns: [{ campaignId, state: "paused" }] },
  ],
  "raise its budget": [
    "sponsored_product_campaigns",
    "update",
    { profileId, campaigns: [{ campaignId, budget: { budget: 90 } }] },
  ],
  "is it out of budget": ["sponsored_product_campaigns", "budget_usage", { profileId, campaignId }],
  "what was spent, by day": [
    "reports",
    "run",
    { ...week, reportTypeId: "spCampaigns", columns: ["date", "cost"], timeUnit: "DAILY", sumBy: ["date"] },
  ],
  "search terms by cost": [
    "reports",
    "run",
    { ...week, reportTypeId: "sp_search_term", sumBy: ["searchTerm"], sortBy: "cost", top: 10 },
  ],
  "last week's campaigns": ["reports", "run", { ...week, reportTypeId: "spCampaigns" }],
  "a new campaign": [
    "sponsored_product_campaigns",
    "create",
    { profileId, campaigns: [{ name: "Summer", targetingType: "MANUAL", budget: { budget: 20 } }] },
  ],
  "no more free": [
    "sponsored_product_campaign_negative_keywords",
    "create",
    {
      profileId,
      campaignNegativeKeywords: [{ campaignId, keywordText: "free", matchType: "NEGATIVE_EXACT" }],
    },
  ],
  "end a campaign": ["sponsored_product_campaigns", "archive", { profileId, campaignId }],
  "display campaigns": ["sd_campaigns", "list", { profileId }],
};

test.for(Object.entries(succeed))("%s", async ([, call]) => {
  expect(await run(call)).toMatchObject({ ok: true });
});

// Calls that fail. The error must contain the words for the next call.
const leadOn: Record<string, [call: Call, next: string]> = {
  "a country with two accounts": [
    ["portfolios", "list", { profileId: "US" }],
    '"2381940675312846" (US, “Fernhill Outdoor”, seller)',
  ],
  "the share of sales that goes to ads": [
    ["reports", "run", { ...week, reportTypeId: "spCampaigns", columns: ["campaignName", "acos"] }],
    "use acos1d, acos7d, acos14d, acos30d",
  ],
  "a budget as a number": [
    ["sponsored_product_campaigns", "update", { profileId, campaigns: [{ campaignId, budget: 90 }] }],
    '"budget":{"budget":25}',
  ],
  "a campaign beside the list of them": [
    ["sponsored_product_campaigns", "update", { profileId, campaignId, state: "PAUSED" }],
    "did you mean campaigns?",
  ],
};

test.for(Object.entries(leadOn))("%s: the error shows the next call", async ([, [call, next]]) => {
  const answer = await run(call);
  expect(answer.ok ? "done" : `${answer.error.message} ${answer.error.hint}`).toContain(next);
});

async function run([entity, action, params]: Call) {
  const sandbox = amazonAdsSandbox();
  const policy = { caps: { max_daily_budget: { USD: 120 }, max_bid: { USD: 2 } } };
  const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, { ...sandbox.options, policy });
  const tool = await ads.tool({ effects: ["read", "write", "spend", "destructive"], actions: "all" });
  return tool.call({ entity, action, params });
}
