import { expect } from "vitest";
import { post, refused } from "./bench.ts";
import { done, one, sample, type Theme } from "./theme.ts";

export const pinsAndBookmarks: Theme = {
  requests: {
    "bookmarks.list": one(
      "bookmarks.list",
      { channel: sample.channel },
      { channel_id: sample.channel },
      ["bookmarks", [{ id: "Bk1" }]],
      "channel_not_found",
    ),
    "bookmarks.create": one(
      "bookmarks.add",
      { channel: sample.channel, title: "t", link: "https://example.com/" },
      { channel_id: sample.channel, title: "t", link: "https://example.com/", type: "link" },
      ["bookmark", { id: "Bk1" }],
      "too_many_bookmarks",
    ),
    "bookmarks.update": one(
      "bookmarks.edit",
      { channel: sample.channel, bookmark_id: "Bk012", title: "t" },
      { channel_id: sample.channel, bookmark_id: "Bk012", title: "t" },
      ["bookmark", { id: "Bk012" }],
      "not_found",
    ),
    "bookmarks.delete": done(
      "bookmarks.remove",
      { channel: sample.channel, bookmark_id: "Bk012" },
      { channel_id: sample.channel, bookmark_id: "Bk012" },
      "permission_denied",
    ),
    "pins.list": {
      params: { channel: sample.channel },
      sends: [
        ["pins.list", { channel: sample.channel }, { items: [{ type: "message", message: sample.message }] }],
      ],
      data: [{ type: "message", message: sample.message }],
      refused: "channel_not_found",
    },
    "pins.create": done(
      "pins.add",
      sample.here,
      { channel: sample.channel, timestamp: sample.ts },
      "message_not_found",
    ),
    "pins.delete": done(
      "pins.remove",
      sample.here,
      { channel: sample.channel, timestamp: sample.ts },
      "message_not_found",
    ),
  },

  cases: {
    "pins.create: pins the message, and a second call changes nothing": async (scene) => {
      const { call, channel, look } = scene;
      const [ts] = (await post(scene, "read me")) as [string];
      const first = await call("pins", "create", { channel, ts });
      expect(first.data).toEqual({ channel, ts });
      const pinned = await look("pins.list", { channel });
      if (pinned)
        expect(pinned["items"]).toEqual([
          expect.objectContaining({ message: expect.objectContaining({ ts }) }),
        ]);
      const second = await call("pins", "create", { channel, ts });
      expect(second).toMatchObject({ data: { channel, ts }, meta: { already: "already_pinned" } });
    },
    "pins.create: a message that does not exist is an error": async ({ call, channel }) => {
      await refused(call("pins", "create", { channel, ts: "1712161829.000300" }), "message_not_found");
    },
    "bookmarks.create: returns the bookmark, and the channel has it": async ({ call, channel, look }) => {
      const params = { channel, title: "Runbook", link: "https://wiki.example.com/runbook?a=1&b=2" };
      const { data } = await call("bookmarks", "create", { ...params, emoji: ":books:" });
      expect(data).toMatchObject({
        id: expect.any(String),
        channel_id: channel,
        title: "Runbook",
        link: params.link,
        emoji: ":books:",
        type: "link",
      });
      const kept = await look("bookmarks.list", { channel_id: channel });
      if (kept) expect(kept["bookmarks"]).toEqual([expect.objectContaining({ id: data.id })]);
    },
    "bookmarks.create: an unknown channel is an error": async ({ call }) => {
      const params = { channel: "C0NOWHERE", title: "x", link: "https://example.com" };
      await refused(call("bookmarks", "create", params), "channel_not_found");
    },
    "pins.list: lists the pinned message, pins.delete removes the pin, and undo pins it again": async (
      scene,
    ) => {
      const { call, slack, channel } = scene;
      const [ts] = (await post(scene, "read me")) as [string];
      const pinned = async () =>
        (await call("pins", "list", { channel })).data.map(({ message }) => message?.ts);
      await slack.pins.create({ channel, ts });
      expect(await pinned()).toEqual([ts]);
      const gone = await call("pins", "delete", { channel, ts });
      expect(gone.data).toEqual({ channel, ts });
      expect(await pinned()).toEqual([]);
      await slack.undo(gone);
      expect(await pinned()).toEqual([ts]);
    },
    "pins.delete: a message without a pin is already done": async (scene) => {
      const { call, channel } = scene;
      const [ts] = (await post(scene, "read me")) as [string];
      expect((await call("pins", "delete", { channel, ts })).meta.already).toMatch(/no_pin|not_pinned/);
    },
    "bookmarks.list: lists the changed bookmark, and bookmarks.delete removes it": async (scene) => {
      const { call, slack, channel } = scene;
      const link = "https://wiki.example.com/runbook";
      const { data: made } = await slack.bookmarks.create({ channel, title: "Runbook", link });
      const changed = await call("bookmarks", "update", {
        channel,
        bookmark_id: made.id,
        title: "Runbook 2",
      });
      expect(changed.data).toMatchObject({ id: made.id, title: "Runbook 2", link });
      const titles = async () =>
        (await call("bookmarks", "list", { channel })).data.map(({ title }) => title);
      expect(await titles()).toEqual(["Runbook 2"]);
      const gone = await call("bookmarks", "delete", { channel, bookmark_id: made.id });
      expect(gone.data).toEqual({ channel, bookmark_id: made.id });
      expect(await titles()).toEqual([]);
    },
    "bookmarks.create: undo deletes the bookmark": async ({ call, slack, channel }) => {
      const made = await call("bookmarks", "create", { channel, title: "x", link: "https://example.com/" });
      await slack.undo(made);
      expect((await slack.bookmarks.list({ channel })).data).toEqual([]);
    },
    "bookmarks.update: a bookmark that does not exist is an error": async ({ call, channel }) => {
      const params = { channel, bookmark_id: "Bk0NOWHERE", title: "x" };
      await refused(call("bookmarks", "update", params), "not_found");
    },
    "bookmarks.update: undo restores the title": async ({ call, slack, channel }) => {
      const link = "https://wiki.example.com/";
      const { data } = await slack.bookmarks.create({ channel, title: "one", link, emoji: ":owl:" });
      const params = { channel, bookmark_id: data.id, title: "two" };
      const changed = await call("bookmarks", "update", params);
      expect(changed.meta.undo?.params).toEqual({ ...params, title: "one" });
      await slack.undo(changed);
      expect((await slack.bookmarks.list({ channel })).data[0]).toMatchObject({ title: "one", link });
    },
  },

  examples: {
    "pins.add": {
      success: ({ call, id, ts }) =>
        call("pins.add", {
          channel: id("lunch"),
          timestamp: ts("lunch", (text) => text.startsWith("Ramen")),
        }),
      error: ({ call }) => call("pins.add", { channel: "C0NOWHERE", timestamp: "1.000001" }),
    },
    "pins.remove": {
      success: ({ call, id, ts }) =>
        call("pins.remove", {
          channel: id("incidents"),
          timestamp: ts("incidents", (text) => text.startsWith("Checkout")),
        }),
      error: ({ call, id, ts }) =>
        call("pins.remove", {
          channel: id("lunch"),
          timestamp: ts("lunch", (text) => text.startsWith("Ramen")),
        }),
    },
    "pins.list": { success: ({ call, id }) => call("pins.list", { channel: id("incidents") }) },
    "bookmarks.add": {
      success: ({ call, id }) =>
        call("bookmarks.add", {
          channel_id: id("random"),
          title: "Owls",
          type: "link",
          link: "https://owls.example",
          emoji: ":owl:",
        }),
    },
    "bookmarks.list": {
      success: ({ call, id }) => call("bookmarks.list", { channel_id: id("engineering") }),
    },
    "bookmarks.remove": {
      success: ({ call, id }) =>
        call("bookmarks.remove", { channel_id: id("engineering"), bookmark_id: "Bk07RB3K9T1S" }),
      error: ({ call, id }) =>
        call("bookmarks.remove", { channel_id: id("engineering"), bookmark_id: "Bk0NOTHING" }),
    },
    "bookmarks.edit": {
      success: ({ call, id }) =>
        call("bookmarks.edit", {
          channel_id: id("engineering"),
          bookmark_id: "Bk07RB3K9T1S",
          title: "Run books",
        }),
      error: ({ call }) => call("bookmarks.edit", {}, ""),
    },
  },
};
