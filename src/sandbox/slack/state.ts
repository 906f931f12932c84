import { byTs, type Workspace } from "./workspace.ts";
import type { Bookmark, Channel, Ephemeral, File, Message, Pin, Scheduled, Team, User } from "./types.ts";

/** The workspace as plain data. */
export interface SandboxState {
  team: Team;
  users: User[];
  channels: (Channel & { messages: Message[]; pins: Pin[]; bookmarks: Bookmark[] })[];
  files: File[];
  scheduled: Omit<Scheduled, "token">[];
  ephemeral: Ephemeral[];
}

export function snapshot(workspace: Workspace): SandboxState {
  return structuredClone({
    team: workspace.team,
    users: [...workspace.users.values()],
    channels: [...workspace.rooms.values()].map(({ channel, messages, pins, bookmarks }) => ({
      ...channel,
      messages: [...messages].sort(byTs),
      pins,
      bookmarks,
    })),
    files: [...workspace.files.values()],
    scheduled: workspace.scheduled.map(({ token: _token, ...scheduled }) => scheduled),
    ephemeral: workspace.ephemeral,
  });
}
