import { isDict, stringAt } from "../../../src/core/ground/json.ts";
import type { Fields } from "../fields.ts";
import type { File, Message, Note, User } from "../types.ts";

// The records of an export have the format of Slack's API.

export function exportedUser(record: Fields): User {
  const profile = isDict(record["profile"]) ? record["profile"] : {};
  const text = (name: string) => stringAt(profile, name) ?? stringAt(record, name);
  const name = text("name") ?? String(record["id"]).toLowerCase();
  const bot_id = text("bot_id");
  return {
    id: String(record["id"]),
    name,
    real_name: text("real_name") ?? name,
    ...pick(profile, [
      "display_name",
      "email",
      "title",
      "phone",
      "status_text",
      "status_emoji",
      "status_expiration",
    ]),
    ...pick(profile, ["pronouns", "start_date"]),
    ...(isDict(profile["fields"]) ? { fields: profile["fields"] as User["fields"] & object } : {}),
    ...pick(record, ["tz", "deleted", "is_admin", "is_owner", "is_primary_owner", "is_restricted"]),
    ...pick(record, ["is_ultra_restricted", "is_bot", "updated"]),
    ...(bot_id === undefined ? {} : { bot_id, app_id: text("api_app_id") ?? "" }),
  };
}

export const exportedNote = (note: unknown): Note => ({
  value: stringAt(note, "value") ?? "",
  creator: stringAt(note, "creator") ?? "",
  last_set: isDict(note) ? Number(note["last_set"] ?? 0) : 0,
});

/** The fields that the sandbox computes itself, and the fields that only exports have. */
const COMPUTED: ReadonlySet<string> = new Set(
  `user_profile user_team source_team replies reply_count reply_users reply_users_count latest_reply is_locked
  subscribed last_read unread_count parent_user_id pinned_to pinned_info root permalink`.split(/\s+/),
);

export function exportedMessage(record: Fields): Message {
  const kept = Object.entries(record).filter(([name]) => !COMPUTED.has(name));
  return { type: "message", text: "", ...Object.fromEntries(kept) } as Message;
}

/** The sandbox replaces these fields with its own addresses and formats. */
const FILE_ADDRESSES =
  /^(url_|permalink|thumb_|deanimate|pjpeg|shares$|channels$|groups$|ims$|has_rich_preview$)/;

/** Converts an exported file. Returns undefined if only the id is known, such as for a deleted file. */
export function exportedFile(record: Fields): File | undefined {
  const name = stringAt(record, "name") ?? stringAt(record, "title");
  if (name === undefined) return undefined;
  const text = (field: string) => stringAt(record, field) ?? "";
  const number = (field: string) => Number(record[field] ?? 0);
  return {
    id: text("id"),
    created: number("created"),
    name,
    title: text("title") || name,
    mimetype: text("mimetype"),
    filetype: text("filetype"),
    pretty_type: text("pretty_type"),
    user: text("user"),
    size: number("size"),
    ...(record["original_w"] ? { width: number("original_w"), height: number("original_h") } : {}),
    shares: {},
    more: Object.fromEntries(Object.entries(record).filter(([field]) => !FILE_ADDRESSES.test(field))),
  };
}

/** Copies fields of a record. Leaves out fields that are undefined or null. */
function pick<K extends keyof User>(record: Fields, names: readonly K[]): Pick<User, K> {
  const found = names.filter((name) => record[name] !== undefined && record[name] !== null);
  return Object.fromEntries(found.map((name) => [name, record[name]])) as Pick<User, K>;
}
