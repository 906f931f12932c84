import { expect } from "vitest";
import { refused, TS, type Cases } from "./bench.ts";
import { post } from "./reads.ts";

export const messages: Cases = {
  "messages.create: ts and permalink of what was posted; a later read shows it": async (scene) => {
    const { call, slack, channel } = scene;
    const { data } = await call("messages", "create", { channel, text: "Hello" });
    expect(data).toMatchObject({ channel, ts: TS, text: "Hello" });
    expect(data.permalink).toMatch(
      new RegExp(`^https://[^/]+/archives/${channel}/p${data.ts.replace(".", "")}$`),
    );
    const [newest] = (await slack.channel_messages.list({ channel, limit: 1 })).data;
    expect(newest).toMatchObject({ ts: data.ts, text: "Hello" });
  },
  "messages.create: undo deletes it": async ({ call, slack, channel }) => {
    const made = await call("messages", "create", { channel, text: "Oops" });
    expect(made.meta.undo).toEqual({
      entity: "messages",
      action: "delete",
      params: { channel, ts: made.data.ts },
    });
    await slack.undo(made);
    const { data } = await slack.channel_messages.list({ channel });
    expect(data.map(({ ts }) => ts)).not.toContain(made.data.ts);
  },
  "messages.create: a reply is in the thread, not in the channel": async (scene) => {
    const { call, slack, channel } = scene;
    const [thread_ts] = (await post(scene, "question")) as [string];
    const { data } = await call("messages", "create", { channel, thread_ts, text: "answer" });
    expect(data).toMatchObject({ thread_ts });
    expect(data.permalink).toContain(`?thread_ts=${thread_ts}&cid=${channel}`);
    const thread = await slack.threads.list({ channel, ts: thread_ts });
    expect(thread.data.map(({ ts }) => ts)).toEqual([thread_ts, data.ts]);
  },
  "messages.create: a reply shown in the channel too": async (scene) => {
    const { call, slack, channel } = scene;
    const [thread_ts] = (await post(scene, "question")) as [string];
    const params = { channel, thread_ts, text: "answer", reply_broadcast: true };
    const { data } = await call("messages", "create", params);
    const history = await slack.channel_messages.list({ channel });
    expect(history.data.map(({ ts }) => ts)).toContain(data.ts);
  },
  "messages.create: a user's id opens the direct message": async ({ call, slack, people }) => {
    const { data } = await call("messages", "create", { channel: people[0], text: "Psst" });
    expect(data.channel).toMatch(/^D/);
    const history = await slack.channel_messages.list({ channel: data.channel, limit: 1 });
    expect(history.data[0]).toMatchObject({ ts: data.ts, text: "Psst" });
  },
  "messages.create: marks, umlauts and emoji arrive as they were written": async ({
    call,
    slack,
    channel,
  }) => {
    const text = "*bold* & 100 % für Zoë 🦉 a+b=c <https://example.com/?a=1&b=2|link>\n• next; “quoted”";
    await call("messages", "create", { channel, text });
    const [newest] = (await slack.channel_messages.list({ channel, limit: 1 })).data;
    // Slack stores a single & as &amp;.
    expect(newest?.text.replaceAll("&amp;", "&")).toBe(text);
  },
  "messages.create: the platform's warnings are passed on": async ({ call, channel }) => {
    const { meta } = await call("messages", "create", { channel, text: "&".repeat(39_999) });
    expect(meta.warnings).toEqual(["message_truncated"]);
  },
  "messages.create: no link previews unless asked for": async ({ call, slack, channel }) => {
    const dry = await call("messages", "create", { channel, text: "x", dry_run: true });
    expect(dry.data).toMatchObject({ params: { unfurl_links: false, unfurl_media: false } });
    const made = await slack.messages.create({ channel, text: "x", unfurl_links: true });
    expect(made.data.ts).toEqual(TS);
  },
  "messages.create: an unknown channel": async ({ call }) => {
    await refused(call("messages", "create", { channel: "C0NOWHERE", text: "x" }), "channel_not_found");
  },
  "messages.create: a thread that is not there": async ({ call, channel }) => {
    const params = { channel, text: "x", thread_ts: "1712161829.000300" };
    await refused(call("messages", "create", params), "thread_not_found");
  },
  "messages.update: the new text, marked as edited": async (scene) => {
    const { call, slack, channel } = scene;
    const [ts] = (await post(scene, "before")) as [string];
    const { data } = await call("messages", "update", { channel, ts, text: "after" });
    expect(data).toMatchObject({ channel, ts, text: "after" });
    expect(data.permalink).toContain(`/p${ts.replace(".", "")}`);
    const [newest] = (await slack.channel_messages.list({ channel, limit: 1 })).data;
    expect(newest).toMatchObject({ ts, text: "after", edited: { user: expect.any(String) } });
  },
  "messages.update: a message that is not there": async ({ call, channel }) => {
    const params = { channel, ts: "1712161829.000300", text: "x" };
    await refused(call("messages", "update", params), "message_not_found");
  },
  "messages.delete: gone from the channel; a second time it already is": async (scene) => {
    const { call, slack, channel } = scene;
    const [ts] = (await post(scene, "short-lived")) as [string];
    const first = await call("messages", "delete", { channel, ts });
    expect(first.data).toMatchObject({ channel, ts });
    expect(first.meta).not.toHaveProperty("already");
    const { data } = await slack.channel_messages.list({ channel });
    expect(data.map((message) => message.ts)).not.toContain(ts);
    const second = await call("messages", "delete", { channel, ts });
    expect(second).toMatchObject({ data: { channel, ts }, meta: { already: "message_not_found" } });
  },
  "ephemeral_messages.create: for one member, and not in the history": async (scene) => {
    const { call, slack, channel, people } = scene;
    await slack.channel_invites.create({ channel, users: [people[0]] });
    const params = { channel, user: people[0], text: "Only you" };
    const { data } = await call("ephemeral_messages", "create", params);
    expect(data).toMatchObject({ channel, user: people[0], text: "Only you", message_ts: TS });
    const history = await slack.channel_messages.list({ channel });
    expect(history.data.map(({ text }) => text)).not.toContain("Only you");
  },
  "ephemeral_messages.create: for someone who is not in the channel": async ({ call, channel, people }) => {
    const error = await refused(
      call("ephemeral_messages", "create", { channel, user: people[0], text: "x" }),
      "user_not_in_channel",
    );
    expect(error.hint).toMatch(/[Ii]nvite/);
  },
  "scheduled_messages.create: waits for its time": async ({ call, channel, look, slack }) => {
    const probe = await slack.messages.create({ channel, text: "what time is it" });
    const post_at = Number(probe.data.ts.split(".")[0]) + 3600;
    const { data } = await call("scheduled_messages", "create", { channel, text: "Later", post_at });
    expect(data).toMatchObject({ channel, post_at, text: "Later", scheduled_message_id: expect.any(String) });
    const waiting = await look?.("chat.scheduledMessages.list", { channel });
    if (waiting)
      expect(waiting["scheduled_messages"]).toEqual([
        expect.objectContaining({ id: data.scheduled_message_id, text: "Later", post_at }),
      ]);
  },
  "scheduled_messages.create: no link previews unless asked for": async ({ call, channel }) => {
    const params = { channel, text: "x", post_at: 1893499200, dry_run: true };
    const { data } = await call("scheduled_messages", "create", params);
    expect(data).toMatchObject({ params: { unfurl_links: false, unfurl_media: false } });
  },
  "scheduled_messages.create: in the past": async ({ call, channel }) => {
    const params = { channel, text: "x", post_at: 1 };
    await refused(call("scheduled_messages", "create", params), "time_in_past");
  },
};
