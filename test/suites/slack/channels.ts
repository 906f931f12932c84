import { expect } from "vitest";
import { ID, refused, type Cases, type Scene } from "./bench.ts";

const members = async ({ look, channel }: Scene): Promise<unknown[] | undefined> =>
  (await look?.("conversations.members", { channel }))?.["members"] as unknown[] | undefined;

export const channels: Cases = {
  "channels.create: a later read shows it": async ({ call, slack, me }) => {
    const { data } = await call("channels", "create", { name: "atlas" });
    expect(data).toMatchObject({ id: ID, name: "atlas", creator: me, is_private: false, is_archived: false });
    expect((await slack.channels.get({ channel: data.id })).data).toMatchObject({ name: "atlas" });
  },
  "channels.create: a private one": async ({ call }) => {
    const { data } = await call("channels", "create", { name: "hush", is_private: true });
    expect(data).toMatchObject({ name: "hush", is_private: true });
  },
  "channels.create: a name that is taken": async ({ call }) => {
    const error = await refused(call("channels", "create", { name: "conformance" }), "name_taken");
    expect(error.hint).toMatch(/another/);
  },
  "channels.update: renamed": async ({ call, slack, channel }) => {
    const { data } = await call("channels", "update", { channel, name: "renamed" });
    expect(data).toMatchObject({ id: channel, name: "renamed" });
    expect((await slack.channels.get({ channel })).data.name).toBe("renamed");
  },
  "channels.update: a name that is taken": async ({ call, channel }) => {
    await refused(call("channels", "update", { channel, name: "general" }), "name_taken");
  },
  "channels.archive: archived; a second time it already is; nobody can post": async (scene) => {
    const { call, slack, channel } = scene;
    const first = await call("channels", "archive", { channel });
    expect(first.data).toMatchObject({ channel });
    expect(first.meta).not.toHaveProperty("already");
    expect((await slack.channels.get({ channel })).data.is_archived).toBe(true);
    const second = await call("channels", "archive", { channel });
    expect(second).toMatchObject({ data: { channel }, meta: { already: "already_archived" } });
    const error = await refused(call("messages", "create", { channel, text: "x" }), "is_archived");
    expect(error.hint).toMatch(/unarchive/);
  },
  "channel_topics.create: set, then cleared": async ({ call, slack, channel }) => {
    const topic = "Release 2.4 & more";
    const { data } = await call("channel_topics", "create", { channel, topic });
    expect(data).toMatchObject({ id: channel });
    const value = async () => (await slack.channels.get({ channel })).data.topic?.value;
    expect(await value()).toBe(topic);
    await call("channel_topics", "create", { channel, topic: "" });
    expect(await value()).toBe("");
  },
  "channel_topics.create: an unknown channel": async ({ call }) => {
    await refused(
      call("channel_topics", "create", { channel: "C0NOWHERE", topic: "x" }),
      "channel_not_found",
    );
  },
  "channel_purposes.create: set": async ({ call, slack, channel }) => {
    const { data } = await call("channel_purposes", "create", { channel, purpose: "All of Atlas" });
    expect(data).toMatchObject({ id: channel });
    expect((await slack.channels.get({ channel })).data.purpose?.value).toBe("All of Atlas");
  },
  "channel_purposes.create: an unknown channel": async ({ call }) => {
    const params = { channel: "C0NOWHERE", purpose: "x" };
    await refused(call("channel_purposes", "create", params), "channel_not_found");
  },
  "channel_invites.create: they are members; a second time they already are": async (scene) => {
    const { call, slack, channel, people } = scene;
    const users = [...people];
    const first = await call("channel_invites", "create", { channel, users });
    expect(first.data).toMatchObject({ id: channel });
    expect((await slack.channels.get({ channel })).data.num_members).toBe(3);
    const found = await members(scene);
    if (found) expect(found).toEqual(expect.arrayContaining(users));
    const second = await call("channel_invites", "create", { channel, users });
    expect(second).toMatchObject({ data: { id: channel }, meta: { already: "already_in_channel" } });
  },
  "channel_invites.create: one member among newcomers is a failure, not `already`": async (scene) => {
    const { call, slack, channel, people } = scene;
    await slack.channel_invites.create({ channel, users: [people[0]] });
    const error = await refused(
      call("channel_invites", "create", { channel, users: [...people] }),
      "already_in_channel",
    );
    expect(error.message).toContain(people[0]);
    expect(error.hint).toMatch(/force/);
    expect((await slack.channels.get({ channel })).data.num_members).toBe(2);
  },
  "channel_invites.create: with force the others come, and who did not is told": async (scene) => {
    const { call, slack, channel, people } = scene;
    await slack.channel_invites.create({ channel, users: [people[0]] });
    const { meta } = await call("channel_invites", "create", { channel, users: [...people], force: true });
    expect(meta).not.toHaveProperty("already");
    expect(meta.warnings).toEqual([`${people[0]}: already_in_channel`]);
    expect((await slack.channels.get({ channel })).data.num_members).toBe(3);
  },
  "channel_invites.create: nobody": async ({ call, channel }) => {
    const error = await refused(
      call("channel_invites", "create", { channel, users: ["U0NOBODY"] }),
      "user_not_found",
    );
    expect(error.message).toContain("U0NOBODY");
  },
  "channel_kicks.create: no longer a member": async (scene) => {
    const { call, slack, channel, people } = scene;
    await slack.channel_invites.create({ channel, users: [people[0]] });
    const { data } = await call("channel_kicks", "create", { channel, user: people[0] });
    expect(data).toMatchObject({ channel, user: people[0] });
    expect((await slack.channels.get({ channel })).data.num_members).toBe(1);
  },
  "channel_kicks.create: not the app itself": async ({ call, channel, me }) => {
    await refused(call("channel_kicks", "create", { channel, user: me }), "cant_kick_self");
  },
  "channel_kicks.create: someone who is not there": async ({ call, channel, people }) => {
    // Slack has the same code for "the user is not in the channel" and "the app is not in the channel". Therefore, the
    // code does not mean that nothing had to change.
    const error = await refused(
      call("channel_kicks", "create", { channel, user: people[0] }),
      "not_in_channel",
    );
    expect(error.hint).toMatch(/user/);
  },
};
