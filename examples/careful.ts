import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";

// A Slack workspace in memory. Your own: { auth: { api_token: process.env.SLACK_TOKEN! } }
const sandbox = slackSandbox();
const everywhere = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
const { data: general } = await everywhere.channels.get({ channel: "#general" });

// Nothing but #general, whatever anybody calls it, and nothing that cannot be undone.
const slack = new SlackConnector(
  { auth: { api_token: sandbox.tokens.bot } },
  { ...sandbox.options, policy: { only: { channel: [general.id] }, effects: ["read", "write"] } },
);

// Before: who would say what, and where.
const message = { channel: "#general", markdown_text: "Lunch is **here**, @channel!" };
const preview = await slack.messages.create({ ...message, dry_run: true });
console.log(preview.data);

// Nobody is called: that takes mentions: true.
const posted = await slack.messages.create(message);
console.log(posted.data.text);

// Back. What is deleted cannot be brought back, so this connector may not; the other one may.
await everywhere.undo(posted);

// Elsewhere: refused before anything is sent, with what is allowed.
await slack.messages.create({ channel: "#random", text: "psst" }).catch((error) => console.log(error.hint));
