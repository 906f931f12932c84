import { claimOnce } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { slackSandbox } from "agent-connectors/sandbox";
import { slackEvent, SlackConnector, verifySlackSignature } from "agent-connectors/slack";

// A Slack workspace in memory. To use your own workspace, pass { auth: { api_token: process.env.SLACK_BOT_TOKEN! } }.
const sandbox = slackSandbox();
const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
const signingSecret = "the signing secret of the Slack app";
const store = memoryStore();

/** Handles a request that Slack sends to the app. */
async function handle(request: Request): Promise<Response> {
  const body = await request.text();
  if (!(await verifySlackSignature({ body, headers: request.headers }, { signingSecret })))
    return new Response("", { status: 401 });
  const payload = JSON.parse(body);
  if (payload.type === "url_verification") return new Response(payload.challenge);
  // Slack waits only three seconds for the response. On an edge runtime, pass the promise of `reply` to `waitUntil`.
  if (payload.event.type === "app_mention") void reply(payload);
  return new Response("");
}

async function reply(payload: unknown): Promise<void> {
  const { turn, channel, ts, thread_ts, user, team, row, context } = await slackEvent(payload, {
    connector: slack,
  });
  if (!turn || !(await claimOnce(store, turn))) return;
  // Show `row` to the model. Pass `context` to your own calls, because a bot's search needs the token of the event.
  console.log(row);
  const { data: found } = await slack.search.messages({ query: "release" }, { context });
  // The reply appears bit by bit.
  const place = { channel: channel!, thread_ts: thread_ts ?? ts };
  const { data: stream } = await slack.message_streams.start({ ...place, user, team_id: team });
  await slack.message_streams.append({ ...stream, markdown_text: `I found **${found.length}** messages.` });
  const { data: message } = await slack.message_streams.stop(stream);
  console.log(message.text);
}

// In your app, Slack sends these requests, and a web server passes them to `handle`.
const events = await sandbox.deliverTo(handle, { signingSecret });
sandbox.post({ channel: "general", from: "maya.chen", text: "@assistant What is new?" });
await events.settled();
const forged = await handle(new Request("https://bot.example", { method: "POST", body: "{}" }));
console.log(
  events.deliveries().map(({ status }) => status),
  forged.status,
);
