import { channel, channels, flag, newChannel, notices, people, withId } from "./write-case-helpers.ts";
import type { WriteCase, World } from "./write-case.ts";

type Made = Record<string, unknown>;

const link = "https://wiki.example.com/runbook";
const here = (_world: World, { id }: Made) => ({ channel: id });
/** Calls an action with a new channel. */
const roomWith = (entity: string, action: string, more?: (world: World) => Made) => async (world: World) => {
  const made = await newChannel(world);
  await world.execute(entity, action, { channel: made.id, ...more?.(world) });
  return made;
};
const member = (world: World): Made => ({ users: [people(world)[0]] });
const bookmarks = (world: World, title: string) =>
  channel(world).bookmarks.filter((one) => one.title === title).length;
const bookmark = async (world: World) => {
  const params = { channel: channel(world).id, title: "before", link };
  return (await world.execute("bookmarks", "create", params)).data;
};
const directWith = (world: World, user: unknown) =>
  channels(world).filter(({ kind, members }) => kind === "im" && members.includes(String(user)));

export const channelCases: readonly WriteCase[] = [
  {
    name: "channels.create",
    operation: "conversations.create",
    asked: "look",
    params: () => ({ name: "once" }),
    effects: (world) => channels(world).filter(({ name }) => name === "once").length,
  },
  {
    name: "channels.update",
    operation: "conversations.rename",
    asked: "look",
    prepare: newChannel,
    params: (_world, { id }) => ({ channel: id, name: "once" }),
    effects: (world, { id }) => notices(world, id, "channel_name"),
  },
  {
    name: "channels.archive",
    operation: "conversations.archive",
    asked: "repeat",
    prepare: newChannel,
    params: here,
    effects: (world, { id }) => notices(world, id, "channel_archive"),
  },
  {
    name: "channels.unarchive",
    // Slack does not let bots unarchive a channel.
    token: "user",
    operation: "conversations.unarchive",
    asked: "repeat",
    prepare: roomWith("channels", "archive"),
    params: here,
    effects: (world, { id }) => notices(world, id, "channel_unarchive"),
  },
  {
    name: "channels.join",
    operation: "conversations.join",
    asked: "repeat",
    prepare: roomWith("channels", "leave"),
    params: here,
    effects: (world, { id }) => notices(world, id, "channel_join"),
  },
  {
    name: "channels.leave",
    operation: "conversations.leave",
    asked: "repeat",
    prepare: newChannel,
    params: here,
    effects: (world, { id }) => notices(world, id, "channel_leave"),
  },
  {
    name: "channels.mark",
    operation: "conversations.mark",
    asked: "repeat",
    params: (world) => ({ channel: channel(world).id, ts: channel(world).messages[0]!.ts }),
    effects: (world) => flag(world.done() > 0),
  },
  {
    name: "channel_topics.create",
    operation: "conversations.setTopic",
    asked: "look",
    prepare: newChannel,
    params: (_world, { id }) => ({ channel: id, topic: "a & b" }),
    effects: (world, { id }) => notices(world, id, "channel_topic"),
  },
  {
    name: "channel_purposes.create",
    operation: "conversations.setPurpose",
    asked: "look",
    prepare: newChannel,
    params: (_world, { id }) => ({ channel: id, purpose: "once" }),
    effects: (world, { id }) => notices(world, id, "channel_purpose"),
  },
  {
    name: "channel_invites.create",
    operation: "conversations.invite",
    asked: "repeat",
    prepare: newChannel,
    params: (world, { id }) => ({ channel: id, ...member(world) }),
    effects: (world, { id }) => withId(world, id).members.length,
  },
  {
    name: "channel_invites.create of two people",
    operation: "conversations.invite",
    asked: "never",
    prepare: newChannel,
    params: (world, { id }) => ({ channel: id, users: people(world).slice(0, 2) }),
    effects: (world, { id }) => withId(world, id).members.length / 2,
  },
  {
    name: "channel_kicks.create",
    operation: "conversations.kick",
    asked: "repeat",
    prepare: roomWith("channel_invites", "create", member),
    params: (world, { id }) => ({ channel: id, user: people(world)[0] }),
    effects: (world, { id }) => -withId(world, id).members.length,
  },
  {
    name: "dms.open",
    operation: "conversations.open",
    asked: "repeat",
    params: (world) => member(world),
    effects: (world) => flag(directWith(world, people(world)[0]).length > 0 && world.done() > 0),
  },
  {
    name: "dms.close",
    operation: "conversations.close",
    asked: "repeat",
    prepare: async (world) => (await world.execute("dms", "open", member(world))).data,
    params: here,
    effects: (world) => flag(world.done() > 0),
  },
  {
    name: "bookmarks.create",
    operation: "bookmarks.add",
    asked: "look",
    params: (world) => ({ channel: channel(world).id, title: "once", link }),
    effects: (world) => bookmarks(world, "once"),
  },
  {
    name: "bookmarks.update",
    operation: "bookmarks.edit",
    asked: "look",
    prepare: bookmark,
    params: (world, { id }) => ({ channel: channel(world).id, bookmark_id: id, title: "once" }),
    effects: (world) => bookmarks(world, "once"),
  },
  {
    name: "bookmarks.delete",
    operation: "bookmarks.remove",
    asked: "repeat",
    prepare: bookmark,
    params: (world, { id }) => ({ channel: channel(world).id, bookmark_id: id }),
    effects: (world) => 1 - bookmarks(world, "before"),
  },
];
