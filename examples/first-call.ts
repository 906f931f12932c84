import { SlackConnector } from "agent-connectors/slack";
import { slackSandbox } from "agent-connectors/sandbox";

// A Slack workspace in memory. To use your own workspace, write
// new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } })
const sandbox = slackSandbox();
const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);

const { data: channels } = await slack.execute("channels", "list", { limit: 10 });
console.log(channels.map(({ name }) => name).join(", "));

const { data: message } = await slack.messages.create({ channel: "#general", text: "Hello from an agent" });
console.log(message.permalink);

for await (const { name, real_name } of slack.users.list.all()) console.log(name, real_name);
