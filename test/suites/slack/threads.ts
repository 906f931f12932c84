import { expect } from "vitest";
import { collect, failure, post, refused, TS } from "./bench.ts";
import { asUser, sample, type Theme } from "./theme.ts";

/** Returns the texts of messages from people, without Slack's own messages about joins, topics and so on. */
const written = (messages: readonly { text: string; subtype?: string | null | undefined }[]) =>
  messages.filter(({ subtype }) => subtype == null || subtype === "thread_broadcast").map(({ text }) => text);

/** The messages of a channel and of a thread. */
export const threads: Theme = {
  requests: {
    "unread_messages.list": asUser({
      params: { types: ["public_channel"] },
      sends: [
        ["auth.test", {}, { user_id: "U0ME" }],
        [
          "users.conversations",
          { types: "public_channel", exclude_archived: "true", exclude_muted: "true", limit: "200" },
          { channels: [{ id: sample.channel, name: "general" }] },
        ],
        [
          "conversations.info",
          { channel: sample.channel },
          { channel: { id: sample.channel, last_read: "1712161828.000000" } },
        ],
        ["conversations.history", { channel: sample.channel, limit: "50" }, { messages: [sample.message] }],
      ],
      data: [{ ...sample.message, channel: { id: sample.channel, name: "general" } }],
      refused: "invalid_types",
    }),
    "channel_messages.latest": {
      params: { channels: [sample.channel] },
      sends: [
        ["conversations.history", { channel: sample.channel, limit: "10" }, { messages: [sample.message] }],
      ],
      data: [{ channel: sample.channel, ...sample.message }],
      refused: "channel_not_found",
    },
    "channel_messages.list": {
      params: { channel: sample.channel, limit: 5 },
      sends: [
        ["conversations.history", { channel: sample.channel, limit: "5" }, { messages: [sample.message] }],
      ],
      data: [sample.message],
      refused: "channel_not_found",
    },
    "threads.list": {
      params: sample.here,
      sends: [["conversations.replies", { ...sample.here, limit: "50" }, { messages: [sample.message] }]],
      data: [sample.message],
      refused: "thread_not_found",
    },
    "threads.set_status": {
      params: { ...sample.here, status: "is thinking...", loading_messages: ["one, two", "three"] },
      sends: [
        [
          "assistant.threads.setStatus",
          {
            channel_id: sample.channel,
            thread_ts: sample.ts,
            status: "is thinking...",
            loading_messages: '["one, two","three"]',
          },
        ],
      ],
      data: { ...sample.here, status: "is thinking..." },
      refused: "channel_not_found",
      token: "bot",
    },
  },

  cases: {
    "channel_messages.list: returns the newest message first, with author, text and ts": async (scene) => {
      const [, ts] = await post(scene, "one", "two", "three");
      const { data } = await scene.call("channel_messages", "list", { channel: scene.channel });
      expect(written(data)).toEqual(["three", "two", "one"]);
      expect(data.find((message) => message.ts === ts)).toMatchObject({
        ts: TS,
        text: "two",
        user: scene.me,
      });
      for (const message of data) expect(message.ts).toEqual(TS);
    },
    "channel_messages.latest: returns one message per channel, and why a channel cannot be read": async (
      scene,
    ) => {
      const { call, channel, slack } = scene;
      const { data: other } = await slack.channels.create({ name: "quiet" });
      const [, ts] = await post(scene, "first", "second");
      const { data } = await call("channel_messages", "latest", {
        channels: [channel, "C0NOTHERE", other.id, channel],
      });
      expect(data).toMatchObject([
        { channel, ts, text: "second", author: expect.any(String) },
        { channel: "C0NOTHERE", error: expect.stringContaining("channel_not_found") },
        { channel: other.id },
      ]);
      expect(data).toHaveLength(3);
    },
    "channel_messages.latest: the error of all channels is the error of the call": async ({ call }) => {
      await refused(
        call("channel_messages", "latest", { channels: ["C0NOTHERE", "C0NOTTHERE"] }),
        "channel_not_found",
      );
    },
    "unread_messages.list: shows what others wrote since the person has read the channel": async (scene) => {
      const { callAsUser, slack, user, channel } = scene;
      const reader = user ?? slack;
      const me = (await reader.auth.test()).data.user_id!;
      await slack.channel_invites.create({ channel, users: [me] });
      const [first, second] = await post(scene, "read", "unread");
      await reader.channels.mark({ channel, ts: first! });
      const mine = async () => {
        const { data } = await callAsUser("unread_messages", "list", {
          types: ["public_channel"],
          limit: 500,
        });
        return data.filter((message) => message.channel?.id === channel);
      };
      expect(await mine()).toMatchObject([
        { ts: second, text: "unread", author: expect.any(String), channel: { name: "conformance" } },
      ]);
      await reader.channels.mark({ channel, ts: second! });
      expect(await mine()).toEqual([]);
    },
    "channel_messages.list: pages lead to the end of the list": async (scene) => {
      const { call, slack, channel } = scene;
      await post(scene, "1", "2", "3", "4", "5");
      const first = await call("channel_messages", "list", { channel, limit: 2 });
      expect(written(first.data)).toEqual(["5", "4"]);
      const { next_cursor } = first.meta;
      const second = await call("channel_messages", "list", { channel, limit: 2, cursor: next_cursor });
      expect(written(second.data)).toEqual(["3", "2"]);
      const all = await collect(slack.channel_messages.list.all({ channel, limit: 2 }));
      expect(written(all)).toEqual(["5", "4", "3", "2", "1"]);
    },
    "channel_messages.list: returns the messages between two times": async (scene) => {
      const { call, channel } = scene;
      const [one, , three] = await post(scene, "one", "two", "three", "four");
      const between = async (inclusive?: boolean) =>
        written(
          (await call("channel_messages", "list", { channel, oldest: one, latest: three, inclusive })).data,
        );
      expect(await between()).toEqual(["two"]);
      expect(await between(true)).toEqual(["three", "two", "one"]);
    },
    "channel_messages.list: an unknown channel is an error": async ({ call }) => {
      await refused(call("channel_messages", "list", { channel: "C0NOWHERE" }), "channel_not_found");
    },
    "threads.list: returns the first message, then the replies, oldest first": async (scene) => {
      const { call, slack, channel } = scene;
      const [ts] = (await post(scene, "question")) as [string];
      for (const text of ["a", "b"]) await slack.messages.create({ channel, thread_ts: ts, text });
      const { data } = await call("threads", "list", { channel, ts });
      expect(data.map(({ text }) => text)).toEqual(["question", "a", "b"]);
      expect(data[0]).toMatchObject({ ts, reply_count: 2 });
      for (const reply of data.slice(1)) expect(reply.thread_ts).toBe(ts);
      const channelView = await slack.channel_messages.list({ channel });
      expect(written(channelView.data)).toEqual(["question"]);
    },
    "threads.list: the pages have every message once": async (scene) => {
      const { call, slack, channel } = scene;
      const [ts] = (await post(scene, "question")) as [string];
      for (const text of ["a", "b", "c", "d"]) await slack.messages.create({ channel, thread_ts: ts, text });
      const first = await call("threads", "list", { channel, ts, limit: 2 });
      expect(first.data).toHaveLength(2);
      expect(first.meta.has_more).toBe(true);
      const all = await collect(slack.threads.list.all({ channel, ts, limit: 2 }));
      expect(all.map(({ text }) => text)).toEqual(["question", "a", "b", "c", "d"]);
    },
    "threads.list: a thread that does not exist is an error": async ({ call, channel }) => {
      await refused(call("threads", "list", { channel, ts: "1712161829.000300" }), "thread_not_found");
    },
    "threads.list: a ts that is a number is refused before anything is sent": async ({
      call,
      channel,
      sent,
    }) => {
      const before = sent?.().length;
      const error = await failure(call("threads", "list", { channel, ts: 1712161829.0003 } as never));
      expect(error).toMatchObject({ code: "invalid_params", path: "params.ts", outcome: "not_started" });
      expect(error.message).toMatch(/as text/);
      expect(sent?.().length).toBe(before);
    },
    "threads.set_status: sets a status, and undo removes it": async (scene) => {
      const { call, slack, channel } = scene;
      const [ts] = (await post(scene, "question")) as [string];
      const loading_messages = ["Reading, slowly", "Writing"];
      const set = await call("threads", "set_status", {
        channel,
        ts,
        status: "is thinking",
        loading_messages,
      });
      expect(set.data).toEqual({ channel, ts, status: "is thinking" });
      const { data, meta } = await slack.undo(set);
      expect(data).toEqual({ channel, ts, status: "" });
      expect(meta).not.toHaveProperty("undo");
    },
    "threads.set_status: a thread that does not exist is an error": async ({ call, channel }) => {
      const params = { channel, ts: "1712161829.000300", status: "is thinking" };
      const error = await refused(call("threads", "set_status", params), "invalid_thread_ts");
      expect(error.hint).toContain("channel_messages.list");
    },
  },

  examples: {
    "conversations.history": {
      success: ({ call, id }) => call("conversations.history", { channel: id("general"), limit: "2" }),
      success_with_timestamp_inclusive: ({ call, id, ts }) =>
        call("conversations.history", {
          channel: id("general"),
          latest: ts("general", (text) => text.startsWith("Slides")),
          inclusive: "true",
          limit: "1",
        }),
      error: ({ call }) => call("conversations.history", { channel: "C0NOWHERE" }),
    },
    "conversations.replies": {
      success: ({ call, id, ts, sandbox }) => {
        const args = {
          channel: id("random"),
          ts: ts("random", (text) => text.startsWith("Weekend")),
          limit: "2",
        };
        return call("conversations.replies", args, sandbox.tokens.user);
      },
      error: ({ call, id }) => call("conversations.replies", { channel: id("lunch"), ts: "1.000001" }),
    },
    "assistant.threads.setStatus": {
      success: ({ call, id, ts }) =>
        call("assistant.threads.setStatus", {
          channel_id: id("random"),
          thread_ts: ts("random", (text) => text.startsWith("Weekend")),
          status: "",
        }),
      error: ({ call }) =>
        call("assistant.threads.setStatus", { channel_id: "C0NOWHERE", thread_ts: "1.000001", status: "" }),
    },
  },
};
