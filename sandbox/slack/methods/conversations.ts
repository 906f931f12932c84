import { type Call, canSee, findScopedRoom, isMember, requireMember } from "../call/call.ts";
import type { Fields } from "../fields.ts";
import { clampLimit, page } from "../call/paging.ts";
import { channelRecord, readingRecord } from "../records/channel.ts";
import { messageRecord } from "../records/message.ts";
import { refusal } from "../call/refusal.ts";
import type { Message } from "../types.ts";
import { type Room, findMessage, isReply, toMicros } from "../workspace.ts";
import { listRooms } from "./users.ts";
import type { Method } from "../call/method.ts";
import { TIER_2, TIER_3, TIER_4 } from "../call/rate-limits.ts";
import { HISTORY, LISTING, MANAGING } from "../call/scopes.ts";

/** Methods that read channels and their messages. */
export const conversations: Record<string, Method> = {
  "conversations.list": {
    scopes: LISTING,
    rate: TIER_2,
    formOnly: true,
    run: (call) =>
      listRooms(
        call,
        (room) => canSee(room, call.actor),
        (room) => (room.channel.kind === "im" || room.channel.kind === "mpim" ? {} : memberCount(room)),
      ),
  },

  "conversations.info": {
    scopes: LISTING,
    rate: TIER_3,
    required: ["channel"],
    formOnly: true,
    run: (call) => {
      const room = findScopedRoom(call);
      return {
        channel: {
          ...channelRecord(call.workspace, room, call.actor),
          ...(isMember(room, call.actor) ? readingRecord(call.workspace, room, call.actor) : {}),
          ...(call.args.flag("include_locale") ? { locale: "en-US" } : {}),
          ...(call.args.flag("include_num_members") ? memberCount(room) : {}),
        },
      };
    },
  },

  "conversations.members": {
    scopes: LISTING,
    rate: TIER_4,
    required: ["channel"],
    formOnly: true,
    run: (call) => {
      const room = findScopedRoom(call);
      const { items, next_cursor } = page(room.channel.members, (member) => member, {
        method: call.method,
        cursor: call.args.text("cursor"),
        limit: clampLimit(call.args.integer("limit"), 100),
      });
      return { members: items, response_metadata: { next_cursor } };
    },
  },

  "conversations.history": {
    scopes: HISTORY,
    rate: TIER_3,
    required: ["channel"],
    run: (call) => {
      const room = findReadableRoom(call);
      const { oldest, latest, within } = windowOf(call);
      const shown = room.messages
        .filter((message) => (!isReply(message) || message.subtype === "thread_broadcast") && within(message))
        .reverse();
      const { items, next_cursor } = page(shown, (message) => message.ts, {
        method: call.method,
        cursor: call.args.text("cursor"),
        limit: historyLimit(call, 100),
      });
      return {
        ...(oldest ? { oldest } : {}),
        ...(latest ? { latest } : {}),
        messages: items.map((message) => show(call, room, message)),
        has_more: next_cursor !== "",
        pin_count: room.pins.length,
        channel_actions_ts: null,
        channel_actions_count: 0,
        response_metadata: { next_cursor },
      };
    },
  },

  "conversations.replies": {
    scopes: HISTORY,
    rate: TIER_3,
    required: ["channel", "ts"],
    formOnly: true,
    run: (call) => {
      const room = findReadableRoom(call);
      const named = findMessage(room, call.args.text("ts") ?? "");
      const parent = named && isReply(named) ? findMessage(room, named.thread_ts) : named;
      if (!named || !parent) throw refusal("thread_not_found");
      const { within } = windowOf(call);
      const replies = (room.threads.get(parent.ts) ?? []).filter(within);
      const limit = historyLimit(call, 1000);
      const cursor = call.args.text("cursor");
      // Every page begins with the first message of the thread. The limit counts this message only on the first page.
      const { items, next_cursor } = page(replies, (reply) => reply.ts, {
        method: call.method,
        cursor,
        limit: cursor ? limit : limit - 1,
      });
      return {
        messages: [
          { ...show(call, room, parent), ...subscription(call, room, parent) },
          ...items.map((reply) => show(call, room, reply)),
        ],
        has_more: next_cursor !== "",
        response_metadata: { next_cursor },
      };
    },
  },

  "conversations.mark": {
    scopes: MANAGING,
    rate: TIER_3,
    required: ["channel", "ts"],
    run: (call) => {
      const room = findScopedRoom(call);
      requireMember(call, room);
      const ts = call.args.text("ts") ?? "";
      if (!isTime(ts)) throw refusal("invalid_timestamp");
      room.reads.set(call.actor.id, ts);
      return {};
    },
  },
};

const historyLimit = ({ workspace, args }: Call, fallback: number): number =>
  Math.min(clampLimit(args.integer("limit"), fallback), workspace.historyLimit ?? Infinity);

const memberCount = (room: Room): Fields => ({ num_members: room.channel.members.length });

/**
 * Returns the subscription to a thread if the user wrote in it. In the sandbox, the user has read the replies before the
 * user's own newest message.
 */
function subscription({ actor }: Call, room: Room, parent: Message): Fields {
  const replies = room.threads.get(parent.ts);
  const own = [parent, ...(replies ?? [])].findLast((message) => message.user === actor.id);
  if (!replies || !own) return {};
  const unread = replies.filter((reply) => toMicros(reply.ts) > toMicros(own.ts));
  return { subscribed: true, last_read: own.ts, unread_count: unread.length };
}

const show = (call: Call, room: Room, message: Message): Fields =>
  messageRecord(call.workspace, room, message, { metadata: call.args.flag("include_all_metadata") });

/** Finds a channel. A bot can read only channels in which it is a member. A user can read any public channel. */
function findReadableRoom(call: Call): Room {
  const room = findScopedRoom(call);
  if (call.token.kind === "bot") requireMember(call, room);
  return room;
}

interface Window {
  oldest: string | undefined;
  latest: string | undefined;
  within(message: Message): boolean;
}

function windowOf({ args }: Call): Window {
  const oldest = args.text("oldest") || undefined;
  const latest = args.text("latest") || undefined;
  if (oldest !== undefined && !isTime(oldest)) throw refusal("invalid_ts_oldest");
  if (latest !== undefined && latest !== "now" && !isTime(latest)) throw refusal("invalid_ts_latest");
  const edge = args.flag("inclusive") ? 1 : 0;
  const from = oldest === undefined ? 0 : toMicros(oldest) - edge;
  const to = latest === undefined || latest === "now" ? Infinity : toMicros(latest) + edge;
  return {
    oldest,
    latest,
    within: (message) => {
      const at = toMicros(message.ts);
      return at > from && at < to;
    },
  };
}

const isTime = (text: string): boolean => /^\d{1,12}(\.\d+)?$/.test(text);
