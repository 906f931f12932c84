import type {
  Integration,
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
  /** `acme` for acme.slack.com. */
  domain: string;
  email_domain: string;
}

export interface User {
  id: string;
  /** The handle: lower case, unique. */
  name: string;
  real_name: string;
  display_name?: string;
  email?: string;
  title?: string;
  phone?: string;
  tz?: string;
  status_text?: string;
  status_emoji?: string;
  /** Seconds since the epoch when the status goes away; 0 or absent: never. */
  status_expiration?: number;
  pronouns?: string;
  start_date?: string;
  /** What they say in the fields the workspace added, by the field's id. */
  fields?: Record<string, { value: string; alt: string }>;
  /** Whether they are at their desk, as long as they do not say themselves. Default: active. */
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
  /** Seconds since the epoch. */
  updated?: number;
}

export type ChannelKind = "public_channel" | "private_channel" | "mpim" | "im";

export interface Note {
  value: string;
  /** User id, or empty. */
  creator: string;
  /** Seconds since the epoch, or 0. */
  last_set: number;
}

export interface Channel {
  id: string;
  /** Empty for direct messages. */
  name: string;
  kind: ChannelKind;
  creator: string;
  /** Seconds since the epoch. */
  created: number;
  members: string[];
  topic: Note;
  purpose: Note;
  previous_names: string[];
  is_general: boolean;
  is_archived: boolean;
}

export interface Reaction {
  name: string;
  users: string[];
  count: number;
}

/** A message as the wire shows it; what depends on the thread or on pins is added when it is read. */
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
  /** Pixels, for images. */
  width?: number;
  height?: number;
  /** The text of a snippet. */
  content?: string;
  /** Of a document, its parts. */
  canvas?: Section[];
  /** What those read who cannot see it. */
  alt_txt?: string;
  /** Whether anyone with its public address may read it. */
  public?: boolean;
  /** Where it was shared: channel id to message ts. */
  shares: Record<string, string[]>;
}

/** A message that waits for its time. */
export interface Scheduled {
  id: string;
  channel_id: string;
  /** Seconds since the epoch. */
  post_at: number;
  date_created: number;
  /** The token that scheduled it: only the same one sees it. */
  token: string;
  message: Fields & { text: string };
}

export interface Ephemeral {
  channel: string;
  /** Who alone sees it. */
  user: string;
  message: Message;
}

export type TokenKind = "bot" | "user" | "app";

export interface Token {
  kind: TokenKind;
  /** User id of whom the token acts as. */
  user: string;
  scopes: string[];
  /** When it stops working, in milliseconds since the epoch. */
  expires?: number;
  /** Whether it was exchanged for tokens that expire. */
  exchanged?: boolean;
  /** The error every call with it gets. */
  refused?: "token_revoked" | "token_expired" | "account_inactive";
}

/** A workspace as plain data. */
export interface Seed {
  team: Team;
  users: User[];
  channels: (Pick<Channel, "id" | "name" | "kind" | "creator" | "created" | "members"> & Partial<Channel>)[];
  /** By channel id, in any order; replies carry `thread_ts`. */
  messages: Record<string, Message[]>;
  pins: Record<string, Pin[]>;
  bookmarks: Bookmark[];
  files: File[];
  bots: Integration[];
  usergroups: UserGroup[];
  reminders: Reminder[];
  stars: Star[];
  /** Custom emoji: an address, or `alias:name`. */
  emoji: Record<string, string>;
  profile: { fields: ProfileField[]; sections: ProfileSection[] };
  /** By token value. */
  tokens: Record<string, Token>;
}

/** A part of a seed: records are merged with the default ones of the same id (or ts), new ones are added. */
export type SeedChanges = { [Part in keyof Seed]?: DeepPartial<Seed[Part]> };

type DeepPartial<T> = T extends object ? { [Key in keyof T]?: DeepPartial<T[Key]> } : T;

/** A part of a canvas: what stands between two blank lines. */
export interface Section {
  id: string;
  markdown: string;
}

/** A file that is announced, and perhaps sent, but not yet completed. */
export interface Upload {
  file: File;
  /** The last part of the address its bytes go to. */
  ticket: string;
  /** The announced size. */
  length: number;
  snippet: boolean;
  sent: boolean;
}
