import { expect, test } from "vitest";
import { SlackConnector } from "../../../../src/connectors/slack/index.ts";
import { slackSandbox } from "../../../../sandbox/index.ts";

// Tries the first calls of a model that has read only the tool's description. Such a call should succeed, if necessary
// after an automatic correction. If it fails, the error must show the next call.

type Call = readonly [entity: string, action: string, params?: Record<string, unknown>];

const link = "https://fernhill-outdoor.slack.com/archives/C07A4DF8GH9/p1773151331000219";
const ts = "1773151331.000219";

const succeed: Record<string, Call> = {
  "who posted about the checkout": ["search", "messages", { query: "checkout", sort: "timestamp" }],
  "what did Maya say this week": ["search", "messages", { query: "from:@maya after:2026-03-08" }],
  "summarise #general since Monday": [
    "channel_messages",
    "list",
    { channel: "#general", oldest: "2026-03-09" },
  ],
  "a channel's name alone": ["channel_messages", "list", { channel: "general", oldest: 1773014400 }],
  "reply in the thread of a link": ["messages", "create", { thread_ts: link, text: "Thanks!" }],
  "reply, with the channel": [
    "messages",
    "create",
    { channel: "#incidents", thread_ts: link, text: "Thanks!" },
  ],
  "read the thread of a link": ["threads", "list", { ts: link }],
  "read a thread by its thread_ts": ["threads", "list", { channel: "C07A4DF8GH9", thread_ts: ts }],
  "write to priya.raman@…": ["messages", "create", { channel: "priya.raman@fernhill.example", text: "Hi" }],
  "write to Maya": ["messages", "send", { channel: "@maya", message: "Hi" }],
  "start a group conversation": ["dms", "open", { users: ["@maya", "@tom"] }],
  "stand-up tomorrow at 9:00": [
    "scheduled_messages",
    "create",
    { channel: "#engineering", markdown_text: "Stand-up!", post_at: "2026-03-13T09:00:00+01:00" },
  ],
  "stand-up, in seconds": [
    "scheduled_messages",
    "create",
    { channel: "#engineering", markdown_text: "Stand-up!", post_at: 1773388800 },
  ],
  "who is in which user group": ["usergroups", "list", { include_users: true }],
  "pin a message": ["pins", "create", { ts: link }],
  "set the topic": ["channels", "set_topic", { channel: "#general", topic: "Closed on Friday" }],
  "upload a CSV": [
    "files",
    "upload",
    { filename: "sales.csv", content: "a,b\n1,2\n", channels: ["#general"], initial_comment: "Sales" },
  ],
  "who is on holiday": ["users", "list"],
  "is Maya online": ["presence", "get", { user: "maya" }],
  "who is Priya Raman": ["users", "get", { user: "Priya Raman" }],
  "thumbs up": ["reactions", "create", { channel: "#incidents", timestamp: ts, name: ":+1:" }],
  "who reacted": ["reactions", "get", { channel: "#incidents", ts }],
  "mark as read": ["channels", "mark", { channel: "#general", ts: "1773306000.000219" }],
  "where am I a member": ["users", "conversations", {}],
  "create a private channel": ["channels", "create", { name: "#launch-prep", is_private: true }],
  "invite somebody": ["channels", "invite", { channel: "#random", user: "@nora.lindqvist" }],
  "who is in #engineering": ["channel_members", "list", { channel: "#engineering" }],
  "I am at lunch": [
    "user_profiles",
    "update",
    {
      profile: {
        status_text: "Lunch",
        status_emoji: "fork_and_knife",
        status_expiration: "2026-03-12T17:30:00Z",
      },
    },
  ],
  "no notifications for an hour": ["dnd", "snooze", { num_minutes: 60 }],
  "remind me tomorrow": ["reminders", "create", { text: "Call Bob", time: "tomorrow at 9am" }],
  "remind me at nine": ["reminders", "create", { text: "Call Bob", time: "2026-03-13T09:00:00Z" }],
  "bookmark the wiki": [
    "bookmarks",
    "create",
    { channel: "#general", title: "Wiki", url: "https://wiki.example" },
  ],
  "a canvas for the channel": [
    "canvases",
    "create",
    { title: "Plan", markdown: "# Plan", channel: "#engineering" },
  ],
  psst: ["ephemeral_messages", "create", { channel: "#general", user: "@maya", text: "psst" }],
  "a user group by its handle": ["usergroup_members", "list", { usergroup: "@engineers" }],
  "what is planned": ["scheduled_messages", "list", { channel: "#engineering" }],
  "files of #incidents": ["files", "list", { channel: "#incidents" }],
  "who am I": ["auth", "test"],
};

