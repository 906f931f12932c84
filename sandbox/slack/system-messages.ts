import type { Call } from "./call.ts";
import type { Fields } from "./fields.ts";
import { type Room, addMessage, nextTs } from "./workspace.ts";

/** Writes into the channel what Slack itself writes when something happens to it; private ones have the same subtypes. */
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

/** Adds a member, with the message that Slack writes about it. */
export function addMember(call: Call, room: Room, user: string): void {
  room.channel.members.push(user);
  postSystemMessage(call, room, "channel_join", `<@${user}> has joined the channel`, {
    user,
    ...(user === call.actor.id ? {} : { inviter: call.actor.id }),
  });
}

/** Takes a member out, likewise. */
export function removeMember(call: Call, room: Room, user: string): void {
  room.channel.members = room.channel.members.filter((member) => member !== user);
  postSystemMessage(call, room, "channel_leave", `<@${user}> has left the channel`, { user });
}
