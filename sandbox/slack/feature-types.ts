import type { Fields } from "./fields.ts";

/** What posts without a user of its own, such as an incoming webhook. */
export interface Integration {
  id: string;
  app_id: string;
  name: string;
  /** Seconds since the epoch. */
  updated: number;
  deleted?: boolean;
}

/** A field that the workspace adds to its profiles. */
export interface ProfileField {
  id: string;
  ordering: number;
  section_id: string;
  label: string;
  hint: string;
  type: "text" | "date" | "link" | "user" | "options_list";
  is_hidden: boolean;
}

export interface ProfileSection {
  id: string;
  section_type: "contact" | "about_me" | "custom" | "people";
  label: string;
  order: number;
  is_hidden: boolean;
}

/** A message that someone saved. */
export interface Star {
  user: string;
  channel: string;
  ts: string;
  /** Seconds since the epoch. */
  date_create: number;
}

export interface UserGroup {
  id: string;
  name: string;
  handle: string;
  description: string;
  /** Seconds since the epoch; 0 while it is enabled. */
  date_delete: number;
  date_create: number;
  date_update: number;
  created_by: string;
  updated_by: string;
  users: string[];
  /** Channels its members join. */
  channels: string[];
}

export interface Reminder {
  id: string;
  creator: string;
  user: string;
  text: string;
  recurring: boolean;
  /** Seconds since the epoch; of a recurring one the next time. */
  time: number;
  complete_ts: number;
}

/** The Home tab of the app, as one person sees it. */
export interface HomeView extends Fields {
  id: string;
  hash: string;
}

/** An address that Slack fetches to show a preview of: whoever wrote it learns that it was posted. */
export interface Unfurl {
  channel: string;
  ts: string;
  url: string;
}
