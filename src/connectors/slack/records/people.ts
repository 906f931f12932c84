import type { Zod } from "../../../core/contract/action.ts";
import { unixTime } from "./unix-time.ts";

// Schemas of user groups, profiles, bots and the workspace. https://docs.slack.dev/reference/objects

const text = (z: Zod) => z.string().nullish();
const flag = (z: Zod) => z.boolean().nullish();
const count = (z: Zod) => z.number().nullish();

export const UserGroup = (z: Zod) =>
  z.object({
    id: z.string(),
    name: text(z),
    handle: text(z),
    description: text(z),
    user_count: z.union([z.number(), z.string()]).nullish(),
    users: z.array(z.string()).nullish(),
    date_delete: unixTime(z).describe("Not 0 if disabled."),
    prefs: z.object({ channels: z.array(z.string()).nullish() }).nullish(),
  });

export const Profile = (z: Zod) =>
  z.object({
    real_name: text(z),
    display_name: text(z),
    title: text(z),
    email: text(z),
    phone: text(z),
    status_text: text(z),
    status_emoji: text(z),
    status_expiration: unixTime(z),
    pronouns: text(z),
    fields: z.record(z.string(), z.object({ value: text(z), alt: text(z), label: text(z) })).nullish(),
  });

export const Reminder = (z: Zod) =>
  z.object({
    id: z.string(),
    text: text(z),
    user: text(z),
    creator: text(z),
    recurring: flag(z),
    time: unixTime(z),
    complete_ts: unixTime(z),
  });

export const Snooze = (z: Zod) =>
  z.object({
    dnd_enabled: flag(z),
    next_dnd_start_ts: unixTime(z),
    next_dnd_end_ts: unixTime(z),
    snooze_enabled: flag(z),
    snooze_endtime: unixTime(z),
    snooze_remaining: count(z),
  });

export const Presence = (z: Zod) =>
  z.object({
    presence: text(z),
    online: flag(z),
    auto_away: flag(z),
    manual_away: flag(z),
    connection_count: count(z),
    last_activity: unixTime(z),
  });

export const Bot = (z: Zod) =>
  z.object({
    id: z.string(),
    name: text(z),
    app_id: text(z),
    user_id: text(z),
    deleted: flag(z),
  });

export const Workspace = (z: Zod) =>
  z.object({
    id: z.string(),
    name: text(z),
    domain: text(z),
    url: text(z),
    email_domain: text(z),
    enterprise_id: text(z),
    enterprise_name: text(z),
  });
