import type { Call } from "./call/call.ts";
import type { Fields } from "./fields.ts";
import { type Room, addMessage, nextTs } from "./workspace.ts";

/** Posts a system message. The subtypes are the same for public and private channels. */
export function postSystemMessage(
  call: Call,
  room: Room,
  subtype: string,
  text: string,
  more: Fields = {},
): void {
  addMessage(room, {
    type: "message",
    subtype,
    user: call.actor.id,
    text,
    ts: nextTs(call.workspace, room),
    ...more,
  });
}

/** Adds a member, and posts the system message about the new member. */
export function addMember(call: Call, room: Room, user: string): void {
  room.channel.members.push(user);
  postSystemMessage(call, room, "channel_join", `<@${user}> has joined the channel`, {
    user,
    ...(user === call.actor.id ? {} : { inviter: call.actor.id }),
  });
}

/** Removes a member, and posts the system message about the removal. */
export function removeMember(call: Call, room: Room, user: string): void {
  room.channel.members = room.channel.members.filter((member) => member !== user);
  postSystemMessage(call, room, "channel_leave", `<@${user}> has left the channel`, { user });
}
