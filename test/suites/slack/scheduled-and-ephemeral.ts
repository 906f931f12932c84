import { expect } from "vitest";
import { refused, TS } from "./bench.ts";
import { done, sample, type Theme } from "./theme.ts";

/** Messages for a later time and messages for one person. */
export const scheduledAndEphemeral: Theme = {
  requests: {
    "ephemeral_messages.create": {
      params: { channel: sample.channel, user: sample.user, text: "psst" },
      sends: [
        [
          "chat.postEphemeral",
          { channel: sample.channel, user: sample.user, text: "psst" },
          { message_ts: sample.ts },
        ],
      ],
      data: { channel: sample.channel, user: sample.user, text: "psst", message_ts: sample.ts },
      refused: "user_not_in_channel",
    },
    "scheduled_messages.list": {
      params: { channel: sample.channel, oldest: "1712161829" },
      sends: [
        [
          "chat.scheduledMessages.list",
          { channel: sample.channel, oldest: "1712161829", limit: "50" },
          { scheduled_messages: [{ id: 1298393284 }] },
        ],
      ],
      data: [{ id: "1298393284" }],
      refused: "invalid_channel",
    },
    "scheduled_messages.create": {
      params: { channel: sample.channel, text: "later", post_at: 1893499200 },
      sends: [
        [
          "chat.scheduleMessage",
          {
            channel: sample.channel,
            text: "later",
            post_at: "1893499200",
            unfurl_links: "false",
            unfurl_media: "false",
          },
          { channel: sample.channel, scheduled_message_id: "Q1", post_at: 1893499200 },
        ],
      ],
      data: { channel: sample.channel, text: "later", scheduled_message_id: "Q1", post_at: 1893499200 },
      refused: "time_too_far",
    },
    "scheduled_messages.delete": done(
      "chat.deleteScheduledMessage",
      { channel: sample.channel, scheduled_message_id: "Q1298" },
      { channel: sample.channel, scheduled_message_id: "Q1298" },
      "invalid_scheduled_message_id",
    ),
  },

  cases: {
    "ephemeral_messages.create: only one member sees the message, and the history does not have it": async (
      scene,
    ) => {
      const { call, slack, channel, people } = scene;
      await slack.channel_invites.create({ channel, users: [people[0]] });
      const params = { channel, user: people[0], text: "Only you" };
      const { data } = await call("ephemeral_messages", "create", params);
      expect(data).toMatchObject({ channel, user: people[0], text: "Only you", message_ts: TS });
      const history = await slack.channel_messages.list({ channel });
      expect(history.data.map(({ text }) => text)).not.toContain("Only you");
    },
    "ephemeral_messages.create: a person who is not in the channel is an error": async ({
      call,
      channel,
      people,
    }) => {
      const error = await refused(
        call("ephemeral_messages", "create", { channel, user: people[0], text: "x" }),
        "user_not_in_channel",
      );
      expect(error.hint).toMatch(/[Ii]nvite/);
    },
    "scheduled_messages.create: the message waits for its time": async ({ call, channel, look, slack }) => {
      const probe = await slack.messages.create({ channel, text: "what time is it" });
      const post_at = Number(probe.data.ts.split(".")[0]) + 3600;
      const { data } = await call("scheduled_messages", "create", { channel, text: "Later", post_at });
      expect(data).toMatchObject({
        channel,
        post_at,
        text: "Later",
        scheduled_message_id: expect.any(String),
      });
      const waiting = await look("chat.scheduledMessages.list", { channel });
      if (waiting)
        expect(waiting["scheduled_messages"]).toEqual([
          expect.objectContaining({ id: data.scheduled_message_id, text: "Later", post_at }),
        ]);
    },
    "scheduled_messages.create: links have previews only on request": async ({ call, channel }) => {
      const params = { channel, text: "x", post_at: 1893499200, dry_run: true };
      const { data } = await call("scheduled_messages", "create", params);
      expect(data).toMatchObject({ params: { unfurl_links: false, unfurl_media: false } });
    },
    "scheduled_messages.create: a time in the past is an error": async ({ call, channel }) => {
      const params = { channel, text: "x", post_at: 1 };
      await refused(call("scheduled_messages", "create", params), "time_in_past");
    },
    "scheduled_messages.list: lists waiting messages, and scheduled_messages.delete cancels them": async (
      scene,
    ) => {
      const { call, slack, channel } = scene;
      const probe = await slack.messages.create({ channel, text: "what time is it" });
      const post_at = Number(probe.data.ts.split(".")[0]) + 3600;
      const made = await slack.scheduled_messages.create({ channel, text: "Later", post_at });
      const id = made.data.scheduled_message_id;
      const waiting = async () => (await call("scheduled_messages", "list", { channel })).data;
      expect(await waiting()).toMatchObject([{ id, post_at, text: "Later", channel_id: channel }]);
      const gone = await call("scheduled_messages", "delete", { channel, scheduled_message_id: id });
      expect(gone.data).toMatchObject({ channel, scheduled_message_id: id });
      expect(await waiting()).toEqual([]);
      const again = await refused(
        call("scheduled_messages", "delete", { channel, scheduled_message_id: id }),
        "invalid_scheduled_message_id",
      );
      expect(again.hint).toMatch(/scheduled_messages\.list/);
    },
    "scheduled_messages.create: undo cancels the message": async ({ call, slack, channel }) => {
      const probe = await slack.messages.create({ channel, text: "what time is it" });
      const post_at = Number(probe.data.ts.split(".")[0]) + 3600;
      const made = await call("scheduled_messages", "create", { channel, text: "Later", post_at });
      await slack.undo(made);
      expect((await slack.scheduled_messages.list({ channel })).data).toEqual([]);
    },
  },

  examples: {
    "chat.postEphemeral": {
      success: ({ call, id }) =>
        call("chat.postEphemeral", { channel: id("random"), user: id("tom.okafor"), text: "Psst" }),
      error: ({ call, id }) =>
        call("chat.postEphemeral", { channel: id("random"), user: id("ravi.patel"), text: "Psst" }),
    },
    "chat.scheduleMessage": {
      success: ({ call, id, sandbox }) =>
        call("chat.scheduleMessage", {
          channel: id("random"),
          post_at: String(sandbox.clock.now() / 1000 + 3600),
          text: "Later",
          username: "ecto1",
          attachments: JSON.stringify([{ text: "Look", fallback: "Look" }]),
        }),
      error: ({ call, id }) =>
        call("chat.scheduleMessage", { channel: id("random"), post_at: "1", text: "Sooner" }),
    },
    "chat.scheduledMessages.list": {
      success: async ({ call, id, sandbox }) => {
        const post_at = String(sandbox.clock.now() / 1000 + 3600);
        await call("chat.scheduleMessage", { channel: id("random"), post_at, text: "Later" });
        return call("chat.scheduledMessages.list");
      },
      error: ({ call }) => call("chat.scheduledMessages.list", { channel: "C0NOWHERE" }),
    },
    "chat.deleteScheduledMessage": {
      success: async ({ call, id, sandbox }) => {
        const post_at = String(sandbox.clock.now() / 1000 + 3600);
        const { scheduled_message_id } = await call("chat.scheduleMessage", {
          channel: id("random"),
          post_at,
          text: "Later",
        });
        return call("chat.deleteScheduledMessage", {
          channel: id("random"),
          scheduled_message_id: String(scheduled_message_id),
        });
      },
      error: ({ call, id }) =>
        call("chat.deleteScheduledMessage", { channel: id("random"), scheduled_message_id: "Q0NOTHING" }),
    },
  },
};
