import { createHmac } from "node:crypto";
import { slackSandbox } from "agent-connectors/sandbox";
import { slackEvent, SlackConnector, verifySlackSignature } from "agent-connectors/slack";

// A Slack workspace in memory. To use your own workspace, pass { auth: { api_token: process.env.SLACK_TOKEN! } }.
const sandbox = slackSandbox();
const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
const signingSecret = "the signing secret of the Slack app";

/** Handles a request that Slack sends to the app. */
async function handle(request: Request): Promise<Response> {
  const body = await request.text();
  if (!(await verifySlackSignature({ body, headers: request.headers }, { signingSecret })))
    return new Response("", { status: 401 });
  const { type, channel, ts, user, row, context } = await slackEvent(JSON.parse(body), { connector: slack });
  if (type !== "app_mention" || !channel || !ts) return new Response("");
  // Show `row` to the model. Pass `context` to your own calls, because a bot's search needs the token of the event.
  console.log(row);
  const { data: found } = await slack.search.messages({ query: "release" }, { context });
  // The reply appears bit by bit.
  const reader = { user, team_id: "T07K2M9QX4B" };
  const { data: reply } = await slack.message_streams.start({ channel, thread_ts: ts, ...reader });
  await slack.message_streams.append({ ...reply, markdown_text: `I found **${found.length}** messages.` });
  const { data: message } = await slack.message_streams.stop(reply);
  console.log(message.text);
  return new Response("");
}

// In your app, Slack sends this request, and a web server passes the request to `handle`.
const { users, channels } = sandbox.state();
const channel = channels.find(({ name }) => name === "general")!;
const { ts } = channel.messages.at(-1)!;
const user = users.find(({ name }) => name === "maya.chen")!.id;
const action_token = sandbox.actionToken;
const event = { type: "app_mention", channel: channel.id, user, ts, text: "What is new?", action_token };
const body = JSON.stringify({ type: "event_callback", event });
const time = String(Math.floor(Date.now() / 1000));
const hash = createHmac("sha256", signingSecret).update(`v0:${time}:${body}`).digest("hex");
const signed = { "x-slack-request-timestamp": time, "x-slack-signature": `v0=${hash}` };
const address = "https://bot.example/slack/events";
const answer = await handle(new Request(address, { method: "POST", body, headers: signed }));
const forged = await handle(new Request(address, { method: "POST", body }));
console.log(answer.status, forged.status);
