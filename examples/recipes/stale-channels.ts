import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";

const { SLACK_TOKEN } = process.env;
const sandbox = slackSandbox({
  workspace: {
    users: ["Ana Silva", "Ben Okoro"],
    channels: ["general", "launch-2024", "old-office", { name: "board", members: ["Ana Silva"] }],
    messages: [
      { channel: "general", from: "Ana Silva", at: "2h", text: "Lunch is here." },
      { channel: "launch-2024", from: "Ben Okoro", at: "400d", text: "We are live!" },
    ],
  },
});
const policy = { effects: ["read"] } as const; // The program archives nothing.
const slack = SLACK_TOKEN
  ? new SlackConnector({ auth: { api_token: SLACK_TOKEN } }, { policy })
  : new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, { ...sandbox.options, policy });

for await (const { id, name, is_member, is_archived } of slack.channels.list.all()) {
  if (is_archived) continue;
  if (!is_member) {
    console.log(`#${name}: unknown, because the bot is not a member`);
    continue;
  }
  const { data: recent } = await slack.channel_messages.list({ channel: id, oldest: "90d", limit: 1 });
  if (recent.length > 0) continue;
  const { data: last } = await slack.channel_messages.list({ channel: id, limit: 1 });
  console.log(`#${name}: ${last[0] ? `last message ${last[0].time!.slice(0, 10)}` : "no message at all"}`);
}
