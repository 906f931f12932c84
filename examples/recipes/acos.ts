import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";

const { AMAZON_ADS_CLIENT_ID, AMAZON_ADS_CLIENT_SECRET, AMAZON_ADS_REFRESH_TOKEN } = process.env;
const sandbox = amazonAdsSandbox();
const ads = AMAZON_ADS_REFRESH_TOKEN
  ? new AmazonAdsConnector({
      auth: {
        client_id: AMAZON_ADS_CLIENT_ID!,
        client_secret: AMAZON_ADS_CLIENT_SECRET!,
        refresh_token: AMAZON_ADS_REFRESH_TOKEN,
      },
    })
  : new AmazonAdsConnector({ auth: sandbox.credentials }, sandbox.options);

const { data, meta } = await ads.reports.run({
  profileId: process.env.AMAZON_ADS_PROFILE ?? "2381940675312846", // an id, a country code or an account name
  reportTypeId: "spCampaigns",
  startDate: "yesterday", // in the time zone of the profile
  columns: ["campaignName", "cost", "sales14d", "acos14d"],
  sortBy: "cost",
  top: 100,
});

console.log(meta.dates);
for (const { campaignName, cost, sales14d, acos14d } of data.rows!) {
  const acos = acos14d === null ? "no sales" : `${Number(acos14d).toFixed(1)} %`;
  console.log(`${campaignName}: ${acos} (cost ${cost}, sales ${sales14d} ${meta.currency})`);
}
for (const warning of meta.warnings ?? []) console.log(warning);
