import { expect } from "vitest";
import type { Cases } from "./bench.ts";
import { post } from "./reads.ts";

// A dry run of a write shows the account, the channel, the current state and the new state. A write that replaces
// something returns undo data.

export const previews: Cases = {
  "messages.create: a dry run says who, where and what, and posts nothing": async (scene) => {
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
  "channel_invites.create: a dry run says whom": async ({ call, channel, people, slack }) => {
    const { data: user } = await slack.users.get({ user: people[0] });
    const { data } = await call("channel_invites", "create", {
      channel,
      users: [...people],
      dry_run: true,
    });
    const whom = (data as unknown as { whom: string[] }).whom;
    expect(whom).toHaveLength(2);
    expect(whom[0]).toBe(`${String(user.real_name)} (${people[0]})`);
  },
  "messages.delete: a dry run shows what would be gone": async (scene) => {
    const { call, slack, channel } = scene;
    const [ts] = (await post(scene, "keep me")) as [string];
    const { data } = await call("messages", "delete", { channel, ts, dry_run: true });
    expect(data).toMatchObject({ before: { text: "keep me" } });
    expect(data).not.toHaveProperty("after");
    expect((await slack.messages.get({ channel, ts })).data.text).toBe("keep me");
  },
  "messages.update: a dry run shows what stands there, and undo puts it back": async (scene) => {
    const { call, slack, channel } = scene;
    const [ts] = (await post(scene, "first")) as [string];
    const dry = await call("messages", "update", { channel, ts, text: "second", dry_run: true });
    expect(dry.data).toMatchObject({ before: { text: "first" }, after: { text: "second" } });
    const changed = await call("messages", "update", { channel, ts, text: "second" });
    await slack.undo(changed);
    expect((await slack.messages.get({ channel, ts })).data.text).toBe("first");
  },
  "channel_topics.create: undo puts the topic before back": async ({ call, slack, channel }) => {
    await slack.channel_topics.create({ channel, topic: "one" });
    const dry = await call("channel_topics", "create", { channel, topic: "two", dry_run: true });
    expect(dry.data).toMatchObject({ before: { topic: "one" }, after: { topic: "two" } });
    const changed = await call("channel_topics", "create", { channel, topic: "two" });
    await slack.undo(changed);
    expect((await slack.channels.get({ channel })).data.topic?.value).toBe("one");
  },
  "channel_purposes.create: undo puts back that there was none": async ({ call, slack, channel }) => {
    const changed = await call("channel_purposes", "create", { channel, purpose: "two" });
    await slack.undo(changed);
    expect((await slack.channels.get({ channel })).data.purpose?.value).toBe("");
  },
  "bookmarks.update: undo puts the title back": async ({ call, slack, channel }) => {
    const link = "https://wiki.example.com/";
    const { data } = await slack.bookmarks.create({ channel, title: "one", link, emoji: ":owl:" });
    const params = { channel, bookmark_id: data.id, title: "two" };
    const changed = await call("bookmarks", "update", params);
    expect(changed.meta.undo?.params).toEqual({ ...params, title: "one" });
    await slack.undo(changed);
    expect((await slack.bookmarks.list({ channel })).data[0]).toMatchObject({ title: "one", link });
  },
  "usergroup_members.replace: undo puts the members back": async ({ call, slack, people }) => {
    const { data } = await slack.usergroups.create({ name: "Atlas", handle: "atlas-team" });
    const usergroup = data.id;
    await slack.usergroup_members.replace({ usergroup, users: [people[0]] });
    const changed = await call("usergroup_members", "replace", { usergroup, users: [people[1]] });
    await slack.undo(changed);
    expect((await slack.usergroup_members.list({ usergroup })).data).toEqual([people[0]]);
  },
  "usergroups.update: undo puts the description back": async ({ call, slack }) => {
    const { data } = await slack.usergroups.create({
      name: "Atlas",
      handle: "atlas-team",
      description: "one",
    });
    const changed = await call("usergroups", "update", { usergroup: data.id, description: "two" });
    await slack.undo(changed);
    const found = (await slack.usergroups.list()).data.find(({ id }) => id === data.id);
    expect(found?.description).toBe("one");
  },
  "user_profiles.update: undo puts the status back": async ({ callAsUser: call, user, slack }) => {
    const reader = user ?? slack;
    const status = async () => {
      const { status_text, status_emoji } = (await reader.user_profiles.get()).data;
      return { status_text, status_emoji };
    };
    const before = await status();
    const profile = { status_text: "Out", status_emoji: ":owl:" };
    const changed = await call("user_profiles", "update", { profile });
    expect(await status()).toEqual(profile);
    await reader.undo(changed);
    expect(await status()).toEqual(before);
  },
  "presence.set: undo puts back how it was": async ({ callAsUser: call, user, slack }) => {
    const reader = user ?? slack;
    const away = async () => (await reader.presence.get()).data.presence;
    const before = await away();
    const changed = await call("presence", "set", { presence: "away" });
    expect(changed.meta.undo?.params).toEqual({ presence: "auto" });
    expect(await away()).toBe("away");
    await reader.undo(changed);
    expect(await away()).toBe(before);
  },
  "channels.mark: undo goes back to what was read before": async (scene) => {
    const { call, slack, channel } = scene;
    const [first, second] = (await post(scene, "one", "two")) as [string, string];
    await slack.channels.mark({ channel, ts: first });
    const changed = await call("channels", "mark", { channel, ts: second });
    expect(changed.meta.undo).toEqual({ entity: "channels", action: "mark", params: { channel, ts: first } });
    await slack.undo(changed);
    const again = await call("channels", "mark", { channel, ts: second, dry_run: true });
    expect(again.data).toMatchObject({ before: { ts: first }, after: { ts: second } });
  },
  "files.delete: a dry run shows which file": async ({ call, slack }) => {
    const { data } = await slack.files.upload({ filename: "notes.md", content: "# Notes" });
    const dry = await call("files", "delete", { file: data.id, dry_run: true });
    expect(dry.data).toMatchObject({ before: { name: "notes.md" } });
  },
};
