import type {
  Integration,
  ListContent,
  ProfileField,
  ProfileSection,
  Reminder,
  Star,
  UserGroup,
} from "./feature-types.ts";
import type { Fields } from "./fields.ts";

export interface Team {
  id: string;
  name: string;
  /** The first part of the workspace's host, such as `acme` in `acme.slack.com`. */
  domain: string;
  email_domain: string;
}

/** An Enterprise organization for which the app is installed. */
export interface Enterprise {
  id: string;
  name: string;
  /** The first part of the organization's host, such as `acme` in `acme.enterprise.slack.com`. */
  domain: string;
}

export interface User {
  id: string;
  /** The unique handle, in lower case. */
  name: string;
  real_name: string;
  display_name?: string;
  email?: string;
  title?: string;
  phone?: string;
  tz?: string;
  status_text?: string;
  status_emoji?: string;
  /** In seconds since 1970. If this time is 0 or absent, the status never expires. */
  status_expiration?: number;
  pronouns?: string;
  start_date?: string;
  /** The custom profile fields, by field id. */
  fields?: Record<string, { value: string; alt: string }>;
  /** The presence of the user until a call sets another presence. Default: `active`. */
  presence?: "active" | "away";
  deleted?: boolean;
  is_admin?: boolean;
  is_owner?: boolean;
  is_primary_owner?: boolean;
  /** A guest in several channels. */
  is_restricted?: boolean;
  /** A guest in a single channel. */
  is_ultra_restricted?: boolean;
  is_bot?: boolean;
  bot_id?: string;
  app_id?: string;
  /** The id of the workspace of a person of another company. Default: the sandbox's own workspace. */
  team_id?: string;
  /** Seconds since 1970. */
  updated?: number;
}

export type ChannelKind = "public_channel" | "private_channel" | "mpim" | "im";

export interface Note {
  value: string;
  /** The id of the user who set the value, or an empty text. */
  creator: string;
  /** In seconds since 1970. 0 if the value was never set. */
  last_set: number;
}

export interface Channel {
  id: string;
  /** A direct message has an empty name. */
  name: string;
  kind: ChannelKind;
  creator: string;
  /** Seconds since 1970. */
  created: number;
  members: string[];
  topic: Note;
  purpose: Note;
  previous_names: string[];
  is_general: boolean;
  is_archived: boolean;
  /** The ids of the other companies' workspaces with which the channel is shared. */
  connected_team_ids?: string[];
  /** The ids of the other companies' workspaces that have not accepted the invitation yet. */
  pending_connected_team_ids?: string[];
  /** The ids of the other workspaces of the own organization with which the channel is shared. */
  org_team_ids?: string[];
}

export interface Reaction {
  name: string;
  users: string[];
  count: number;
}

/** A stored message. Responses contain more fields, about the message's thread and pins. */
export interface Message extends Fields {
  type: "message";
  ts: string;
  text: string;
  user?: string;
  subtype?: string;
  thread_ts?: string;
  blocks?: Fields[];
  attachments?: Fields[];
  files?: Fields[];
  reactions?: Reaction[];
}

/** `previous`: a copy of the message before the change. */
export type MessageChange =
  | { kind: "added"; message: Message }
  | { kind: "changed"; message: Message; previous: Message }
  | { kind: "deleted"; previous: Message };

export interface Pin {
  ts: string;
  created: number;
  created_by: string;
}

export interface Bookmark {
  id: string;
  channel_id: string;
  title: string;
  link: string;
  emoji: string;
  icon_url: string;
  type: "link";
  entity_id: null;
  date_created: number;
  date_updated: number;
  rank: string;
  last_updated_by_user_id: string;
  last_updated_by_team_id: string;
  shortcut_id: null;
  app_id: string | null;
}

export interface File {
  id: string;
  created: number;
  name: string;
  title: string;
  mimetype: string;
  filetype: string;
  pretty_type: string;
  user: string;
  size: number;
  /** The size in pixels. */
  width?: number;
  height?: number;
  /** The text of a snippet. */
  content?: string;
  canvas?: Section[];
  /** The alternative text for screen readers. */
  alt_txt?: string;
  /** Whether anyone with the public link can read the file. */
  public?: boolean;
  /** More fields of the file in responses. They do not replace other fields. */
  more?: Fields;
  list?: ListContent;
  /** The access to the file, by the id of a channel or a user. */
  access?: Record<string, "read" | "write">;
  /** The `ts` of each message that shares the file, by channel id. */
  shares: Record<string, string[]>;
}

export interface Scheduled {
  id: string;
  channel_id: string;
  /** Seconds since 1970. */
  post_at: number;
  date_created: number;
  /** The id of the user whose token scheduled the message. Only the tokens of this user can list the message. */
  author: string;
  message: Fields & { text: string };
}

export interface Ephemeral {
  channel: string;
  /** The only user who can see the message. */
  user: string;
  message: Message;
}

export type TokenKind = "bot" | "user" | "app";

export interface Token {
  kind: TokenKind;
  user: string;
  scopes: string[];
  /** In milliseconds since 1970. */
  expires?: number;
  /** Whether the token was exchanged for rotating tokens. */
  exchanged?: boolean;
  /** The error code that every call with this token gets. */
  refused?: "token_revoked" | "token_expired" | "account_inactive";
}

/** The data that a sandbox starts with, as plain objects. */
export interface Seed {
  team: Team;
  /** The workspaces of other companies. */
  teams: Team[];
  users: User[];
  channels: (Pick<Channel, "id" | "name" | "kind" | "creator" | "created" | "members"> & Partial<Channel>)[];
  /** The messages by channel id, in any order. A reply has the field `thread_ts`. */
  messages: Record<string, Message[]>;
  pins: Record<string, Pin[]>;
  bookmarks: Bookmark[];
  files: File[];
  bots: Integration[];
  usergroups: UserGroup[];
  reminders: Reminder[];
  stars: Star[];
  /** The custom emoji by name. A value is the address of an image, or `alias:` and the name of another emoji. */
  emoji: Record<string, string>;
  profile: { fields: ProfileField[]; sections: ProfileSection[] };
  /** The tokens by their text, such as `xoxb-sandbox-bot`. */
  tokens: Record<string, Token>;
}

/** Changes to a seed. A record with the id or the `ts` of a default record changes that record. Others are added. */
export type SeedChanges = { [Part in keyof Seed]?: DeepPartial<Seed[Part]> };

type DeepPartial<T> = T extends object ? { [Key in keyof T]?: DeepPartial<T[Key]> } : T;

/** A section of a canvas, such as a paragraph, an item of a list or a cell of a table. */
export interface Section {
  id: string;
  /** The text of the section, without the marker of an item, such as `-`. */
  markdown: string;
  /** `kind` is 5 for bullets, 6 for numbers and 7 for a checklist. */
  item?: { list: string; depth: number; kind: number; checked: boolean };
  cell?: { table: string; row: number };
}

/** An upload that is not completed yet. */
export interface Upload {
  file: File;
  /** The last part of the upload address. */
  ticket: string;
  /** The file size in bytes that the client announced. */
  length: number;
  snippet: boolean;
  sent: boolean;
}
