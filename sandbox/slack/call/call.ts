import type { Arguments } from "./arguments.ts";
import { type Refusal, refusal } from "./refusal.ts";
import { type Accepted, scopeRefusal } from "./scopes.ts";
import type { ChannelKind, Message, Token, User } from "../types.ts";
import { type Room, type Workspace, findMessage, userOf } from "../workspace.ts";

export interface Call {
  method: string;
  /** The scopes that the method accepts. */
  accepted: Accepted;
  workspace: Workspace;
  args: Arguments;
  token: Token;
  /** The text of the token. Responses and recorded calls must not contain it. */
  secret: string;
  /** The user of the token. */
  actor: User;
  /** Adds a code to the `warning` field of the response. */
  warn(code: string, message?: string): void;
}

export function requireScope(call: Call, ...kinds: ChannelKind[]): void {
  const lacking = scopeRefusal(call.accepted, call.token, kinds);
  if (lacking) throw lacking;
}

export const isMember = (room: Room, user: User): boolean => room.channel.members.includes(user.id);

/** Guests cannot see public channels in which they are not members. */
export function canSee(room: Room, user: User): boolean {
  if (isMember(room, user)) return true;
  return room.channel.kind === "public_channel" && !user.is_restricted && !user.is_ultra_restricted;
}

/** Finds the channel in an argument. Throws if the caller cannot see the channel. */
export function findRoom(call: Call, argument = "channel"): Room {
  const room = call.workspace.rooms.get(call.args.text(argument) ?? "");
  if (!room || !canSee(room, call.actor)) throw refusal("channel_not_found");
  return room;
}

/** Like `findRoom`, but also throws if the token lacks the scope for this kind of channel. */
export function findScopedRoom(call: Call, argument = "channel"): Room {
  const room = findRoom(call, argument);
  requireScope(call, room.channel.kind);
  return room;
}

export function requireMember(call: Call, room: Room): void {
  if (!isMember(room, call.actor)) throw refusal("not_in_channel");
}

export function requireKind(room: Room, ...kinds: ChannelKind[]): void {
  if (!kinds.includes(room.channel.kind)) throw refusal("method_not_supported_for_channel_type");
}

export function requireNotArchived(room: Room, error = "is_archived"): void {
  if (room.channel.is_archived) throw refusal(error);
}

export function findUser(call: Call, id: string | undefined, missing: () => Refusal): User {
  const user = userOf(call.workspace, id);
  if (!user) throw missing();
  return user;
}

/** Finds the message that the arguments `channel` and `timestamp` name. */
export function findItem(call: Call): { room: Room; message: Message } {
  const channel = call.args.text("channel");
  const timestamp = call.args.text("timestamp");
  if (!channel || !timestamp) throw refusal("no_item_specified");
  const room = findRoom(call);
  if (!/^\d+\.\d+$/.test(timestamp)) throw refusal("bad_timestamp");
  const message = findMessage(room, timestamp);
  if (!message) throw refusal("message_not_found");
  return { room, message };
}

export const isStaff = (user: User): boolean =>
  Boolean(user.is_admin || user.is_owner || user.is_primary_owner);
