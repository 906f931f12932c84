import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";

const sandbox = slackSandbox();
const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);

// The next post gets a 429, and goes through 20 s later.
sandbox.fail({ operation: "chat.postMessage", kind: "rate_limit", retryAfter: 20 });
await slack.messages.create({ channel: "#general", text: "Hello" });

console.log(sandbox.state().channels.length); // the workspace as plain data
console.log(sandbox.calls().map(({ method }) => method)); // every request that came in

// The same over HTTP on 127.0.0.1, for any client of Slack's, until it is closed.
const { url, close } = await sandbox.listen();
console.log(url);
await close();
