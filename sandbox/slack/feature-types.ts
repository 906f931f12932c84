import type { Fields } from "./fields.ts";

/** An integration that posts without a bot user, such as an incoming webhook. */
export interface Integration {
  id: string;
  app_id: string;
  name: string;
  /** Seconds since 1970. */
  updated: number;
  deleted?: boolean;
}

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

/** A message that a user saved. */
export interface Star {
  user: string;
  channel: string;
  ts: string;
  /** Seconds since 1970. */
  date_create: number;
}

export interface UserGroup {
  id: string;
  name: string;
  handle: string;
  description: string;
  /** The time at which the group was disabled, in seconds since 1970. 0 if the group is enabled. */
  date_delete: number;
  date_create: number;
  date_update: number;
  created_by: string;
  updated_by: string;
  users: string[];
  /** The channels that members of the group join by default. */
  channels: string[];
}

export interface Reminder {
  id: string;
  creator: string;
  user: string;
  text: string;
  recurring: boolean;
  /** The next time of the reminder, in seconds since 1970. */
  time: number;
  complete_ts: number;
}

/** The content of the app's Home tab for one user. */
export interface HomeView extends Fields {
  id: string;
  hash: string;
}

/** An open modal. `root_view_id`: the first view in the same stack of views. */
export interface Modal extends Fields {
  id: string;
  hash: string;
  root_view_id: string;
}

/** A click of a user. The app gets the trigger id of the click. */
export interface Trigger {
  /** In milliseconds since 1970. */
  expires: number;
  used: boolean;
}

/** A run of the app's step in a workflow. */
export interface Execution {
  id: string;
  state: "running" | "completed" | "failed";
  outputs?: Fields;
  error?: string;
}

export interface ListColumn extends Fields {
  id: string;
  key: string;
  name: string;
  type: string;
  is_primary_column: boolean;
}

export interface ListItem extends Fields {
  id: string;
  list_id: string;
  fields: (Fields & { column_id: string })[];
}

export interface ListContent {
  schema: ListColumn[];
  todo_mode: boolean;
  description_blocks: Fields[];
  items: ListItem[];
  /** The id of the list from which this list was copied. */
  copied_from?: string;
}

/** A link that Slack opened to create a preview. The linked server can then see the whole link. */
export interface Unfurl {
  channel: string;
  ts: string;
  url: string;
}
