import { findRoom } from "../call/call.ts";
import { readContent, authorFields } from "../content/message-content.ts";
import { clampLimit, page } from "../call/paging.ts";
import { refusal } from "../call/refusal.ts";
import { findPostableRoom } from "../postable-rooms.ts";
import { threadFields } from "./chat.ts";
import type { Method } from "../call/method.ts";
import { TIER_3 } from "../call/rate-limits.ts";
import { NONE, anyToken } from "../call/scopes.ts";

const DAY = 86_400;
const MAX_DAYS = 120;
/** The time in which at most 30 messages can be scheduled for one channel, in seconds. */
const WINDOW = 300;
const MAX_IN_WINDOW = 30;
/** The time before a post in which the scheduled message can no longer be deleted, in seconds. */
const POINT_OF_NO_RETURN = 60;

export const scheduled: Record<string, Method> = {
  "chat.scheduleMessage": {
    scopes: anyToken("chat:write"),
    rate: TIER_3,
    required: ["channel", "post_at"],
    run: (call) => {
      const { workspace, args, actor } = call;
      const room = findPostableRoom(call);
      const asked = args.text("post_at") ?? "";
      if (!/^\d+(\.\d+)?$/.test(asked)) throw refusal("invalid_time");
      const post_at = Math.floor(Number(asked));
      const now = workspace.seconds();
      if (post_at <= now) throw refusal("time_in_past");
      if (post_at > now + MAX_DAYS * DAY) throw refusal("time_too_far");
      const near = workspace.scheduled.filter(
        (other) => other.channel_id === room.channel.id && Math.abs(other.post_at - post_at) < WINDOW,
      );
      if (near.length >= MAX_IN_WINDOW) throw refusal("restricted_too_many");
      const message = {
        ...authorFields(call),
        ...readContent(call),
        ...threadFields(room, args.text("thread_ts"), args.flag("reply_broadcast")),
      };
      const id = workspace.newId("Q0");
      workspace.scheduled.push({
        id,
        channel_id: room.channel.id,
        post_at,
        date_created: now,
        author: actor.id,
        message,
      });
      return {
        channel: room.channel.id,
        scheduled_message_id: id,
        post_at,
        message: { ...message, type: "delayed_message" },
      };
    },
  },

  "chat.scheduledMessages.list": {
    scopes: NONE,
    rate: TIER_3,
    run: (call) => {
      const { workspace, args, actor } = call;
      const channel = args.text("channel");
      if (channel && !workspace.rooms.has(channel)) throw refusal("invalid_channel");
      const oldest = Number(args.text("oldest") ?? 0);
      const latest = Number(args.text("latest") ?? Infinity);
      const mine = workspace.scheduled
        .filter((each) => each.author === actor.id && (!channel || each.channel_id === channel))
        .filter((each) => each.post_at >= oldest && each.post_at <= latest)
        .sort((one, other) => one.post_at - other.post_at);
      const { items, next_cursor } = page(mine, (each) => each.id, {
        method: call.method,
        cursor: args.text("cursor"),
        limit: clampLimit(args.integer("limit"), 100),
      });
      return {
        scheduled_messages: items.map(({ id, channel_id, post_at, date_created, message }) => ({
          id,
          channel_id,
          post_at,
          date_created,
          text: message.text,
        })),
        response_metadata: { next_cursor },
      };
    },
  },

  "chat.deleteScheduledMessage": {
    scopes: anyToken("chat:write"),
    rate: TIER_3,
    required: ["channel", "scheduled_message_id"],
    run: (call) => {
      const { workspace, args, actor } = call;
      const room = findRoom(call);
      const found = workspace.scheduled.find(
        (each) =>
          each.id === args.text("scheduled_message_id") &&
          each.channel_id === room.channel.id &&
          each.author === actor.id,
      );
      if (!found || found.post_at - workspace.seconds() < POINT_OF_NO_RETURN) {
        throw refusal("invalid_scheduled_message_id");
      }
      workspace.scheduled = workspace.scheduled.filter((each) => each !== found);
      return {};
    },
  },
};