test.for(Object.entries(succeed))("%s", async ([, call]) => {
  expect(await run(call)).toMatchObject({ ok: true });
});

// Calls that fail. The error must contain the words for the next call.
const leadOn: Record<string, [call: Call, next: string]> = {
  "add one member": [["usergroup_members", "create", { usergroup: "S07ENG3R8N5" }], "replace"],
  "what nobody and I wrote": [["channel_messages", "list", { channel: "@nobody" }], "users.list"],
  // A channel and a person can have the same name, so the model must say which of the two gets the message.
  "write to a name": [
    ["messages", "create", { channel: "general", text: "Hi" }],
    "#name, or a link; or a user (id, @name",
  ],
  // `thread_ts` names the first message of the thread, which the model does not want to delete.
  "delete by thread_ts": [["messages", "delete", { channel: "#incidents", thread_ts: ts }], "ts"],
  "an hour without its zone": [
    ["scheduled_messages", "create", { channel: "#general", text: "Hi", post_at: "2026-03-13T09:00" }],
    "with its zone",
  ],
  "a day that there is not": [
    ["scheduled_messages", "create", { channel: "#general", text: "Hi", post_at: "2026-02-31T25:00Z" }],
    "this is not a time",
  ],
  "an hour that has passed": [
    ["scheduled_messages", "create", { channel: "#general", text: "Hi", post_at: "2026-03-01T09:00Z" }],
    "a later time",
  ],
};

test.for(Object.entries(leadOn))("%s: the error shows the next call", async ([, [call, next]]) => {
  const answer = await run(call);
  expect(answer.ok).toBe(false);
  expect(answer.text).toContain(next);
});

test("the error for a bot that cannot search says to read the channels", async () => {
  const { text } = await run(["search", "messages", { query: "checkout" }], "bot");
  expect(text).toContain("channel_messages.list");
});

test.for<[string, Call]>([
  ["the channel of a link", ["messages", "create", { thread_ts: link, text: "Hi" }]],
  ["a channel's name alone", ["channel_messages", "list", { channel: "incidents" }]],
  [
    "a list of one channel",
    ["files", "upload", { channels: ["#incidents"], filename: "a.txt", content: "x" }],
  ],
])("the policy checks the corrected call: %s", async ([, [entity, action, params]]) => {
  const sandbox = slackSandbox();
  const policy = { only: { channel: ["C07A1QW2ER3"] } };
  const slack = new SlackConnector(
    { auth: { api_token: sandbox.tokens.user } },
    { ...sandbox.options, policy },
  );
  const answer = await (await slack.tool()).call({ entity, action, params: params! });
  expect(answer).toMatchObject({ ok: false, error: { code: "policy_denied" } });
});

test("times are sent in seconds", async () => {
  const sandbox = slackSandbox();
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, sandbox.options);
  const nine = Date.parse("2026-03-13T08:00:00Z") / 1000;
  const { data } = await slack.scheduled_messages.create({
    channel: "#general",
    text: "Stand-up!",
    post_at: "2026-03-13T09:00+01:00",
  });
  expect(data.post_at).toBe(nine);
  const reminded = await slack.reminders.create({ text: "Call Bob", time: "2026-03-13T09:00+01:00" });
  expect(reminded.data.time).toBe(nine);
  const profile = { status_text: "Away", status_expiration: "2026-03-13T09:00+01:00" };
  expect((await slack.user_profiles.update({ profile })).data.status_expiration).toBe(nine);
});

test("a reply without a thread is not posted to the whole channel", async () => {
  const sandbox = slackSandbox();
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  const tool = await slack.tool();
  const call = { entity: "messages", action: "reply", params: { channel: "#general", text: "Thanks!" } };
  const { ok, text } = await tool.call(call);
  expect([ok, text]).toEqual([false, expect.stringContaining("unknown_action")]);
  expect(sandbox.calls().map(({ method }) => method)).not.toContain("chat.postMessage");
});

/** Actions that a tool offers only by name. */
const named = ["channel_invites.create", "user_profiles.update", "usergroup_members.replace"];

async function run([entity, action, params]: Call, who: "user" | "bot" = "user") {
  const sandbox = slackSandbox();
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens[who] } }, sandbox.options);
  const tool = await slack.tool({
    effects: ["read", "write", "destructive"],
    include: ["everyday", ...named],
  });
  return tool.call({ entity, action, ...(params ? { params } : {}) });
}
