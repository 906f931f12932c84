import { type Call, findRoom, isMember, requireNotArchived } from "./call/call.ts";
import { refusal } from "./call/refusal.ts";
import type { Seed, User } from "./types.ts";
import { type Room, type Workspace, addRoom } from "./workspace.ts";

/** Finds the channel of a channel id or a `#name`. For a user id, opens the direct message with the user. */
export function findPostableRoom(call: Call): Room {
  const named = call.args.text("channel") ?? "";
  const user = call.workspace.users.get(named);
  // With the token of an organization, Slack accepts no names of channels.
  if (call.workspace.enterprise && !user && roomByName(call.workspace, named))
    throw refusal("team_not_found");
  const room = user
    ? directRoom(call.workspace, call.actor, user)
    : (roomByName(call.workspace, named) ?? findRoom(call));
  const member = isMember(room, call.actor);
  if (!member && room.channel.kind !== "public_channel") throw refusal("channel_not_found");
  requireNotArchived(room);
  if (!member && !(call.token.kind === "bot" && call.token.scopes.includes("chat:write.public"))) {
    throw refusal("not_in_channel");
  }
  return room;
}

export const roomByName = (workspace: Workspace, name: string): Room | undefined =>
  name === ""
    ? undefined
    : [...workspace.rooms.values()].find((room) => room.channel.name === name.replace(/^#/, ""));

/**
 * Finds or creates a direct message. `one` and `other` can be the same user, because every user has a direct message
 * with themselves.
 */
export function directRoom(workspace: Workspace, one: User, other: User): Room {
  const members = one === other ? [one] : [one, other];
  return (
    findDirectRoom(workspace, members) ??
    addRoom(workspace, directChannel(workspace.newId("D0"), members, workspace.seconds()))
  );
}

/** Returns the direct message with exactly these members. */
export function findDirectRoom(workspace: Workspace, members: readonly User[]): Room | undefined {
  return [...workspace.rooms.values()].find(
    ({ channel }) =>
      (channel.kind === "im" || channel.kind === "mpim") &&
      channel.members.length === members.length &&
      members.every(({ id }) => channel.members.includes(id)),
  );
}

/** Returns a direct message or, for more than two users, a group direct message. The first user is the creator. */
export function directChannel(
  id: string,
  members: readonly User[],
  created: number,
): Seed["channels"][number] {
  const creator = members[0]?.id ?? "";
  const shared = { id, creator, created, members: members.map((member) => member.id) };
  if (members.length <= 2) return { ...shared, name: "", kind: "im" };
  const names = members.map(({ name }) => name);
  const note = { creator, last_set: created };
  return {
    ...shared,
    name: `mpdm-${names.join("--")}-1`,
    kind: "mpim",
    topic: { value: "Group messaging", ...note },
    purpose: { value: `Group messaging with: ${names.map((name) => `@${name}`).join(" ")}`, ...note },
  };
}
