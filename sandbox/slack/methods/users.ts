import { findUser, isMember, requireScope, type Call } from "../call/call.ts";
import { clampLimit, page } from "../call/paging.ts";
import { channelRecord } from "../records/channel.ts";
import { userRecord, type UserView } from "../records/user.ts";
import { refusal } from "../call/refusal.ts";
import type { ChannelKind } from "../types.ts";
import type { Room } from "../workspace.ts";
import type { Method } from "../call/method.ts";
import { TIER_2, TIER_3, TIER_4 } from "../call/rate-limits.ts";
import { LISTING, anyToken } from "../call/scopes.ts";

const KINDS: readonly string[] = ["public_channel", "private_channel", "mpim", "im"] satisfies ChannelKind[];

const viewOf = ({ args, token }: Call): UserView => ({
  email: token.scopes.includes("users:read.email"),
  locale: args.flag("include_locale"),
});

export const users: Record<string, Method> = {
  "users.list": {
    scopes: anyToken("users:read"),
    rate: TIER_2,
    formOnly: true,
    run: (call) => {
      const { workspace, args } = call;
      const all = [...workspace.users.values()];
      // Without a limit, Slack tries to return all users in one page.
      const limit = clampLimit(args.integer("limit"), all.length);
      const { items, next_cursor } = page(all, (user) => user.id, {
        method: call.method,
        cursor: args.text("cursor"),
        limit,
      });
      return {
        members: items.map((user) => userRecord(workspace, user, viewOf(call))),
        cache_ts: workspace.seconds(),
        response_metadata: { next_cursor },
      };
    },
  },

  "users.info": {
    scopes: anyToken("users:read"),
    rate: TIER_4,
    required: ["user"],
    formOnly: true,
    run: (call) => {
      const user = findUser(call, call.args.text("user"), () => refusal("user_not_found"));
      return { user: userRecord(call.workspace, user, viewOf(call)) };
    },
  },

  "users.lookupByEmail": {
    scopes: anyToken("users:read.email"),
    rate: TIER_3,
    required: ["email"],
    formOnly: true,
    run: (call) => {
      const email = call.args.text("email")?.toLowerCase();
      const user = [...call.workspace.users.values()].find(
        (each) => !each.deleted && !each.is_bot && each.email?.toLowerCase() === email,
      );
      if (!user) throw refusal("users_not_found");
      return { user: userRecord(call.workspace, user, { ...viewOf(call), email: true }) };
    },
  },

  "users.conversations": {
    scopes: LISTING,
    rate: TIER_3,
    formOnly: true,
    run: (call) => {
      const asked = call.args.text("user");
      const whose = asked ? findUser(call, asked, () => refusal("user_not_found")) : call.actor;
      return listRooms(
        call,
        (room) => isMember(room, whose),
        () => ({}),
      );
    },
  },
};

/** Returns a page of the channels for which `wanted` returns true. */
export function listRooms(
  call: Call,
  wanted: (room: Room) => boolean,
  more: (room: Room) => Record<string, unknown>,
): Record<string, unknown> {
  const { workspace, args, actor } = call;
  const types = args.list("types");
  if (types.some((type) => !KINDS.includes(type))) throw refusal("invalid_types");
  const kinds = (types.length > 0 ? types : ["public_channel"]) as ChannelKind[];
  requireScope(call, ...kinds);
  const visible = [...workspace.rooms.values()].filter(
    (room) =>
      kinds.includes(room.channel.kind) &&
      (room.channel.kind === "public_channel" || isMember(room, actor)) &&
      wanted(room),
  );
  const { items, next_cursor } = page(visible, (room) => room.channel.id, {
    method: call.method,
    cursor: args.text("cursor"),
    limit: clampLimit(args.integer("limit"), 100),
  });
  // Slack removes archived channels from complete pages, so a page can be short or empty although more pages follow.
  const shown = args.flag("exclude_archived") ? items.filter((room) => !room.channel.is_archived) : items;
  return {
    channels: shown.map((room) => ({ ...channelRecord(workspace, room, actor), ...more(room) })),
    response_metadata: { next_cursor },
  };
}
