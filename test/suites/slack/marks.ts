import { expect } from "vitest";
import { refused, type Cases, type Scene } from "./bench.ts";
import { post } from "./reads.ts";

const reactionsOf = async ({ slack, channel }: Scene) =>
  ((await slack.channel_messages.list({ channel, limit: 1 })).data[0]?.reactions ?? []).map(
    ({ name }) => name,
  );

export const marks: Cases = {
  "reactions.create: seen on the message; undo takes it back": async (scene) => {
    const { call, slack, channel } = scene;
    const [ts] = (await post(scene, "ship it")) as [string];
    const params = { channel, ts, name: "thumbsup" };
    const made = await call("reactions", "create", params);
    expect(made.data).toEqual(params);
    expect(await reactionsOf(scene)).toEqual(["thumbsup"]);
    expect(made.meta.undo).toEqual({ entity: "reactions", action: "delete", params });
    await slack.undo(made);
    expect(await reactionsOf(scene)).toEqual([]);
  },
  "reactions.create: a second time it already is there, and there is nothing to undo": async (scene) => {
    const [ts] = (await post(scene, "ship it")) as [string];
    const params = { channel: scene.channel, ts, name: "thumbsup" };
    await scene.call("reactions", "create", params);
    const { data, meta } = await scene.call("reactions", "create", params);
    expect(data).toEqual(params);
    expect(meta).toEqual({ already: "already_reacted" });
  },
  "reactions.create: a message that is not there": async ({ call, channel }) => {
    const params = { channel, ts: "1712161829.000300", name: "thumbsup" };
    await refused(call("reactions", "create", params), "message_not_found");
  },
  "reactions.delete: taken back; undo puts it there again": async (scene) => {
    const { call, slack, channel } = scene;
    const [ts] = (await post(scene, "ship it")) as [string];
    const params = { channel, ts, name: "eyes" };
    await slack.reactions.create(params);
    const gone = await call("reactions", "delete", params);
    expect(gone.data).toEqual(params);
    expect(await reactionsOf(scene)).toEqual([]);
    await slack.undo(gone);
    expect(await reactionsOf(scene)).toEqual(["eyes"]);
  },
  "reactions.delete: where there is none, it already is gone": async (scene) => {
    const [ts] = (await post(scene, "ship it")) as [string];
    const params = { channel: scene.channel, ts, name: "eyes" };
    const { meta } = await scene.call("reactions", "delete", params);
    expect(meta).toEqual({ already: "no_reaction" });
  },
  "pins.create: pinned; a second time it already is": async (scene) => {
    const { call, channel, look } = scene;
    const [ts] = (await post(scene, "read me")) as [string];
    const first = await call("pins", "create", { channel, ts });
    expect(first.data).toEqual({ channel, ts });
    const pinned = await look?.("pins.list", { channel });
    if (pinned)
      expect(pinned["items"]).toEqual([
        expect.objectContaining({ message: expect.objectContaining({ ts }) }),
      ]);
    const second = await call("pins", "create", { channel, ts });
    expect(second).toMatchObject({ data: { channel, ts }, meta: { already: "already_pinned" } });
  },
  "pins.create: a message that is not there": async ({ call, channel }) => {
    await refused(call("pins", "create", { channel, ts: "1712161829.000300" }), "message_not_found");
  },
  "bookmarks.create: the record; the channel has it": async ({ call, channel, look }) => {
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
    const kept = await look?.("bookmarks.list", { channel_id: channel });
    if (kept) expect(kept["bookmarks"]).toEqual([expect.objectContaining({ id: data.id })]);
  },
  "bookmarks.create: an unknown channel": async ({ call }) => {
    const params = { channel: "C0NOWHERE", title: "x", link: "https://example.com" };
    await refused(call("bookmarks", "create", params), "channel_not_found");
  },
};
