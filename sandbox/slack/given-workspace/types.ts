import type { Fields } from "../fields.ts";
import type { User } from "../types.ts";

/** A workspace that a developer describes with the names of people and channels, and without ids. */
export interface SandboxWorkspace {
  /** The name of the workspace. Default: `Sandbox`. */
  name?: string;
  /** The people and bots. A text is the name of a person. */
  users: readonly (string | WorkspaceUser)[];
  /** The channels. A text is the name of a public channel with all users. Default: the channel `general`. */
  channels?: readonly (string | WorkspaceChannel)[];
  messages?: readonly WorkspaceMessage[];
  /** The names of the custom emoji. */
  emoji?: readonly string[];
  /** The person to whom the token `user` belongs. Default: the first person. */
  you?: string;
}

/** A workspace that Slack exported. */
export interface SandboxExport {
  /**
   * The folder with the unpacked files of the export, or an object with the files. A key of this object is a name
   * such as `users.json` or `general/2026-03-12.json`. The value is the text of the file, or the parsed JSON.
   */
  export: string | Readonly<Record<string, unknown>>;
  /** The name of the workspace, which is not part of an export. Default: `Sandbox`. */
  name?: string;
  /** The person to whom the token `user` belongs. Default: the first person. */
  you?: string;
}

/**
 * A person or a bot. `name` is the real name, unless `real_name` is given. The sandbox makes the handle from `name`:
 * `Maya Chen` gets the handle `maya.chen`. The token `bot` belongs to the first bot. If there is no bot, the sandbox
 * adds the bot `assistant`.
 */
export type WorkspaceUser = Partial<User> & {
  name: string;
  /** The name of another company to which the person belongs. */
  company?: string;
};

export interface WorkspaceChannel {
  name: string;
  is_private?: boolean;
  is_archived?: boolean;
  topic?: string;
  purpose?: string;
  /** The names of the members. Default: all users, but people of another company only if the channel is shared. */
  members?: readonly string[];
  /** The names of the other companies with which the channel is shared. */
  shared_with?: readonly string[];
}

/** The fields that messages and replies have. */
export interface WorkspaceReply {
  from: string;
  /** The text in Slack's markup. `@name` mentions a user and `#name` links to a channel. */
  text?: string;
  /**
   * A time such as `2026-03-12T09:30:00Z`, or the age of the message, such as `45m`, `2h` or `3d`. Default: one minute
   * after the previous message.
   */
  at?: string;
  /** The names of the users who reacted, by the name of the emoji. */
  reactions?: Readonly<Record<string, readonly string[]>>;
  files?: readonly WorkspaceFile[];
  /** The name of a bot, if a person posted the message through the bot's app. */
  via?: string;
  /** Blocks and attachments in Slack's own format. */
  blocks?: readonly Fields[];
  attachments?: readonly Fields[];
}

export interface WorkspaceMessage extends WorkspaceReply {
  /** The name of the channel, or the names of all people in a direct message. */
  channel: string | readonly string[];
  replies?: readonly WorkspaceReply[];
  pinned?: boolean;
}

export interface WorkspaceFile {
  name: string;
  title?: string;
  /** The content of a text file. */
  content?: string;
  /** The size of a file without `content`, in bytes. All bytes of such a file are zero. Default: 1024. */
  size?: number;
}
