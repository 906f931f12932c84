import { expect } from "vitest";
import type { Driver } from "../../sandbox/slack/helpers.ts";
import { failure, refused, TS, type Scene } from "./bench.ts";
import { sample, unknownToken, type Theme } from "./theme.ts";

const team_id = "T07K2M9QX4B";

/** Starts a stream as a reply to a message of the caller. */
async function startStream({ call, channel, people, look }: Scene, markdown_text?: string) {
  const { data: root } = await call("messages", "create", { channel, text: "Is it green?" });
  const { team_id: team } = (await look("auth.test", {})) as { team_id: string };
  return call("message_streams", "start", {
    channel,
    thread_ts: root.ts,
    user: people[0],
    team_id: team,
    ...(markdown_text === undefined ? {} : { markdown_text }),
  });
}

const started = async ({ call, id, ts }: Driver): Promise<Record<string, string>> => {
  const channel = id("random");
  const thread_ts = ts("random", (text) => text.startsWith("Weekend"));
  const recipient = { recipient_user_id: id("maya.chen"), recipient_team_id: team_id };
  const content = { markdown_text: "Hi", username: "Answers" };
  const answer = await call("chat.startStream", { channel, thread_ts, ...recipient, ...content });
  return { channel, ts: String(answer["ts"]) };
};

/** Messages that are written bit by bit. */
export const streams: Theme = {
  requests: {
    "message_streams.start": {
      params: {
        channel: sample.channel,
        thread_ts: sample.ts,
        chunks: [{ type: "markdown_text", text: "<!channel> **Hi**" }],
        user: sample.user,
        team_id,
        task_display_mode: "plan",
      },
      sends: [
        [
          "chat.startStream",
          {
            channel: sample.channel,
            thread_ts: sample.ts,
            chunks: '[{"type":"markdown_text","text":"&lt;!channel> **Hi**"}]',
            recipient_user_id: sample.user,
            recipient_team_id: team_id,
            task_display_mode: "plan",
          },
          sample.here,
        ],
      ],
      data: sample.here,
      refused: "channel_type_not_supported",
    },
    "message_streams.append": {
      params: { ...sample.here, markdown_text: "more" },
      sends: [["chat.appendStream", { ...sample.here, markdown_text: "more" }, sample.here]],
      data: sample.here,
      refused: "stopped_by_user",
    },
    "message_streams.stop": {
      params: {
        ...sample.here,
        blocks: [{ type: "divider" }],
        metadata: { event_type: "answered", event_payload: { id: 1 } },
      },
      sends: [
        [
          "chat.stopStream",
          {
            ...sample.here,
            blocks: '[{"type":"divider"}]',
            metadata: '{"event_type":"answered","event_payload":{"id":1}}',
          },
          { ...sample.here, message: sample.message },
        ],
        ["auth.test", {}, sample.who],
      ],
      data: { ...sample.here, text: "hi" },
      refused: "message_not_in_streaming_state",
    },
  },

  cases: {
    "message_streams.start, message_streams.append, message_streams.stop: one message grows": async (
      scene,
    ) => {
      const { call, channel } = scene;
      const { data: stream } = await startStream(scene, "The build ");
      expect(stream).toEqual({ channel, ts: TS });
      await call("message_streams", "append", { ...stream, markdown_text: "is **green**." });
      const chunks = [
        { type: "task_update" as const, id: "t1", title: "Tests", status: "complete" as const },
      ];
      await call("message_streams", "append", { ...stream, chunks });
      const { data: ended } = await call("message_streams", "stop", { ...stream, markdown_text: "Done." });
      expect(ended).toMatchObject({ ...stream, text: expect.stringContaining("The build is *green*.") });
      const { data: read } = await call("messages", "get", stream);
      expect(read.text).toBe("The build is *green*.\nDone.");
      expect(JSON.stringify(read)).toMatch(/green[^]*"task_card"[^]*"Tests"[^]*Done/);
      await refused(
        call("message_streams", "append", { ...stream, markdown_text: "late" }),
        "message_not_in_streaming_state",
      );
    },
    "message_streams.start: undo removes the message": async (scene) => {
      const start = await startStream(scene, "Looking into it.");
      await scene.slack.undo(start);
      await failure(scene.call("messages", "get", start.data));
    },
    "message_streams.start: mentions notify nobody unless they are allowed": async (scene) => {
      const { call } = scene;
      const { data: stream, meta } = await startStream(scene, "<!here> Hello");
      expect(meta.warnings?.join()).toContain("<!here>");
      const allowed = { ...stream, markdown_text: " <!here>", mentions: true };
      expect((await call("message_streams", "append", allowed)).meta).not.toHaveProperty("warnings");
    },
    "message_streams.start: a stream in a channel needs a reader": async ({ call, channel }) => {
      const error = await refused(
        call("message_streams", "start", { channel, markdown_text: "Hi" }),
        "missing_recipient_user_id",
      );
      expect(error.hint).toContain("user");
    },
  },

  examples: {
    "chat.startStream": {
      success: async (driver) => ({ ok: true, ...(await started(driver)) }),
      error: unknownToken("chat.startStream"),
    },
    "chat.appendStream": {
      success: async (driver) =>
        driver.call("chat.appendStream", { ...(await started(driver)), markdown_text: "more" }),
      error: unknownToken("chat.appendStream"),
    },
    "chat.stopStream": {
      success: async (driver) =>
        driver.call("chat.stopStream", { ...(await started(driver)), markdown_text: "the end" }),
      error: unknownToken("chat.stopStream"),
    },
  },
};
