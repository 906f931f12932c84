import { WebClient } from "@slack/web-api";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";

const { SLACK_TOKEN } = process.env;
const sandbox = slackSandbox();
const web = SLACK_TOKEN
  ? new WebClient(SLACK_TOKEN)
  : new WebClient(sandbox.tokens.bot, { fetch: sandbox.fetch });
const slack = SLACK_TOKEN
  ? new SlackConnector({ auth: { api_token: SLACK_TOKEN } })
  : new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);

// Your existing code stays as it is.
const { channels } = await web.conversations.list({ limit: 1 });
const channel = channels![0]!.id!;
await web.chat.postMessage({ channel, text: "Posted by the WebClient" });

// The agent gets a tool of the connector.
const tool = await slack.tool({ effects: ["read"] });
const { text } = await tool.call({
  entity: "channel_messages",
  action: "list",
  params: { channel, limit: 1, fields: ["text"] },
});
console.log(text);

// Your code can send any method with the connector too, with its retries and errors.
const { data } = await slack.request<{ team: { name: string } }>("team.info", {}, { effect: "read" });
console.log(data.team.name);
