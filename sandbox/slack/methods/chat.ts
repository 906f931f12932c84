import { type Call, findRoom, findUser, isMember, isStaff, requireNotArchived } from "../call/call.ts";
import { isAuthor, readContent, authorFields } from "../content/message-content.ts";
import type { Fields } from "../fields.ts";
import { messageRecord, permalink } from "../records/message.ts";
import { invalidArguments, refusal } from "../call/refusal.ts";
import type { Message } from "../types.ts";
import { findPostableRoom } from "../postable-rooms.ts";
import { recordUnfurls } from "../content/unfurls.ts";
import { type Room, addMessage, findMessage, isReply, nextTs, removeMessage } from "../workspace.ts";
import type { Method } from "../call/method.ts";
import { PER_WORKSPACE, SPECIAL, TIER_3, TIER_4 } from "../call/rate-limits.ts";
import { NONE, anyToken } from "../call/scopes.ts";

/** The maximum length of a text in `chat.update`, which refuses longer texts. `chat.postMessage` cuts long texts. */
const MAX_UPDATE_TEXT = 4_000;

export const chat: Record<string, Method> = {
  "chat.postMessage": {
    scopes: anyToken("chat:write"),
    rate: PER_WORKSPACE,
    required: ["channel"],
    run: (call) => {
      const room = findPostableRoom(call);
      const message = addMessage(
        room,
        newMessage(call, room, { ...authorFields(call), ...readContent(call) }),
      );
      recordUnfurls(call, room, message);
      return {
        channel: room.channel.id,
        ts: message.ts,
        message: messageRecord(call.workspace, room, message, { metadata: true }),
      };
    },
  },

  "chat.update": {
    scopes: anyToken("chat:write"),
    rate: TIER_3,
    required: ["channel", "ts"],
    run: (call) => {
      const room = findRoom(call);
      const message = findMessage(room, call.args.text("ts") ?? "");
      if (!message) throw refusal("message_not_found");
      if (!isAuthor(call, message) || isSystem(message)) throw refusal("cant_update_message");
      requireNotArchived(room, "is_inactive");
      if ((call.args.text("text")?.length ?? 0) > MAX_UPDATE_TEXT) throw refusal("msg_too_long");
      const { text, blocks, attachments, metadata } = readContent(call);
      const previous = structuredClone(message);
      message.text = text;
      // Slack removes the old blocks if an update has no blocks, and the old attachments if it has no attachments.
      if (blocks) message.blocks = blocks;
      else delete message.blocks;
      if (attachments) message.attachments = attachments;
      else delete message.attachments;
      if (call.args.text("metadata") !== undefined) message["metadata"] = metadata;
      message["edited"] = { user: call.actor.id, ts: `${call.workspace.seconds()}.000000` };
      if (call.args.flag("reply_broadcast")) broadcast(message);
      room.announce({ kind: "changed", message, previous });
      const record = messageRecord(call.workspace, room, message, { metadata: true });
      return { channel: room.channel.id, ts: message.ts, text: message.text, message: record };
    },
  },

  "chat.delete": {
    scopes: anyToken("chat:write"),
    rate: TIER_3,
    required: ["channel", "ts"],
    run: (call) => {
      const room = findRoom(call);
      const message = findMessage(room, call.args.text("ts") ?? "");
      if (!message) throw refusal("message_not_found");
      const mayDelete = isAuthor(call, message) || (call.token.kind === "user" && isStaff(call.actor));
      if (!mayDelete || message.subtype === "tombstone") throw refusal("cant_delete_message");
      const previous = structuredClone(message);
      if (room.threads.has(message.ts)) replaceWithTombstone(message);
      else removeMessage(room, message);
      room.announce({ kind: "deleted", previous });
      return { channel: room.channel.id, ts: message.ts };
    },
  },

  "chat.postEphemeral": {
    scopes: anyToken("chat:write"),
    rate: TIER_4,
    required: ["channel", "user"],
    run: (call) => {
      const room = findRoom(call);
      requireNotArchived(room);
      if (!isMember(room, call.actor)) throw refusal("not_in_channel");
      const reader = findUser(call, call.args.text("user"), () => refusal("user_not_in_channel"));
      if (!isMember(room, reader) || reader.deleted) throw refusal("user_not_in_channel");
      const message = newMessage(call, room, { ...authorFields(call), ...readContent(call) });
      call.workspace.ephemeral.push({ channel: room.channel.id, user: reader.id, message });
      return { message_ts: message.ts };
    },
  },

  "chat.meMessage": {
    scopes: anyToken("chat:write"),
    rate: TIER_3,
    required: ["channel"],
    run: (call) => {
      const room = findPostableRoom(call);
      if (!isMember(room, call.actor)) throw refusal("not_in_channel");
      const { text } = readContent(call);
      const said = { ...authorFields(call), subtype: "me_message", text, ts: nextTs(call.workspace, room) };
      const { ts } = addMessage(room, { type: "message", ...said });
      return { channel: room.channel.id, ts };
    },
  },

  "chat.getPermalink": {
    scopes: NONE,
    rate: SPECIAL,
    required: ["channel", "message_ts"],
    formOnly: true,
    run: (call) => {
      const room = findRoom(call);
      const message = findMessage(room, call.args.text("message_ts") ?? "");
      if (!message) throw refusal("message_not_found");
      return { channel: room.channel.id, permalink: permalink(call.workspace, room, message) };
    },
  },
};

function newMessage(call: Call, room: Room, content: Fields & { text: string }): Message {
  return {
    type: "message",
    ...content,
    ts: nextTs(call.workspace, room),
    ...threadFields(room, call.args.text("thread_ts"), call.args.flag("reply_broadcast")),
  };
}

/** Returns the fields of a reply. `thread_ts` can be the `ts` of any message in the thread. */
export function threadFields(room: Room, thread_ts: string | undefined, broadcasted: boolean): Fields {
  if (!thread_ts) return {};
  if (!/^\d+\.\d+$/.test(thread_ts)) throw invalidArguments("must be a message ts [json-pointer:/thread_ts]");
  const named = findMessage(room, thread_ts);
  const parent = named && isReply(named) ? named.thread_ts : thread_ts;
  if (named && isSystem(named)) throw refusal("cannot_reply_to_message");
  if (!named) throw refusal("thread_not_found");
  return { thread_ts: parent, ...(broadcasted ? { subtype: "thread_broadcast" } : {}) };
}

function broadcast(message: Message): void {
  if (!isReply(message)) throw refusal("cant_broadcast_message");
  message.subtype = "thread_broadcast";
}

/** Replaces a deleted message with a placeholder, because its replies stay. Slack calls the placeholder a tombstone. */
function replaceWithTombstone(message: Message): void {
  const { ts, thread_ts } = message;
  for (const field of Object.keys(message)) delete message[field];
  Object.assign(message, {
    type: "message",
    subtype: "tombstone",
    user: "USLACKBOT",
    hidden: true,
    text: "This message was deleted.",
    ts,
    ...(thread_ts ? { thread_ts } : {}),
  });
}

/** Returns whether Slack itself posted the message. */
function isSystem(message: Message): boolean {
  return (
    message.subtype !== undefined &&
    !["bot_message", "thread_broadcast", "file_share", "me_message"].includes(message.subtype)
  );
}
