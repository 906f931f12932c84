import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { fileStore } from "agent-connectors/file-store";
import { memoryStore } from "agent-connectors/store";

const { AMAZON_ADS_CLIENT_ID, AMAZON_ADS_CLIENT_SECRET, AMAZON_ADS_REFRESH_TOKEN } = process.env;
const { AMAZON_ADS_PROFILE: profileId = "2381940675312846" } = process.env;
const caps = {
  max_daily_budget: { USD: 120 }, // each campaign
  max_day_raise: { USD: 40 }, // all raises of one day together
};
const policy = { caps };
const sandbox = amazonAdsSandbox();
const ads = AMAZON_ADS_REFRESH_TOKEN
  ? new AmazonAdsConnector(
      {
        auth: {
          client_id: AMAZON_ADS_CLIENT_ID!,
          client_secret: AMAZON_ADS_CLIENT_SECRET!,
          refresh_token: AMAZON_ADS_REFRESH_TOKEN,
        },
      },
      { policy, store: fileStore("spending-state") }, // The store keeps the sum of the day.
    )
  : new AmazonAdsConnector(
      { auth: sandbox.credentials },
      { ...sandbox.options, policy, store: memoryStore() },
    );
const tool = await ads.tool({ effects: ["read", "write", "spend"] });
// In a real account, the program only asks what would happen.
const dry_run = AMAZON_ADS_REFRESH_TOKEN !== undefined;

const { data: campaigns } = await ads.sponsored_product_campaigns.list({ profileId, limit: 3 });
for (const { campaignId, name, budget } of campaigns) {
  const before = budget!.budget!;
  const after = before + 15;
  const change = { campaignId, budget: { budget: after, budgetType: "DAILY" } };
  // A call as the model sends it.
  const params = { profileId, campaigns: [change], dry_run };
  const result = await tool.call({ entity: "sponsored_product_campaigns", action: "update", params });
  console.log(`${name}, ${before} to ${after}: ${result.ok ? "done" : `refused. ${result.error.hint}`}`);
}
