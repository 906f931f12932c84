// check-runtimes.ts runs this program on every runtime. The program uses both connectors, a tool, an adapter, files,
// an undo and an error, but no real credentials.
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";

export async function program() {
  const workspace = slackSandbox();
  const slack = new SlackConnector({ auth: { api_token: workspace.tokens.bot } }, workspace.options);
  const posted = await slack.messages.create({ channel: "#general", markdown_text: "**hi**, @channel" });
  await slack.undo(posted);
  const uploaded = await slack.files.upload({ filename: "notes.md", content: "# Notes" });
  const { data: stream } = await slack.files.download({ file: uploaded.data.id });
  const tool = await slack.tool();
  const called = await tool.call({
    entity: "channel_messages",
    action: "list",
    params: { channel: "#random" },
  });
  const refused = await tool.call({ entity: "channels", action: "get", params: { channel: "#genral" } });

  const accounts = amazonAdsSandbox();
  const ads = new AmazonAdsConnector({ auth: accounts.credentials }, accounts.options);
  const { data: report } = await ads.reports.run({
    profileId: (await ads.profiles.list()).data[0].profileId,
    reportTypeId: "spCampaigns",
    startDate: "2026-03-01",
    endDate: "2026-03-08",
    columns: ["campaignId", "cost"],
  });
  return {
    posted: posted.data,
    file: await new Response(stream).text(),
    description: tool.description,
    called: called.text,
    refused: refused.text,
    tools: Object.keys(await aiSdkTools(slack)),
    rows: report.rows,
  };
}
