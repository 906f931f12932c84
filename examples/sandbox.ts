import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";

const sandbox = slackSandbox();
const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);

// The next post gets HTTP 429. The connector waits 20 s and posts again.
sandbox.fail({ operation: "chat.postMessage", kind: "rate_limit", retryAfter: 20 });
await slack.messages.create({ channel: "#general", text: "Hello" });

console.log(sandbox.state().channels.length); // the whole workspace as plain data
console.log(sandbox.calls().map(({ method }) => method)); // every request so far

// Serve the workspace over HTTP on 127.0.0.1, for any Slack client.
const { url, close } = await sandbox.listen();
console.log(url);
await close();
