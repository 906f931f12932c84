import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { fileStore } from "agent-connectors/file-store";

const { AMAZON_ADS_CLIENT_ID, AMAZON_ADS_CLIENT_SECRET, AMAZON_ADS_REFRESH_TOKEN, SLACK_TOKEN } = process.env;
const { REPORT_CHANNEL = "#marketing-reports", AMAZON_ADS_PROFILE = "2381940675312846" } = process.env;
const accounts = amazonAdsSandbox();
const ads = AMAZON_ADS_REFRESH_TOKEN
  ? new AmazonAdsConnector({
      auth: {
        client_id: AMAZON_ADS_CLIENT_ID!,
        client_secret: AMAZON_ADS_CLIENT_SECRET!,
        refresh_token: AMAZON_ADS_REFRESH_TOKEN,
      },
    })
  : new AmazonAdsConnector({ auth: accounts.credentials }, accounts.options);
const workspace = slackSandbox({ workspace: { users: ["Ana Silva"], channels: ["marketing-reports"] } });
const store = fileStore("report-state");
const slack = SLACK_TOKEN
  ? new SlackConnector({ auth: { api_token: SLACK_TOKEN } }, { store })
  : new SlackConnector({ auth: { api_token: workspace.tokens.bot } }, { ...workspace.options, store });

const { data, meta } = await ads.reports.run({
  profileId: AMAZON_ADS_PROFILE,
  reportTypeId: "spCampaigns",
  startDate: "last week", // Monday to Sunday
  columns: ["campaignName", "cost", "sales14d", "acos14d"],
  sortBy: "cost",
  top: 5,
});
const lines = data.rows!.map(({ campaignName, cost, acos14d }) => {
  const acos = acos14d === null ? "no sales" : `ACOS ${Number(acos14d).toFixed(1)} %`;
  return `- ${campaignName}: ${cost} ${meta.currency}, ${acos}`;
});
const markdown_text = [`**Ads from ${meta.dates}**`, ...lines].join("\n");

// With the same key, a second run posts nothing, and gets the message of the first run.
const idempotencyKey = `report-${String(meta.dates).slice(0, 10)}`;
const { data: message } = await slack.messages.create(
  { channel: REPORT_CHANNEL, markdown_text },
  { idempotencyKey },
);
console.log(message.text);
