import { action, listAction } from "../../core/action.ts";
import { sendForChannel } from "./change.ts";
import { channel, channelName } from "./params.ts";
import { Channel } from "./records.ts";
import { channelRow } from "./rows.ts";

export const list = listAction({
  description: "List channels within the token's reach; public ones unless types says more.",
  params: (z) => ({
    types: z.array(z.enum(["public_channel", "private_channel", "mpim", "im"])).optional(),
    exclude_archived: z.boolean().optional(),
  }),
  result: Channel,
  calls: "conversations.list",
  pick: "channels",
  view: channelRow,
  untrusted: true,
  example: { types: ["public_channel", "private_channel"], exclude_archived: true },
});

export const get = action({
  description: "Get one channel.",
  params: (z) => ({ channel: channel(z) }),
  result: Channel,
  effect: "read",
  calls: "conversations.info",
  view: channelRow,
  untrusted: true,
  example: { channel: "C012AB3CD" },
  // Slack counts the members of one channel only when it is asked to.
  run: (params, context) =>
    sendForChannel(context, "conversations.info", { ...params, include_num_members: true }),
});

export const create = action({
  description: "Create a channel; its creator becomes a member.",
  params: (z) => ({ name: channelName(z), is_private: z.boolean().optional() }),
  result: Channel,
  effect: "write",
  calls: "conversations.create",
  pick: "channel",
  example: { name: "project-atlas" },
});

export const update = action({
  description: "Rename a channel; only its creator or an admin may.",
  params: (z) => ({ channel: channel(z), name: channelName(z) }),
  result: Channel,
  effect: "write",
  calls: "conversations.rename",
  example: { channel: "C012AB3CD", name: "project-atlas" },
  run: (params, context) => sendForChannel(context, "conversations.rename", params),
});

export const archive = action({
  description: "Archive a channel: nobody can post in it, and it leaves every member's list.",
  params: (z) => ({ channel: channel(z) }),
  result: (z) => z.object({ channel: z.string() }),
  effect: "destructive",
  calls: "conversations.archive",
  example: { channel: "C012AB3CD" },
});
