import { action, listAction } from "../../../core/contract/action.ts";
import { stringAt } from "../../../core/ground/json.ts";
import { furnishChannel } from "../operations/furnish-channel.ts";
import { findChange, findCreated } from "../operations/find-lost-channel.ts";
import { sendOrFind } from "../operations/send-or-find.ts";
import { sendForChannel } from "../operations/send-for-channel.ts";
import { ofChannels } from "../operations/useful-scopes.ts";
import { channel, channelName, conversation, conversationTypes, part, team, ts, user } from "../params.ts";
import { Channel } from "../records/conversations.ts";
import { channelRow } from "../rows/channel-row.ts";
import { findInList, listPage, withPublicOnly } from "../search/find-in-list.ts";
import { currentRecord } from "../undo/current-record.ts";
import { undoCall } from "../undo/undo-data.ts";
import { shows } from "../rows/written-row.ts";

export const list = listAction({
  description:
    "List channels that the token can see, or find them by a part of name, topic or purpose (query). Default: public channels, with query also private ones.",
  params: (z) => ({
    query: part(z, "name, topic or purpose"),
    types: conversationTypes(z),
    exclude_archived: z.boolean().optional().meta({ rare: true }),
    team_id: team(z),
  }),
  result: Channel,
  calls: "conversations.list",
  pick: "channels",
  view: channelRow,
  example: { types: ["public_channel", "private_channel"], exclude_archived: true },
  run({ query, types, ...params }, context) {
    const listed = { operation: "conversations.list", pick: "channels" } as const;
    if (query === undefined) return listPage(context, { ...listed, args: { types, ...params } });
    const find = (searched: readonly string[]) =>
      findInList(
        context,
        { ...listed, args: { types: searched, ...params } },
        {
          query,
          texts: ["name", "topic.value", "purpose.value"],
          names: 1,
          what: "channels",
        },
      );
    return types ? find(types) : withPublicOnly(find);
  },
});

export const get = action({
  description: "Get one channel.",
  params: (z) => ({ channel: channel(z) }),
  result: Channel,
  effect: "read",
  calls: "conversations.info",
  view: channelRow,
  example: { channel: "C012AB3CD" },
  // By default, Slack leaves out `num_members`.
  run: (params, context) =>
    sendForChannel(context, "conversations.info", { ...params, include_num_members: true }),
});

export const create = action({
  description: "Create a channel with a topic, a purpose and members. Its creator becomes a member.",
  params: (z) => ({
    name: channelName(z),
    is_private: z.boolean().optional(),
    topic: z.string().min(1).max(250).optional().meta({ rare: true }),
    purpose: z.string().min(1).max(250).optional().meta({ rare: true }),
    users: z.array(user(z)).min(1).max(100).describe("people to invite").optional().meta({ rare: true }),
    team_id: team(z),
  }),
  result: (z) =>
    Channel(z).extend({
      not_invited: z
        .array(z.object({ user: z.string(), error: z.string() }))
        .optional()
        .describe("The people who could not be invited."),
    }),
  view: shows("id", "name", "not_invited"),
  effect: "write",
  calls: [
    "conversations.create",
    "conversations.list",
    "auth.test",
    "conversations.setPurpose",
    "conversations.setTopic",
    "conversations.invite",
  ],
  scopes: ofChannels,
  async run({ topic, purpose, users, ...args }, context) {
    const created = await sendOrFind(context, "conversations.create", {
      args,
      pick: "channel",
      find: findCreated(args, context),
    });
    return furnishChannel(context, created, { topic, purpose, users });
  },
  example: { name: "project-atlas" },
  undo: (_params, { id }) =>
    typeof id === "string" ? { entity: "channels", action: "archive", params: { channel: id } } : undefined,
});

export const update = action({
  description: "Rename a channel. Only the channel's creator or an admin can do this.",
  params: (z) => ({ channel: channel(z), name: channelName(z) }),
  result: Channel,
  view: shows("id", "name"),
  effect: "write",
  calls: ["conversations.rename", "conversations.info"],
  scopes: ofChannels,
  example: { channel: "C012AB3CD", name: "project-atlas" },
  run: (params, context) =>
    sendOrFind(context, "conversations.rename", {
      args: params,
      pick: "channel",
      orElse: { id: params.channel },
      // Slack returns `updated` in milliseconds.
      find: findChange(params.channel, { name: params.name }, ({ updated }) => Number(updated) / 1000),
    }),
  undo: (params, { previous_names: names }) =>
    Array.isArray(names) && typeof names[0] === "string"
      ? { entity: "channels", action: "update", params: { channel: params.channel, name: names[0] } }
      : undefined,
});

export const archive = action({
  description: "Archive a channel. Nobody can post in it, and it disappears from every member's list.",
  params: (z) => ({ channel: channel(z) }),
  result: (z) => z.object({ channel: z.string() }),
  effect: "destructive",
  calls: "conversations.archive",
  scopes: ofChannels,
  echo: ["channel"],
  example: { channel: "C012AB3CD" },
  undo: (params) => ({ entity: "channels", action: "unarchive", params }),
});

export const unarchive = action({
  description:
    "Unarchive a channel. Often works only with a user token, because a bot may no longer be a member.",
  params: (z) => ({ channel: channel(z) }),
  result: (z) => z.object({ channel: z.string() }),
  effect: "write",
  calls: "conversations.unarchive",
  scopes: ofChannels,
  echo: ["channel"],
  example: { channel: "C012AB3CD" },
  undo: (params) => ({ entity: "channels", action: "archive", params }),
});

export const join = action({
  description: "Join a public channel.",
  params: (z) => ({ channel: channel(z) }),
  result: Channel,
  view: shows("id"),
  effect: "write",
  calls: "conversations.join",
  example: { channel: "C012AB3CD" },
  run: (params, context) => sendForChannel(context, "conversations.join", params),
  undo: (params) => ({ entity: "channels", action: "leave", params }),
});

export const leave = action({
  description: "Leave a channel. Rejoining a private channel needs an invitation.",
  params: (z) => ({ channel: channel(z) }),
  result: (z) => z.object({ channel: z.string() }),
  effect: "destructive",
  calls: "conversations.leave",
  scopes: ofChannels,
  echo: ["channel"],
  example: { channel: "C012AB3CD" },
  undo: (params) => ({ entity: "channels", action: "join", params }),
});

export const mark = action({
  description: "Mark a channel as read up to a message, for the token's user.",
  params: (z) => ({ channel: conversation(z), ts: ts(z) }),
  result: (z) => z.object({ channel: z.string(), ts: z.string() }),
  effect: "write",
  calls: "conversations.mark",
  echo: ["channel", "ts"],
  example: { channel: "C012AB3CD", ts: "1712161829.000300" },
  reads: ["channels.get"],
  async preview({ channel: where, ts: until }, read) {
    const last = stringAt(await currentRecord(read, ["channels", "get", { channel: where }]), "last_read");
    // `last_read` is zero if the channel was never read. The method `conversations.mark` does not accept zero.
    const before = last !== undefined && !last.startsWith("0000000000") ? { before: { ts: last } } : {};
    return { ...before, after: { ts: until } };
  },
  undo: ({ channel: where }, _data, before) => undoCall("channels", "mark", { channel: where }, before),
});
