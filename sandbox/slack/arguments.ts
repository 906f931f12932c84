import type { Fields } from "./fields.ts";
import { invalidArguments } from "./refusal.ts";

/** The required arguments of each method. Arguments with their own error code are checked by the method instead. */
export const requiredArguments: Readonly<Record<string, readonly string[]>> = {
  "bookmarks.add": ["channel_id", "title", "type"],
  "bookmarks.edit": ["bookmark_id", "channel_id"],
  "bookmarks.list": ["channel_id"],
  "bookmarks.remove": ["channel_id", "bookmark_id"],
  "canvases.delete": ["canvas_id"],
  "canvases.edit": ["canvas_id", "changes"],
  "canvases.sections.lookup": ["canvas_id", "criteria"],
  "chat.delete": ["channel", "ts"],
  "chat.deleteScheduledMessage": ["channel", "scheduled_message_id"],
  "chat.getPermalink": ["channel", "message_ts"],
  "chat.meMessage": ["channel"],
  "chat.postEphemeral": ["channel", "user"],
  "chat.postMessage": ["channel"],
  "chat.scheduleMessage": ["channel", "post_at"],
  "chat.update": ["channel", "ts"],
  "conversations.archive": ["channel"],
  "conversations.close": ["channel"],
  "conversations.history": ["channel"],
  "conversations.info": ["channel"],
  "conversations.invite": ["channel"],
  "conversations.join": ["channel"],
  "conversations.kick": ["channel", "user"],
  "conversations.leave": ["channel"],
  "conversations.mark": ["channel", "ts"],
  "conversations.members": ["channel"],
  "conversations.rename": ["channel", "name"],
  "conversations.replies": ["channel", "ts"],
  "conversations.setPurpose": ["channel", "purpose"],
  "conversations.setTopic": ["channel", "topic"],
  "conversations.unarchive": ["channel"],
  "files.completeUploadExternal": ["files"],
  "files.delete": ["file"],
  "files.info": ["file"],
  "files.revokePublicURL": ["file"],
  "files.sharedPublicURL": ["file"],
  "pins.add": ["channel"],
  "pins.list": ["channel"],
  "pins.remove": ["channel"],
  "reactions.add": ["name"],
  "reactions.remove": ["name"],
  "reminders.add": ["text", "time"],
  "reminders.complete": ["reminder"],
  "reminders.delete": ["reminder"],
  "reminders.info": ["reminder"],
  "usergroups.disable": ["usergroup"],
  "usergroups.enable": ["usergroup"],
  "usergroups.update": ["usergroup"],
  "usergroups.users.list": ["usergroup"],
  "usergroups.users.update": ["usergroup"],
  "users.info": ["user"],
  "users.lookupByEmail": ["email"],
  "users.setPresence": ["presence"],
  "views.publish": ["user_id", "view"],
};

/** The methods that ignore a JSON body. They read arguments only from a form or the query. */
export const formOnlyMethods: ReadonlySet<string> = new Set([
  "auth.teams.list",
  "bots.info",
  "chat.getPermalink",
  "conversations.info",
  "conversations.list",
  "conversations.members",
  "conversations.replies",
  "dnd.info",
  "emoji.list",
  "files.getUploadURLExternal",
  "files.info",
  "files.list",
  "oauth.v2.access",
  "oauth.v2.exchange",
  "pins.list",
  "reactions.get",
  "reactions.list",
  "reminders.info",
  "reminders.list",
  "search.all",
  "search.files",
  "search.messages",
  "stars.list",
  "team.profile.get",
  "usergroups.list",
  "usergroups.users.list",
  "users.conversations",
  "users.getPresence",
  "users.info",
  "users.list",
  "users.lookupByEmail",
  "users.profile.get",
]);

/** Reads the arguments of a call. In a form they are text, in JSON any value. */
export interface Arguments {
  all: Fields;
  text(name: string): string | undefined;
  flag(name: string): boolean;
  integer(name: string): number | undefined;
  /** A list, given as comma-separated text or as a JSON array. */
  list(name: string): string[];
  /** A JSON value, or the JSON text of one. Undefined if absent. It throws if the text is not JSON. */
  json(name: string): unknown;
}

export function readArguments(all: Fields): Arguments {
  const text = (name: string): string | undefined => {
    const value = all[name];
    return value === undefined || value === null
      ? undefined
      : typeof value === "string"
        ? value
        : String(value);
  };
  return {
    all,
    text,
    flag: (name) => /^(true|1)$/i.test(text(name) ?? ""),
    integer: (name) => {
      const value = text(name)?.trim();
      if (value === undefined || value === "") return undefined;
      if (!/^-?\d+$/.test(value)) throw invalidArguments(`must be an integer [json-pointer:/${name}]`);
      return Number(value);
    },
    list: (name) => {
      const value = all[name];
      const items = Array.isArray(value) ? value.map(String) : (text(name) ?? "").split(",");
      return items.map((item) => item.trim()).filter((item) => item !== "");
    },
    json: (name) => {
      const value = all[name];
      if (value === undefined || value === null || value === "") return undefined;
      return typeof value === "string" ? (JSON.parse(value) as unknown) : value;
    },
  };
}

export function missingArguments(method: string, all: Fields): string[] {
  return (requiredArguments[method] ?? []).filter(
    (name) => all[name] === undefined || all[name] === null || (all[name] === "" && !MAY_BE_EMPTY.has(name)),
  );
}

/** The arguments for which an empty value clears the stored value. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(["topic", "purpose"]);
