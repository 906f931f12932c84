import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

// What a person has read: https://docs.slack.dev/reference/methods/conversations.info (`last_read`,
// `unread_count_display`) and https://docs.slack.dev/reference/methods/conversations.replies (`subscribed`, `last_read`).

const replies = [
  { from: "Ana Archer", text: "Checking", at: "50m" },
  { from: "Bo Berg", text: "And?", at: "40m" },
];
const workspace = {
  users: ["Ana Archer", "Bo Berg", { name: "helper", is_bot: true }],
  channels: ["general", "random", { name: "old", is_archived: true }],
  messages: [
    { channel: "general", from: "Bo Berg", text: "Is it down?", at: "60m", replies },
    {
      channel: "general",
      from: "Bo Berg",
      text: "Other thread",
      at: "55m",
      replies: [{ from: "Bo Berg", text: "Alone", at: "30m" }],
    },
    { channel: "general", from: "Bo Berg", text: "Lunch?", at: "20m" },
    { channel: "general", from: "Ana Archer", text: "Yes", at: "10m" },
    { channel: ["Ana Archer", "Bo Berg"], from: "Bo Berg", text: "Psst", at: "5m" },
  ],
  you: "Ana Archer",
};

/** Opens a workspace in which the person has read nothing. */
async function open(token: "user" | "bot" = "user", more: object = {}) {
  const sandbox = slackSandbox({ workspace: { ...workspace, ...more }, rateLimits: false });
  const connect = () => new SlackConnector({ auth: { api_token: sandbox.tokens[token] } }, sandbox.options);
  // Each connector has its own budget for Slack's rate limits.
  const slack = connect();
  const marker = connect();
  const { channels } = sandbox.state();
  for (const { id, is_archived } of token === "user" ? channels : [])
    if (!is_archived) await marker.channels.mark({ channel: id, ts: "1000000000.000000" });
  const channel = channels.find(({ name }) => name === "general" || name === "room-0")!;
  const tsOf = (text: string) => channel.messages.find((message) => message.text === text)!.ts;
  const before = sandbox.calls().length;
  const sent = (method: string) =>
    sandbox
      .calls()
      .slice(before)
      .filter((one) => one.method === method).length;
  return { sandbox, slack, general: channel.id, tsOf, sent };
}

const textsOf = (data: readonly { text: string }[]) => data.map(({ text }) => text);

