import { expect } from "vitest";
import { failure, post, refused, TS } from "./bench.ts";
import { sample, unknownToken, type Theme } from "./theme.ts";

/** The metadata by which the connector finds its own message again. */
const mark: unknown = expect.stringMatching(
  /^\{"event_type":"agent_connectors_message","event_payload":\{"key":"[0-9a-f]{32}"\}\}$/,
);

export const messages: Theme = {
  requests: {
    "messages.get": {
      params: sample.here,
      sends: [
        [
          "conversations.history",
          { channel: sample.channel, latest: sample.ts, oldest: sample.ts, inclusive: "true", limit: "1" },
          { messages: [] },
        ],
        [
          "conversations.replies",
          {
            channel: sample.channel,
            ts: sample.ts,
            latest: sample.ts,
            oldest: sample.ts,
            inclusive: "true",
            limit: "2",
          },
          { messages: [sample.message] },
        ],
      ],
      data: sample.message,
      refused: "channel_not_found",
    },
    "messages.create": {
      params: { channel: sample.channel, text: "hi" },
      sends: [
        ["auth.test", {}, sample.who],
        [
          "chat.postMessage",
          {
            channel: sample.channel,
            text: "hi",
            unfurl_links: "false",
            unfurl_media: "false",
            metadata: mark,
          },
          { channel: sample.channel, ts: sample.ts, message: { text: "hi" } },
        ],
      ],
      data: { channel: sample.channel, ts: sample.ts, text: "hi" },
      refused: "is_archived",
    },
    "messages.create_many": {
      params: { channels: [sample.channel, sample.user], text: "hi" },
      sends: [
        ["auth.test", {}, sample.who],
        [
          "chat.postMessage",
          {
            channel: sample.channel,
            text: "hi",
            unfurl_links: "false",
            unfurl_media: "false",
            metadata: mark,
          },
          { channel: sample.channel, ts: sample.ts, message: { text: "hi" } },
        ],
        [
          "chat.postMessage",
          {
            channel: sample.user,
            text: "hi",
            unfurl_links: "false",
            unfurl_media: "false",
            metadata: mark,
          },
        ],
      ],
      data: {
        succeeded: [
          { to: sample.channel, channel: sample.channel, ts: sample.ts },
          { to: sample.user, channel: sample.channel, ts: sample.ts },
        ],
        failed: [],
      },
      refused: "is_archived",
    },
    "messages.forward": {
      params: {
        channel: sample.channel,
        link: "https://acme.slack.com/archives/C045EF6GH/p1712161829000300",
      },
      sends: [
        ["auth.test", {}, sample.who],
        [
          "conversations.history",
          {
            channel: "C045EF6GH",
            latest: sample.ts,
            oldest: sample.ts,
            inclusive: "true",
            limit: "1",
          },
          { messages: [sample.message] },
        ],
        [
          "chat.postMessage",
          {
            channel: sample.channel,
            text: "<https://acme.slack.com/archives/C045EF6GH/p1712161829000300>",
            unfurl_links: "true",
            unfurl_media: "true",
            metadata: mark,
          },
          { channel: sample.channel, ts: sample.ts, message: { text: "hi" } },
        ],
      ],
      data: { channel: sample.channel, ts: sample.ts, text: "hi" },
      refused: "channel_not_found",
    },
    "messages.update": {
      params: { ...sample.here, text: "hi" },
      sends: [
        ["auth.test", {}, sample.who],
        [
          "chat.update",
          { ...sample.here, text: "hi" },
          { channel: sample.channel, ts: sample.ts, message: { text: "hi" } },
        ],
      ],
      data: { channel: sample.channel, ts: sample.ts, text: "hi" },
      refused: "cant_update_message",
    },
    "messages.delete": {
      params: sample.here,
      sends: [["chat.delete", sample.here, sample.here]],
      data: sample.here,
      refused: "cant_delete_message",
    },
    "messages.permalink": {
      params: sample.here,
      sends: [
        [
          "chat.getPermalink",
          { channel: sample.channel, message_ts: sample.ts },
          { channel: sample.channel, permalink: "https://acme.slack.com/p1" },
        ],
      ],
      data: { channel: sample.channel, permalink: "https://acme.slack.com/p1" },
      refused: "message_not_found",
    },
    "messages.me": {
      params: { channel: sample.channel, text: "waves" },
      sends: [
        ["auth.test", {}, sample.who],
        [
          "chat.meMessage",
          { channel: sample.channel, text: "waves" },
          { channel: sample.channel, ts: sample.ts },
        ],
      ],
      data: { channel: sample.channel, ts: sample.ts },
      refused: "channel_not_found",
    },
  },

  cases: {
    "messages.create_many: posts to channels and people, with one result each": async ({
      call,
      channel,
      people: [someone],
      slack,
    }) => {
      const { data, meta } = await call("messages", "create_many", {
        channels: [channel, "C0NOTHERE", someone, channel],
        text: "Hello all",
      });
      expect(data).toMatchObject({
        succeeded: [
          { to: channel, channel, ts: TS, permalink: expect.stringContaining(channel) },
          { to: someone, channel: expect.stringMatching(/^D/), ts: TS },
        ],
        failed: [{ to: "C0NOTHERE", code: "upstream_rejected", hint: expect.any(String) }],
      });
      expect(meta.warnings).toContainEqual(expect.stringContaining("1 of 3 messages were not posted"));
      for (const { channel: where, ts } of data.succeeded)
        expect((await slack.messages.get({ channel: where, ts })).data.text).toContain("Hello all");
      expect(
        (await slack.channel_messages.list({ channel })).data.filter(({ text }) => text === "Hello all"),
      ).toHaveLength(1);
    },
    "messages.create_many: if nothing was posted, the call fails": async ({ call }) => {
      await refused(
        call("messages", "create_many", { channels: ["C0NOTHERE", "C0NOTTHERE"], text: "Hi" }),
        "channel_not_found",
      );
    },
    "messages.forward: posts the link of a message with a comment, and undo deletes it": async (scene) => {
      const { call, channel, slack } = scene;
      const { data: other } = await slack.channels.create({ name: "elsewhere" });
      const [ts] = await post(scene, "An original");
      const link = `https://acme.slack.com/archives/${channel}/p${ts!.replace(".", "")}`;
      const result = await call("messages", "forward", {
        channel: other.id,
        link,
        markdown_text: "FYI, @here",
      });
      expect(result.data).toMatchObject({ channel: other.id, ts: TS });
      const { data: posted } = await slack.messages.get({ channel: other.id, ts: result.data.ts });
      expect(posted.text).toContain("FYI");
      expect(posted.text).toContain(link);
      await slack.undo(result);
      const { data: left } = await slack.channel_messages.list({ channel: other.id });
      expect(left.map(({ ts: one }) => one)).not.toContain(result.data.ts);
    },
    "messages.forward: a link that leads to no message is an error, and nothing is posted": async (scene) => {
      const { call, channel, slack } = scene;
      const link = `https://acme.slack.com/archives/${channel}/p1712161829000300`;
      expect(await failure(call("messages", "forward", { channel, link }))).toMatchObject({
        code: "not_found",
        outcome: "not_started",
      });
      expect(
        (await slack.channel_messages.list({ channel })).data.filter(({ text }) => text?.includes("acme")),
      ).toEqual([]);
    },
    "messages.create: returns ts and permalink, and a later read shows the message": async (scene) => {
      const { call, slack, channel } = scene;
      const { data } = await call("messages", "create", { channel, text: "Hello" });
      expect(data).toMatchObject({ channel, ts: TS, text: "Hello" });
      expect(data.permalink).toMatch(
        new RegExp(`^https://[^/]+/archives/${channel}/p${data.ts.replace(".", "")}$`),
      );
      const [newest] = (await slack.channel_messages.list({ channel, limit: 1 })).data;
      expect(newest).toMatchObject({ ts: data.ts, text: "Hello" });
    },
    "messages.create: undo deletes the message": async ({ call, slack, channel }) => {
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
    "messages.create: a reply is in the thread, and not in the channel": async (scene) => {
      const { call, slack, channel } = scene;
      const [thread_ts] = (await post(scene, "question")) as [string];
      const { data } = await call("messages", "create", { channel, thread_ts, text: "answer" });
      expect(data).toMatchObject({ thread_ts });
      expect(data.permalink).toContain(`?thread_ts=${thread_ts}&cid=${channel}`);
      const thread = await slack.threads.list({ channel, ts: thread_ts });
      expect(thread.data.map(({ ts }) => ts)).toEqual([thread_ts, data.ts]);
    },
    "messages.create: a reply can also be shown in the channel": async (scene) => {
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
    "messages.create: returns the text as people see it": async ({ call, slack, channel }) => {
      const text = "Lunch, <!channel> & all: 1 < 2";
      const { data } = await call("messages", "create", { channel, text });
      expect(data.text).toBe(text);
      const changed = await slack.messages.update({ channel, ts: data.ts, text: "<!here> & more" });
      expect(changed.data.text?.replace("\u2060", "")).toBe("<!here> & more");
    },
    "messages.create: the platform's warnings are passed on": async ({ call, channel }) => {
      const { meta } = await call("messages", "create", { channel, text: "&".repeat(39_999) });
      expect(meta.warnings).toEqual(["message_truncated"]);
    },
    "messages.create: links have previews only on request": async ({ call, slack, channel }) => {
      const dry = await call("messages", "create", { channel, text: "x", dry_run: true });
      expect(dry.data).toMatchObject({ params: { unfurl_links: false, unfurl_media: false } });
      const made = await slack.messages.create({ channel, text: "x", unfurl_links: true });
      expect(made.data.ts).toEqual(TS);
    },
    "messages.create: an unknown channel is an error": async ({ call }) => {
      await refused(call("messages", "create", { channel: "C0NOWHERE", text: "x" }), "channel_not_found");
    },
    "messages.create: a thread that does not exist is an error": async ({ call, channel }) => {
      const params = { channel, text: "x", thread_ts: "1712161829.000300" };
      await refused(call("messages", "create", params), "thread_not_found");
    },
    "messages.update: the message has the new text and is marked as edited": async (scene) => {
      const { call, slack, channel } = scene;
      const [ts] = (await post(scene, "before")) as [string];
      const { data } = await call("messages", "update", { channel, ts, text: "after" });
      expect(data).toMatchObject({ channel, ts, text: "after" });
      expect(data.permalink).toContain(`/p${ts.replace(".", "")}`);
      const [newest] = (await slack.channel_messages.list({ channel, limit: 1 })).data;
      expect(newest).toMatchObject({ ts, text: "after", edited: { user: expect.any(String) } });
    },
    "messages.update: metadata is replaced, and an update without metadata keeps it": async (scene) => {
      const { call, channel } = scene;
      const [ts] = (await post(scene, "before")) as [string];
      const metadata = { event_type: "deployed", event_payload: { build: 7 } };
      const changed = await call("messages", "update", { channel, ts, text: "after", metadata });
      expect(changed.meta).not.toHaveProperty("undo");
      await call("messages", "update", { channel, ts, text: "later" });
      const { data } = await call("messages", "get", { channel, ts, include_all_metadata: true });
      expect(data).toMatchObject({ text: "later", metadata });
    },
    "messages.update: a message that does not exist is an error": async ({ call, channel }) => {
      const params = { channel, ts: "1712161829.000300", text: "x" };
      await refused(call("messages", "update", params), "message_not_found");
    },
    "messages.delete: removes the message, and a second call does not find it": async (scene) => {
      const { call, slack, channel } = scene;
      const [ts] = (await post(scene, "short-lived")) as [string];
      const first = await call("messages", "delete", { channel, ts });
      expect(first.data).toMatchObject({ channel, ts });
      expect(first.meta).not.toHaveProperty("already");
      const { data } = await slack.channel_messages.list({ channel });
      expect(data.map((message) => message.ts)).not.toContain(ts);
      await refused(call("messages", "delete", { channel, ts }), "message_not_found");
    },
    "messages.get: returns a message or a reply": async (scene) => {
      const { call, slack, channel } = scene;
      const [ts] = (await post(scene, "question", "later")) as [string];
      const { data: reply } = await slack.messages.create({ channel, thread_ts: ts, text: "answer" });
      expect((await call("messages", "get", { channel, ts })).data).toMatchObject({ ts, text: "question" });
      const found = await call("messages", "get", { channel, ts: reply.ts });
      expect(found.data).toMatchObject({ ts: reply.ts, text: "answer", thread_ts: ts });
    },
    "messages.get: a message that does not exist is an error": async ({ call, channel }) => {
      const error = await failure(call("messages", "get", { channel, ts: "1712161829.000300" }));
      expect(error).toMatchObject({
        code: "not_found",
        message: `There is no message 1712161829.000300 in ${channel}.`,
      });
    },
    "messages.permalink: returns the same link as the post": async ({ call, slack, channel }) => {
      const { data: made } = await slack.messages.create({ channel, text: "link me" });
      const { data } = await call("messages", "permalink", { channel, ts: made.ts });
      expect(data.permalink).toContain(`/archives/${channel}/p${made.ts.replace(".", "")}`);
    },
    "messages.permalink: a message that does not exist is an error": async ({ call, channel }) => {
      await refused(call("messages", "permalink", { channel, ts: "1712161829.000300" }), "message_not_found");
    },
    "messages.me: posts the message in the channel, and undo deletes it": async ({
      call,
      slack,
      channel,
    }) => {
      const said = await call("messages", "me", { channel, text: "waves" });
      expect(said.data).toMatchObject({ channel, ts: TS });
      const texts = async () => (await slack.channel_messages.list({ channel })).data.map(({ text }) => text);
      expect(await texts()).toContain("waves");
      await slack.undo(said);
      expect(await texts()).not.toContain("waves");
    },
    "messages.create: a dry run shows the author, the channel and the text, and posts nothing": async (
      scene,
    ) => {
      const { call, slack, channel, me } = scene;
      const { data } = await call("messages", "create", {
        channel: "#conformance",
        text: "soon",
        dry_run: true,
      });
      expect(data).toMatchObject({ params: { channel, text: "soon" }, effect: "write" });
      expect(data).toMatchObject({
        who: expect.stringContaining(`(${me})`),
        where: expect.stringMatching(new RegExp(`^#conformance \\(${channel}\\)`)),
      });
      const texts = (await slack.channel_messages.list({ channel })).data.map(({ text }) => text);
      expect(texts).not.toContain("soon");
    },
    "messages.delete: a dry run shows the message that would be deleted": async (scene) => {
      const { call, slack, channel } = scene;
      const [ts] = (await post(scene, "keep me")) as [string];
      const { data } = await call("messages", "delete", { channel, ts, dry_run: true });
      expect(data).toMatchObject({ before: { text: "keep me" } });
      expect(data).not.toHaveProperty("after");
      expect((await slack.messages.get({ channel, ts })).data.text).toBe("keep me");
    },
    "messages.update: a dry run shows the current text, and undo restores it": async (scene) => {
      const { call, slack, channel } = scene;
      const [ts] = (await post(scene, "first")) as [string];
      const dry = await call("messages", "update", { channel, ts, text: "second", dry_run: true });
      expect(dry.data).toMatchObject({ before: { text: "first" }, after: { text: "second" } });
      const changed = await call("messages", "update", { channel, ts, text: "second" });
      await slack.undo(changed);
      expect((await slack.messages.get({ channel, ts })).data.text).toBe("first");
    },
  },

  examples: {
    "chat.postMessage": {
      success: ({ call, id }) =>
        call("chat.postMessage", {
          channel: id("random"),
          text: "Here it is",
          username: "ecto1",
          attachments: JSON.stringify([{ text: "Look", fallback: "Look" }]),
        }),
      error: ({ call, id }) =>
        call("chat.postMessage", {
          channel: id("random"),
          attachments: JSON.stringify(Array.from({ length: 101 }, () => ({ text: "x" }))),
        }),
    },
    "chat.update": {
      success: async ({ call, id }) => {
        const { ts } = await call("chat.postMessage", { channel: id("random"), text: "Helo" });
        return call("chat.update", { channel: id("random"), ts: String(ts), text: "Hello" });
      },
      error: ({ call, id, ts }) =>
        call("chat.update", {
          channel: id("random"),
          ts: ts("random", (text) => text.startsWith("Found")),
          text: "No",
        }),
    },
    "chat.delete": {
      success: async ({ call, id }) => {
        const { ts } = await call("chat.postMessage", { channel: id("random"), text: "Helo" });
        return call("chat.delete", { channel: id("random"), ts: String(ts) });
      },
      error: ({ call, id }) => call("chat.delete", { channel: id("random"), ts: "1.000001" }),
    },
    "chat.getPermalink": {
      success: ({ call, id, ts }) =>
        call("chat.getPermalink", {
          channel: id("lunch"),
          message_ts: ts("lunch", (text) => text.startsWith("Ramen")),
        }),
      success_with_thread: ({ call, id, ts }) =>
        call("chat.getPermalink", {
          channel: id("lunch"),
          message_ts: ts("lunch", (text) => text.startsWith("Extra")),
        }),
      error: ({ call }) => call("chat.getPermalink", { channel: "C0NOWHERE", message_ts: "1.000001" }),
    },
    "chat.meMessage": {
      success: ({ call, id }) => call("chat.meMessage", { channel: id("random"), text: "waves" }),
      error: unknownToken("chat.meMessage"),
    },
  },
};
