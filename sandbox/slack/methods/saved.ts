import { canSee, findUser } from "../call/call.ts";
import { clampLimit, numberedPage, page } from "../call/paging.ts";
import { messageRecord, permalink } from "../records/message.ts";
import { refusal } from "../call/refusal.ts";
import { findMessage, toMicros } from "../workspace.ts";
import type { Method } from "../call/method.ts";
import { TIER_2, TIER_3 } from "../call/rate-limits.ts";
import { anyToken, userToken } from "../call/scopes.ts";

const MAX_COUNT = 1000;

/** Methods for a user's reactions and saved messages. */
export const saved: Record<string, Method> = {
  "reactions.list": {
    scopes: anyToken("reactions:read"),
    rate: TIER_2,
    formOnly: true,
    run: (call) => {
      const { workspace, args, actor } = call;
      const asked = args.text("user");
      const user = asked ? findUser(call, asked, () => refusal("user_not_found")) : actor;
      const found = [...workspace.rooms.values()]
        .filter((room) => canSee(room, actor))
        .flatMap((room) => room.messages.map((message) => ({ room, message })))
        .filter(({ message }) => message.reactions?.some(({ users }) => users.includes(user.id)))
        .sort((one, other) => toMicros(other.message.ts) - toMicros(one.message.ts))
        .map(({ room, message }) => ({
          type: "message",
          channel: room.channel.id,
          message: {
            ...messageRecord(workspace, room, message),
            permalink: permalink(workspace, room, message),
          },
        }));
      // With the argument `page` or `count`, pages are numbered. Without these arguments, pages have cursors.
      if (args.text("page") !== undefined || args.text("count") !== undefined) {
        const { items, ...paging } = numberedPage(found, args, MAX_COUNT);
        return { items, paging };
      }
      const { items, next_cursor } = page(found, (item) => `${item.channel} ${item.message.ts}`, {
        method: call.method,
        cursor: args.text("cursor"),
        limit: clampLimit(args.integer("limit"), 100),
      });
      return { items, response_metadata: { next_cursor } };
    },
  },

  "stars.list": {
    scopes: userToken("stars:read"),
    rate: TIER_3,
    formOnly: true,
    run: (call) => {
      const { workspace, args, actor } = call;
      const found = workspace.stars
        .filter((star) => star.user === actor.id)
        .flatMap(({ channel, ts, date_create }) => {
          const room = workspace.rooms.get(channel);
          const message = room && findMessage(room, ts);
          if (!room || !message || !canSee(room, actor)) return [];
          const record = { ...messageRecord(workspace, room, message), is_starred: true };
          return [
            {
              type: "message",
              channel,
              message: { ...record, permalink: permalink(workspace, room, message) },
              date_create,
            },
          ];
        });
      const { items, total, count, page: number, pages } = numberedPage(found, args, MAX_COUNT);
      return { items, paging: { per_page: count, spill: 0, page: number, total, pages } };
    },
  },
};
