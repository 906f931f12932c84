import { isMember } from "./call/call.ts";
import type { Message } from "./types.ts";
import { addMessage, nextTs, type Workspace } from "./workspace.ts";

/** Posts all scheduled messages whose time has come, in the order of their times. */
export function deliverDue(workspace: Workspace): void {
  if (workspace.scheduled.length === 0) return;
  const now = workspace.seconds();
  const due = workspace.scheduled
    .filter(({ post_at }) => post_at <= now)
    .sort((a, b) => a.post_at - b.post_at);
  if (due.length === 0) return;
  workspace.scheduled = workspace.scheduled.filter(({ post_at }) => post_at > now);
  for (const { channel_id, post_at, author: id, message } of due) {
    const room = workspace.rooms.get(channel_id);
    const author = workspace.users.get(id);
    // If the author can no longer post to the channel, Slack never posts the message.
    if (!room || !author || room.channel.is_archived || !isMember(room, author)) continue;
    addMessage(room, { ...message, type: "message", ts: nextTs(workspace, room, post_at) } as Message);
  }
}
