import { type Call, findRoom, isMember, requireNotArchived } from "./call.ts";
import { refusal } from "./refusal.ts";
import { type Room, type Workspace, addRoom } from "./workspace.ts";

/**
 * Returns the channel to which a message is posted. The argument `channel` is a channel id, a `#name` or a user id. If
 * the argument is a user id, opens the direct message with the user.
 */
export function findPostableRoom(call: Call): Room {
  const named = call.args.text("channel") ?? "";
  const user = call.workspace.users.get(named);
  const room = user
    ? directRoom(call.workspace, call.actor.id, user.id)
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

/** Returns the direct message between two users. Creates the direct message if it does not exist. */
export function directRoom(workspace: Workspace, one: string, other: string): Room {
  return (
    findDirectRoom(workspace, one, other) ??
    addRoom(workspace, {
      id: workspace.newId("D0"),
      name: "",
      kind: "im",
      creator: one,
      created: workspace.seconds(),
      members: [one, other],
    })
  );
}

export function findDirectRoom(workspace: Workspace, one: string, other: string): Room | undefined {
  return [...workspace.rooms.values()].find(
    ({ channel }) =>
      channel.kind === "im" && channel.members.includes(one) && channel.members.includes(other),
  );
}
