import { byTs, type Workspace } from "./workspace.ts";
import type { Fields } from "./fields.ts";
import type { Execution, HomeView, Modal, Reminder, Star, Unfurl, UserGroup } from "./feature-types.ts";
import type { Bookmark, Channel, Ephemeral, File, Message, Pin, Scheduled, Team, User } from "./types.ts";

/** All data in the workspace, as plain objects. */
export interface SandboxState {
  team: Team;
  users: User[];
  channels: (Channel & { messages: Message[]; pins: Pin[]; bookmarks: Bookmark[] })[];
  files: File[];
  usergroups: UserGroup[];
  reminders: Reminder[];
  stars: Star[];
  /** The app's Home tabs, by user id. */
  homes: Record<string, HomeView>;
  /** The open modals, the oldest first. */
  modals: Modal[];
  /** The suggested prompts of threads with the app, by channel id. */
  prompts: Record<string, Fields>;
  /** The runs of the app's steps in workflows. */
  executions: Execution[];
  /** The links that Slack opened to create previews. */
  unfurls: Unfurl[];
  /** The ids of the users who set their presence to `away`. */
  away: string[];
  /** The end of each user's snooze, in seconds since 1970, by user id. */
  snoozes: Record<string, number>;
  scheduled: Omit<Scheduled, "author">[];
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
    usergroups: [...workspace.usergroups.values()],
    reminders: [...workspace.reminders.values()],
    stars: workspace.stars,
    homes: Object.fromEntries(workspace.homes),
    modals: workspace.modals,
    prompts: Object.fromEntries(workspace.prompts),
    executions: [...workspace.executions.values()],
    unfurls: workspace.unfurls,
    away: [...workspace.away],
    snoozes: Object.fromEntries(workspace.snoozes),
    scheduled: workspace.scheduled.map(({ author: _author, ...scheduled }) => scheduled),
    ephemeral: workspace.ephemeral,
  });
}
