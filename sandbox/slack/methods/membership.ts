import { addMember, removeMember } from "../system-messages.ts";
import {
  type Call,
  findScopedRoom,
  findUser,
  isMember,
  requireNotArchived,
  requireKind,
  requireMember,
  requireScope,
} from "../call/call.ts";
import type { Fields } from "../fields.ts";
import { channelRecord, readingRecord } from "../records/channel.ts";
import { invalidArguments, refusal } from "../call/refusal.ts";
import { type Room, addRoom } from "../workspace.ts";
import { directChannel, findDirectRoom } from "../postable-rooms.ts";
import type { Method } from "../call/method.ts";
import { TIER_2, TIER_3 } from "../call/rate-limits.ts";
import { MANAGING, OPENING } from "../call/scopes.ts";

const INVITES = ["channels:write.invites", "groups:write.invites"];
const INVITING = { bot: [...INVITES, ...OPENING.bot], user: [...INVITES, ...OPENING.user] };

const MAX_INVITED = 100;

const MAX_GROUP = 8;

/** Methods for members of channels, and for direct messages. */
export const membership: Record<string, Method> = {
  "conversations.invite": {
    scopes: INVITING,
    rate: TIER_3,
    required: ["channel"],
    run: (call) => {
      const room = findScopedRoom(call);
      requireKind(room, "public_channel", "private_channel");
      requireMember(call, room);
      requireNotArchived(room);
      const invited = [...new Set(call.args.list("users"))];
      if (invited.length === 0) throw refusal("no_user");
      if (invited.length > MAX_INVITED)
        throw invalidArguments(`no more than ${MAX_INVITED} items allowed [json-pointer:/users]`);
      const errors = invited.flatMap((user) => {
        const error = inviteProblem(call, room, user);
        return error ? [{ user, ok: false, error }] : [];
      });
      const failed = errors[0];
      const valid = invited.filter((user) => !errors.some((error) => error.user === user));
      if (failed && !(call.args.flag("force") && valid.length > 0)) throw refusal(failed.error, { errors });
      for (const user of valid) addMember(call, room, user);
      const channel = channelRecord(call.workspace, room, call.actor);
      const { last_read } = readingRecord(call.workspace, room, call.actor);
      return { channel: { ...channel, last_read }, ...(failed ? { errors } : {}) };
    },
  },

  "conversations.kick": {
    scopes: { bot: ["channels:manage", "groups:write"], user: ["channels:write", "groups:write"] },
    rate: TIER_3,
    required: ["channel", "user"],
    run: (call) => {
      const room = findScopedRoom(call);
      requireKind(room, "public_channel", "private_channel");
      requireMember(call, room);
      const user = findUser(call, call.args.text("user"), () => refusal("user_not_found"));
      if (user.id === call.actor.id) throw refusal("cant_kick_self");
      if (room.channel.is_general) throw refusal("cant_kick_from_general");
      if (!isMember(room, user)) throw refusal("not_in_channel");
      removeMember(call, room, user.id);
      return { errors: {} };
    },
  },

  "conversations.join": {
    scopes: { bot: ["channels:join"], user: ["channels:write"] },
    rate: TIER_3,
    required: ["channel"],
    run: (call) => {
      const room = findScopedRoom(call);
      requireKind(room, "public_channel");
      requireNotArchived(room);
      if (isMember(room, call.actor)) call.warn("already_in_channel");
      else addMember(call, room, call.actor.id);
      return { channel: channelRecord(call.workspace, room, call.actor) };
    },
  },

  "conversations.leave": {
    scopes: MANAGING,
    rate: TIER_3,
    required: ["channel"],
    run: (call) => {
      const room = findScopedRoom(call);
      requireKind(room, "public_channel", "private_channel");
      requireNotArchived(room);
      if (room.channel.is_general) throw refusal("cant_leave_general");
      // No other response of Slack has `ok: false` without an error code.
      if (!isMember(room, call.actor)) return { ok: false, not_in_channel: true };
      if (room.channel.members.length === 1 && room.channel.kind === "private_channel")
        throw refusal("last_member");
      removeMember(call, room, call.actor.id);
      return {};
    },
  },

  "conversations.open": {
    scopes: OPENING,
    rate: TIER_3,
    run: (call) => {
      const named = call.args.text("channel");
      if (named) {
        const room = findScopedRoom(call);
        requireKind(room, "im", "mpim");
        return openResult(call, room, true);
      }
      const ids = [...new Set(call.args.list("users"))];
      if (ids.length === 0) throw refusal("users_list_not_supplied");
      if (ids.length > MAX_GROUP) throw refusal("too_many_users");
      const people = ids.map((id) => findUser(call, id, () => refusal("user_not_found")));
      if (people.some(({ deleted }) => deleted)) throw refusal("user_disabled");
      requireScope(call, ids.length === 1 ? "im" : "mpim");
      const { workspace, actor } = call;
      const members = [...new Set([actor, ...people])];
      const existing = findDirectRoom(workspace, members);
      if (!existing && call.args.flag("prevent_creation")) throw refusal("channel_not_found");
      const id = (): string => workspace.newId(members.length > 2 ? "C0" : "D0");
      const room = existing ?? addRoom(workspace, directChannel(id(), members, workspace.seconds()));
      return openResult(call, room, existing !== undefined);
    },
  },

  "conversations.close": {
    scopes: MANAGING,
    rate: TIER_2,
    required: ["channel"],
    run: (call) => {
      const room = findScopedRoom(call);
      requireKind(room, "im", "mpim");
      if (!isMember(room, call.actor)) throw refusal("user_does_not_own_channel");
      if (room.closed.has(call.actor.id)) return { no_op: true, already_closed: true };
      room.closed.add(call.actor.id);
      return {};
    },
  },
};

function inviteProblem({ workspace, actor }: Call, room: Room, id: string): string | undefined {
  const user = workspace.users.get(id);
  if (!user) return "user_not_found";
  if (id === actor.id) return "cant_invite_self";
  if (user.deleted || id === "USLACKBOT") return "cant_invite";
  if (user.team_id !== undefined && !room.channel.connected_team_ids?.includes(user.team_id))
    return "cant_invite";
  if (isMember(room, user)) return "already_in_channel";
  const elsewhere = [...workspace.rooms.values()].some(
    (other) => isMember(other, user) && other.channel.kind !== "im" && other.channel.kind !== "mpim",
  );
  return user.is_ultra_restricted && elsewhere ? "ura_max_channels" : undefined;
}

function openResult(call: Call, room: Room, existing: boolean): Fields {
  const already = existing && !room.closed.delete(call.actor.id);
  const full = call.args.flag("return_im");
  return {
    ...(already ? { no_op: true, already_open: true } : {}),
    channel: full
      ? {
          ...channelRecord(call.workspace, room, call.actor),
          ...readingRecord(call.workspace, room, call.actor),
        }
      : { id: room.channel.id },
  };
}