describe("unread_messages.list", () => {
  test("returns direct messages, then channels, oldest first, without the person's own messages", async () => {
    const { slack, general, tsOf } = await open();
    await slack.channels.mark({ channel: general, ts: tsOf("Other thread") });
    const { data, meta } = await slack.unread_messages.list();
    expect(textsOf(data)).toEqual(["Psst", "And?", "Lunch?"]);
    expect(data[2]).toMatchObject({
      channel: { id: general, name: "general" },
      author: expect.stringContaining("Bo Berg"),
    });
    expect(meta.has_more).toBe(false);
    expect(meta.warnings?.join()).toMatch(/Not covered: muted.*threads/);
  });

  test("shows new replies of threads in which the person wrote, and no replies of other threads", async () => {
    const { slack, general, tsOf, sent } = await open();
    await slack.channels.mark({ channel: general, ts: tsOf("Yes") });
    const { data } = await slack.unread_messages.list({ types: ["public_channel"] });
    expect(data).toMatchObject([{ text: "And?", thread_ts: tsOf("Is it down?") }]);
    expect(sent("conversations.replies")).toBe(1);
  });

  test("sends no request for the messages of a direct message without unread messages", async () => {
    const { sandbox, slack, sent } = await open();
    const dm = sandbox.state().channels.find(({ kind }) => kind === "im")!;
    await slack.channels.mark({ channel: dm.id, ts: dm.messages.at(-1)!.ts });
    expect((await slack.unread_messages.list({ types: ["im"] })).data).toEqual([]);
    expect(sent("conversations.history")).toBe(0);
  });

  test("looks at 20 conversations at a time, and the next page at the next ones", async () => {
    const channels = Array.from({ length: 45 }, (_, index) => `room-${index}`);
    const messages = channels.map((channel) => ({ channel, from: "Bo Berg", text: `in ${channel}` }));
    const { slack, sent } = await open("user", { channels, messages });
    const first = await slack.unread_messages.list();
    expect(first.data).toHaveLength(20);
    expect(sent("conversations.info")).toBe(20);
    expect(first.meta).toMatchObject({ has_more: true, next_cursor: expect.any(String) });
    expect(first.meta.warnings).toContainEqual(
      expect.stringMatching(/^Looked at \d+ conversations of this person\. /),
    );
    // The rate limit ends a page early, and the next page starts there, so nothing is lost.
    const found: string[] = [];
    for await (const { text } of slack.unread_messages.list.all()) found.push(text);
    expect(found.toSorted()).toEqual(messages.map(({ text }) => text).toSorted());
  });

  test("a page that meets the rate limit ends there, and the next page starts there", async () => {
    const channels = Array.from({ length: 45 }, (_, index) => `room-${index}`);
    const messages = channels.map((channel) => ({ channel, from: "Bo Berg", text: `in ${channel}` }));
    const { sandbox } = await open("user", { channels, messages });
    const hasty = new SlackConnector(
      { auth: { api_token: sandbox.tokens.user } },
      { ...sandbox.options, totalWaitMs: 0 },
    );
    const first = await hasty.unread_messages.list();
    const second = await hasty.unread_messages.list({ cursor: first.meta.next_cursor! });
    expect(second.data.length).toBeGreaterThan(0);
    expect(second.data.length).toBeLessThan(20);
    expect(second.meta.warnings?.join()).not.toContain("Could not be read");
    const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, sandbox.options);
    const third = await slack.unread_messages.list({ cursor: second.meta.next_cursor! });
    const all = [first, second, third].flatMap(({ data }) => textsOf(data));
    expect(all).toHaveLength(new Set(all).size);
    expect(all.length).toBe(20 + second.data.length + 20);
  });

  test("limit ends a page before the conversation with which there would be too many messages", async () => {
    const { slack } = await open();
    const first = await slack.unread_messages.list({ limit: 1 });
    expect(textsOf(first.data)).toEqual(["Psst"]);
    const second = await slack.unread_messages.list({ limit: 100, cursor: first.meta.next_cursor! });
    expect(textsOf(second.data)).toContain("Lunch?");
    expect(textsOf(second.data)).not.toContain("Psst");
  });

  test("shows at most ten messages of a conversation, and says which conversation has more", async () => {
    const messages = Array.from({ length: 14 }, (_, index) => ({
      channel: "general",
      from: "Bo Berg",
      text: `m${index}`,
    }));
    const { slack } = await open("user", { channels: ["general"], messages });
    const { data, meta } = await slack.unread_messages.list();
    expect(textsOf(data)).toEqual(Array.from({ length: 10 }, (_, index) => `m${index + 4}`));
    expect(meta.warnings?.[0]).toBe("More unread messages than shown are in: #general.");
  });

  test("a conversation that cannot be read is named, and the others are returned", async () => {
    const { sandbox, slack } = await open();
    sandbox.fail({ operation: "conversations.history", kind: "ok_false", error: "channel_not_found" });
    const { data, meta } = await slack.unread_messages.list({ types: ["im", "public_channel"] });
    expect(textsOf(data)).not.toContain("Psst");
    expect(textsOf(data)).toContain("Lunch?");
    expect(meta.warnings?.[0]).toMatch(/Could not be read: D\w+ \(channel_not_found\)/);
  });

  test("with a bot token, the error says why, and what a bot can read instead", async () => {
    const { slack, sent } = await open("bot");
    await expect(slack.unread_messages.list()).rejects.toMatchObject({
      code: "credential_insufficient_scope",
      message: expect.stringContaining("need a user token"),
      hint: expect.stringMatching(/channel_messages\.latest.*channel_messages\.list/),
    });
    expect(sent("users.conversations")).toBe(0);
  });

  test("an allow-list refuses it, because it could show other channels", async () => {
    const { sandbox, general } = await open();
    const slack = new SlackConnector(
      { auth: { api_token: sandbox.tokens.user } },
      { ...sandbox.options, policy: { only: { channel: [general] } } },
    );
    await expect(slack.unread_messages.list()).rejects.toMatchObject({ code: "policy_denied" });
  });
});
