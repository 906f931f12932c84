import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";

// A Slack workspace in memory. To use your own workspace, pass { auth: { api_token: process.env.SLACK_TOKEN! } }.
const sandbox = slackSandbox();
const everywhere = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
const { data: general } = await everywhere.channels.get({ channel: "#general" });

// This connector can only use #general, and cannot do anything irreversible.
const slack = new SlackConnector(
  { auth: { api_token: sandbox.tokens.bot } },
  { ...sandbox.options, policy: { only: { channel: [general.id] }, effects: ["read", "write"] } },
);

// A dry run shows who would post what, and where.
const message = { channel: "#general", markdown_text: "Lunch is **here**, @channel!" };
const preview = await slack.messages.create({ ...message, dry_run: true });
console.log(preview.data);

// This posts the message. Without `mentions: true`, @channel notifies nobody.
const posted = await slack.messages.create(message);
console.log(posted.data.text);

// Undo deletes the message. Deleting is irreversible, so only the first connector can run this undo.
await everywhere.undo(posted);

// Other channels are refused before anything is sent. The hint lists the allowed channels.
await slack.messages.create({ channel: "#random", text: "psst" }).catch((error) => console.log(error.hint));
