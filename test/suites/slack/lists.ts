import { expect } from "vitest";
import { failure, refused, TS, type Cases } from "./bench.ts";
import { post } from "./reads.ts";

export const lists: Cases = {
  "messages.get: one message, one reply": async (scene) => {
    const { call, slack, channel } = scene;
    const [ts] = (await post(scene, "question", "later")) as [string];
    const { data: reply } = await slack.messages.create({ channel, thread_ts: ts, text: "answer" });
    expect((await call("messages", "get", { channel, ts })).data).toMatchObject({ ts, text: "question" });
    const found = await call("messages", "get", { channel, ts: reply.ts });
    expect(found.data).toMatchObject({ ts: reply.ts, text: "answer", thread_ts: ts });
  },
  "messages.get: one that is not there": async ({ call, channel }) => {
    const error = await failure(call("messages", "get", { channel, ts: "1712161829.000300" }));
    expect(["not_found", "upstream_rejected"]).toContain(error.code);
  },
  "messages.permalink: the link that posting gave": async ({ call, slack, channel }) => {
    const { data: made } = await slack.messages.create({ channel, text: "link me" });
    const { data } = await call("messages", "permalink", { channel, ts: made.ts });
    expect(data.permalink).toContain(`/archives/${channel}/p${made.ts.replace(".", "")}`);
  },
  "messages.permalink: of no message": async ({ call, channel }) => {
    await refused(call("messages", "permalink", { channel, ts: "1712161829.000300" }), "message_not_found");
  },
  "messages.me: in the channel; undo deletes it": async ({ call, slack, channel }) => {
    const said = await call("messages", "me", { channel, text: "waves" });
    expect(said.data).toMatchObject({ channel, ts: TS });
    const texts = async () => (await slack.channel_messages.list({ channel })).data.map(({ text }) => text);
    expect(await texts()).toContain("waves");
    await slack.undo(said);
    expect(await texts()).not.toContain("waves");
  },
  "reactions.get: the message with its reactions": async (scene) => {
    const { call, slack, channel, me } = scene;
    const [ts] = (await post(scene, "ship it")) as [string];
    await slack.reactions.create({ channel, ts, name: "owl" });
    const { data } = await call("reactions", "get", { channel, ts });
    expect(data).toMatchObject({ ts, reactions: [{ name: "owl", count: 1, users: [me] }] });
  },
  "reactions.get: of no message": async ({ call, channel }) => {
    await refused(call("reactions", "get", { channel, ts: "1712161829.000300" }), "message_not_found");
  },
  "reactions.list: what one reacted to": async (scene) => {
    const { call, slack, channel } = scene;
    const [ts] = (await post(scene, "ship it")) as [string];
    await slack.reactions.create({ channel, ts, name: "owl" });
    const { data } = await call("reactions", "list", { limit: 100 });
    expect(data.map(({ message }) => message?.ts)).toContain(ts);
  },
  "pins.list: what was pinned; pins.delete takes it off pins it again": async (scene) => {
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
  "pins.delete: where there is none, it already is gone": async (scene) => {
    const { call, channel } = scene;
    const [ts] = (await post(scene, "read me")) as [string];
    expect((await call("pins", "delete", { channel, ts })).meta.already).toMatch(/no_pin|not_pinned/);
  },
  "bookmarks.list: what was added, as changed; bookmarks.delete removes it": async (scene) => {
    const { call, slack, channel } = scene;
    const link = "https://wiki.example.com/runbook";
    const { data: made } = await slack.bookmarks.create({ channel, title: "Runbook", link });
    const changed = await call("bookmarks", "update", { channel, bookmark_id: made.id, title: "Runbook 2" });
    expect(changed.data).toMatchObject({ id: made.id, title: "Runbook 2", link });
    const titles = async () => (await call("bookmarks", "list", { channel })).data.map(({ title }) => title);
    expect(await titles()).toEqual(["Runbook 2"]);
    const gone = await call("bookmarks", "delete", { channel, bookmark_id: made.id });
    expect(gone.data).toEqual({ channel, bookmark_id: made.id });
    expect(await titles()).toEqual([]);
  },
  "bookmarks.create: undo deletes it": async ({ call, slack, channel }) => {
    const made = await call("bookmarks", "create", { channel, title: "x", link: "https://example.com/" });
    await slack.undo(made);
    expect((await slack.bookmarks.list({ channel })).data).toEqual([]);
  },
  "bookmarks.update: one that is not there": async ({ call, channel }) => {
    const params = { channel, bookmark_id: "Bk0NOWHERE", title: "x" };
    await refused(call("bookmarks", "update", params), "not_found");
  },
  "scheduled_messages.list: what waits; scheduled_messages.delete cancels it": async (scene) => {
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
  "scheduled_messages.create: undo cancels it": async ({ call, slack, channel }) => {
    const probe = await slack.messages.create({ channel, text: "what time is it" });
    const post_at = Number(probe.data.ts.split(".")[0]) + 3600;
    const made = await call("scheduled_messages", "create", { channel, text: "Later", post_at });
    await slack.undo(made);
    expect((await slack.scheduled_messages.list({ channel })).data).toEqual([]);
  },
};
