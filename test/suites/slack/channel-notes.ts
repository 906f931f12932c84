import { expect } from "vitest";
import { refused } from "./bench.ts";
import { one, sample, type Theme } from "./theme.ts";

/** The topic and the purpose of a channel. */
export const channelNotes: Theme = {
  requests: {
    "channel_purposes.create": one(
      "conversations.setPurpose",
      { channel: sample.channel, purpose: "p" },
      { channel: sample.channel, purpose: "p" },
      ["channel", { id: sample.channel }],
      "channel_not_found",
    ),
    "channel_topics.create": one(
      "conversations.setTopic",
      { channel: sample.channel, topic: "t" },
      { channel: sample.channel, topic: "t" },
      ["channel", { id: sample.channel }],
      "channel_not_found",
    ),
  },

  cases: {
    "channel_topics.create: sets and clears the topic": async ({ call, slack, channel }) => {
      const topic = "Release 2.4 & more";
      const { data } = await call("channel_topics", "create", { channel, topic });
      expect(data).toMatchObject({ id: channel });
      const value = async () => (await slack.channels.get({ channel })).data.topic?.value;
      expect(await value()).toBe(topic);
      await call("channel_topics", "create", { channel, topic: "" });
      expect(await value()).toBe("");
    },
    "channel_topics.create: an unknown channel is an error": async ({ call }) => {
      await refused(
        call("channel_topics", "create", { channel: "C0NOWHERE", topic: "x" }),
        "channel_not_found",
      );
    },
    "channel_purposes.create: sets the purpose": async ({ call, slack, channel }) => {
      const { data } = await call("channel_purposes", "create", { channel, purpose: "All of Atlas" });
      expect(data).toMatchObject({ id: channel });
      expect((await slack.channels.get({ channel })).data.purpose?.value).toBe("All of Atlas");
    },
    "channel_purposes.create: an unknown channel is an error": async ({ call }) => {
      const params = { channel: "C0NOWHERE", purpose: "x" };
      await refused(call("channel_purposes", "create", params), "channel_not_found");
    },
    "channel_topics.create: undo restores the earlier topic": async ({ call, slack, channel }) => {
      await slack.channel_topics.create({ channel, topic: "one" });
      const dry = await call("channel_topics", "create", { channel, topic: "two", dry_run: true });
      expect(dry.data).toMatchObject({ before: { topic: "one" }, after: { topic: "two" } });
      const changed = await call("channel_topics", "create", { channel, topic: "two" });
      await slack.undo(changed);
      expect((await slack.channels.get({ channel })).data.topic?.value).toBe("one");
    },
    "channel_purposes.create: undo removes the purpose if there was none": async ({
      call,
      slack,
      channel,
    }) => {
      const changed = await call("channel_purposes", "create", { channel, purpose: "two" });
      await slack.undo(changed);
      expect((await slack.channels.get({ channel })).data.purpose?.value).toBe("");
    },
  },

  examples: {
    "conversations.setTopic": {
      success: ({ call, id }) => call("conversations.setTopic", { channel: id("random"), topic: "Owls" }),
      error: ({ call, id }) => call("conversations.setTopic", { channel: id("random") }),
    },
    "conversations.setPurpose": {
      success: ({ call, id }) => call("conversations.setPurpose", { channel: id("random"), purpose: "Owls" }),
    },
  },
};
