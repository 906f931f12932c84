import type { Meta } from "../../../core/contract/result.ts";
import { type Dict, isDict, stringAt } from "../../../core/ground/json.ts";
import { isoTime } from "../text/markup-to-text.ts";
import { channelRow } from "./channel-row.ts";
import { messageRow } from "./message-row.ts";
import { userRow } from "./user-row.ts";

/** Returns a pinned item, a saved item or an item with reactions, as a model sees it. */
export function itemRow(item: Dict, meta: Meta): Dict {
  const { type, channel, created, created_by, message, file } = item;
  return {
    type,
    channel,
    ...(isDict(message) ? messageRow(message, meta) : {}),
    ...(isDict(file) ? { file: file.id, name: file.name, title: file.title } : {}),
    created: isoTime(created),
    created_by,
  };
}

/** Returns a message in a search result, as a model sees it, with its channel. */
export function matchRow(match: Dict, meta: Meta): Dict {
  const { author, ...row } = messageRow(match, meta);
  return { channel: stringAt(match, "channel.id"), in: stringAt(match, "channel.name"), author, ...row };
}

/** Returns the newest message of a channel, as a model sees it. */
export function latestRow({ channel, empty, error, ...message }: Dict, meta: Meta): Dict {
  const names = isDict(meta.names) ? meta.names : {};
  return { channel, in: names[String(channel)], ...messageRow(message, meta), empty, error };
}

/** Returns a message, file, channel or user in a search result, as a model sees it. */
export function foundRow({ type, message, file, channel, user }: Dict, meta: Meta): Dict {
  return {
    type,
    ...(isDict(message) ? matchRow(message, meta) : {}),
    ...(isDict(file) ? fileRow(file) : {}),
    ...(isDict(channel) ? channelRow(channel) : {}),
    ...(isDict(user) ? userRow(user) : {}),
  };
}

const fileRow = ({ id, name, title, mimetype, user, size }: Dict): Dict => ({
  id,
  name,
  title: title === name ? undefined : title,
  mimetype,
  user,
  size,
});
