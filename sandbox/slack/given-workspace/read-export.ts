import { isDict, show, stringAt } from "../../../src/core/ground/json.ts";
import { optionError } from "../../../src/core/ground/read-options.ts";
import { EMOJI_NAMES } from "../content/emoji-names.ts";
import type { Integration } from "../feature-types.ts";
import type { Fields } from "../fields.ts";
import type { ChannelKind, File, Message, Pin, Seed, User } from "../types.ts";
import { toMicros } from "../workspace.ts";
import { openExport, type ExportFiles } from "./export-files.ts";
import { exportedFile, exportedMessage, exportedNote, exportedUser } from "./exported-records.ts";
import { completeUsers, type GivenUsers } from "./read-users.ts";

/** The files that list the conversations of an export, with the kind of conversation. */
const LISTS: readonly [file: string, kind: ChannelKind][] = [
  ["channels.json", "public_channel"],
  ["groups.json", "private_channel"],
  ["mpims.json", "mpim"],
  ["dms.json", "im"],
];

export interface ExportedParts extends Pick<Seed, "channels" | "messages" | "files" | "pins" | "bots"> {
  users: GivenUsers;
  emoji: string[];
  /** The time of the newest message in milliseconds since 1970. */
  newest: number | undefined;
}

/**
 * Reads an export. Adds the bot of the sandbox's app, and makes this bot a member of each channel, but of no direct
 * message.
 * @throws ConnectorError `config_error` if a file is missing or has a wrong format
 */
export function readExport(
  given: string | Readonly<Record<string, unknown>>,
  you: string | undefined,
): ExportedParts {
  const opened = openExport(given);
  const listed = ["users.json", "org_users.json"].flatMap((name) => withIds(opened, name).map(exportedUser));
  const rooms = LISTS.flatMap(([file, kind]) =>
    withIds(opened, file).map((record) => readRoom(opened, record, kind)),
  );
  const all = rooms.flatMap(({ messages }) => messages);
  const known = new Set(listed.map(({ id }) => id));
  const users = completeUsers(
    [...listed, ...authorsOf(all, known)],
    undefined,
    you,
    'workspace.export["users.json"]',
  );
  for (const { channel } of rooms)
    if (channel.kind.endsWith("channel") && !channel.members.includes(users.bot.id))
      channel.members.push(users.bot.id);
  const files = filesOf(rooms);
  const stamps = all.map(({ ts }) => toMicros(String(ts)) / 1000);
  return {
    users,
    channels: rooms.map(({ channel }) => channel),
    messages: Object.fromEntries(
      rooms.map(({ channel, messages }) => [
        channel.id,
        messages.map((message) => withFileIds(exportedMessage(message), files)),
      ]),
    ),
    files: [...files.values()],
    pins: Object.fromEntries(rooms.map(({ channel, pins }) => [channel.id, pins])),
    bots: botsOf(all),
    emoji: customEmoji(all),
    newest: stamps.length > 0 ? stamps.reduce((one, other) => Math.max(one, other)) : undefined,
  };
}

/** Reads the records of a file. Throws if a record has no id. */
function withIds(opened: ExportFiles, file: string): Fields[] {
  return opened.read(file).map((record, index) => {
    const path = `workspace.export["${file}"][${index}].id`;
    if (stringAt(record, "id") === undefined)
      throw optionError(path, `${path} must be a text, got ${show(record["id"])}.`);
    return record;
  });
}

interface ExportedRoom {
  channel: Seed["channels"][number];
  messages: Fields[];
  pins: Pin[];
}

function readRoom(opened: ExportFiles, record: Fields, kind: ChannelKind): ExportedRoom {
  const id = String(record["id"]);
  const name = stringAt(record, "name") ?? "";
  const members = Array.isArray(record["members"]) ? record["members"].map(String) : [];
  // The folder of a channel has the name of the channel. The folder of a direct message has its id.
  const days = [name, id].filter((folder) => folder !== "").flatMap((folder) => opened.days(folder));
  const messages = days.flatMap((day) =>
    opened.read(day).filter((message, index) => {
      const path = `workspace.export["${day}"][${index}].ts`;
      if (!/^\d+\.\d+$/.test(stringAt(message, "ts") ?? ""))
        throw optionError(
          path,
          `${path} must be a text such as "1773302400.000100", got ${show(message["ts"])}.`,
        );
      return true;
    }),
  );
  const pins = Array.isArray(record["pins"]) ? record["pins"].filter(isDict) : [];
  return {
    channel: {
      id,
      name: kind === "im" ? "" : name,
      kind,
      creator: stringAt(record, "creator") ?? members[0] ?? "",
      created: Number(record["created"] ?? 0),
      members: [...new Set(members)],
      topic: exportedNote(record["topic"]),
      purpose: exportedNote(record["purpose"]),
      is_general: record["is_general"] === true,
      is_archived: record["is_archived"] === true,
    },
    messages,
    pins: pins.map((pin) => ({
      ts: String(pin["id"]),
      created: Number(pin["created"] ?? 0),
      created_by: stringAt(pin, "user") ?? "",
    })),
  };
}

/** Returns the authors who are not in the list of users, such as people of other workspaces. */
function authorsOf(messages: readonly Fields[], known: ReadonlySet<string>): User[] {
  const found = new Map<string, User>();
  for (const { user, user_profile } of messages)
    if (typeof user === "string" && !known.has(user) && isDict(user_profile))
      found.set(user, exportedUser({ ...user_profile, id: user, profile: user_profile }));
  return [...found.values()];
}

/** Returns the bots that the messages describe. */
function botsOf(messages: readonly Fields[]): Integration[] {
  const found = new Map<string, Integration>();
  for (const { bot_profile: bot } of messages) {
    const id = stringAt(bot, "id");
    if (id === undefined) continue;
    const [app_id, name] = [stringAt(bot, "app_id") ?? "", stringAt(bot, "name") ?? ""];
    found.set(id, { id, app_id, name, updated: Number((bot as Fields)["updated"] ?? 0) });
  }
  return [...found.values()];
}

/** Returns the names of the reactions that are not standard emoji. */
function customEmoji(messages: readonly Fields[]): string[] {
  const names = messages.flatMap(({ reactions }) =>
    Array.isArray(reactions)
      ? reactions.map((each) => (stringAt(each, "name") ?? "").replace(/::skin-tone-\d$/, ""))
      : [],
  );
  return [...new Set(names)].filter((name) => name !== "" && !EMOJI_NAMES.has(name));
}

function filesOf(rooms: readonly ExportedRoom[]): Map<string, File> {
  const found = new Map<string, File>();
  for (const { channel, messages } of rooms)
    for (const message of messages)
      for (const record of Array.isArray(message["files"]) ? message["files"].filter(isDict) : []) {
        const file = found.get(String(record["id"])) ?? exportedFile(record);
        if (!file) continue;
        found.set(file.id, file);
        (file.shares[channel.id] ??= []).push(String(message["ts"]));
      }
  return found;
}

/** Replaces the files of a message with their ids, because the sandbox stores each file only once. */
const withFileIds = (message: Message, files: ReadonlyMap<string, File>): Message =>
  message.files
    ? {
        ...message,
        files: message.files.map((file) => (files.has(String(file["id"])) ? { id: file["id"] } : file)),
      }
    : message;
