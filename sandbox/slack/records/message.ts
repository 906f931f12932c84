import type { Fields } from "../fields.ts";
import type { Message } from "../types.ts";
import { type Room, type Workspace, isReply } from "../workspace.ts";
import { fileRecord } from "./file.ts";

export interface MessageView {
  /** Whether the caller requested the metadata of messages. */
  metadata?: boolean;
}

/** Returns a message with fields about its thread and its pins. */
export function messageRecord(
  workspace: Workspace,
  room: Room,
  message: Message,
  view: MessageView = {},
): Fields & { ts: string } {
  const { metadata, ...rest } = message;
  const record: Fields & { ts: string } = { ...rest };
  if (metadata !== undefined && view.metadata) record["metadata"] = metadata;
  if (room.pins.some((pin) => pin.ts === message.ts)) {
    record["pinned_to"] = [room.channel.id];
    record["pinned_info"] = { channel: room.channel.id, ...pinInfo(room, message.ts) };
  }
  if (message.files) record["files"] = message.files.map((file) => embeddedFile(workspace, file));
  if (isReply(message)) {
    const parent = room.messages.find((other) => other.ts === message.thread_ts);
    if (parent?.user) record["parent_user_id"] = parent.user;
    if (parent && message.subtype === "thread_broadcast")
      record["root"] = messageRecord(workspace, room, parent);
    return record;
  }
  const replies = room.threads.get(message.ts);
  if (!replies) return record;
  const reply_users = [...new Set(replies.map((reply) => reply.user ?? ""))].filter((user) => user !== "");
  return Object.assign(record, {
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users_count: reply_users.length,
    latest_reply: replies.at(-1)?.ts,
    reply_users,
    is_locked: false,
    subscribed: false,
  });
}

function pinInfo(room: Room, ts: string): Fields {
  const pin = room.pins.find((each) => each.ts === ts);
  return { pinned_by: pin?.created_by, pinned_ts: pin?.created };
}

/** Returns the record of a file whose id is stored in a message. A deleted file has the mode `tombstone`. */
function embeddedFile(workspace: Workspace, stored: Fields): Fields {
  const file = workspace.files.get(String(stored["id"]));
  return file ? fileRecord(workspace, file) : { mode: "tombstone", ...stored };
}

export function permalink(workspace: Workspace, room: Room, message: Message): string {
  const base = `https://${workspace.team.domain}.slack.com/archives/${room.channel.id}/p${message.ts.replace(".", "")}`;
  return isReply(message) ? `${base}?thread_ts=${message.thread_ts}&cid=${room.channel.id}` : base;
}
