import { optionError } from "../../../src/core/ground/read-options.ts";
import { show } from "../../../src/core/ground/json.ts";
import { nearest } from "../../../src/core/ground/similar-names.ts";
import { EMOJI_NAMES } from "../content/emoji-names.ts";
import { fileTypeOf } from "../files/file-types.ts";
import { madeUpId } from "../ids.ts";
import { botFields } from "../records/bot.ts";
import { richTextBlock } from "../content/rich-text.ts";
import type { File, Message, Pin, Reaction, Seed, Team } from "../types.ts";
import { readFields } from "./check-options.ts";
import { messageTimes, newestTime } from "./message-times.ts";
import type { GivenChannels } from "./read-channels.ts";
import { FIRST_ID, type GivenUsers } from "./read-users.ts";
import type { WorkspaceMessage, WorkspaceReply } from "./types.ts";
import { markupOf } from "./written-text.ts";

/** A message or a reply with checked fields. `parent`: the index of the message to which a reply belongs. */
interface Written extends WorkspaceReply {
  path: string;
  channel: WorkspaceMessage["channel"];
  pinned: boolean;
  parent?: number;
}

/** Checks messages, and returns each message followed by its replies. */
export function listMessages(given: readonly unknown[]): Written[] {
  const all: Written[] = [];
  given.forEach((each, index) => {
    const path = `workspace.messages[${index}]`;
    const { replies = [], channel, pinned = false, ...message } = readFields("message", each, path);
    const parent = all.push({ ...message, path, channel, pinned }) - 1;
    replies.forEach((reply, at) => {
      const place = `${path}.replies[${at}]`;
      all.push({ ...readFields("reply", reply, place), path: place, channel, pinned: false, parent });
    });
  });
  return all;
}

const timed = (messages: readonly Written[]) => messages.map(({ at, path }) => ({ at, path: `${path}.at` }));

/** Returns the newest time in milliseconds since 1970. Ignores ages, such as `2h`. */
export const newestOf = (messages: readonly Written[]): number | undefined => newestTime(timed(messages));

export interface GivenParts {
  team: Team;
  users: GivenUsers;
  channels: GivenChannels;
  emoji: readonly string[];
  /** Milliseconds since 1970. */
  now: number;
}

/** Converts the listed messages to messages, files and pins of the sandbox. */
export function readMessages(
  written: readonly Written[],
  parts: GivenParts,
): Pick<Seed, "messages" | "files" | "pins"> {
  const { users, channels, now } = parts;
  const times = messageTimes(timed(written), now);
  const stamps = times.map(
    (time, index) =>
      `${Math.floor(time / 1000)}.${String(((index * 100) % 1_000_000) + 19).padStart(6, "0")}`,
  );
  const messages: Record<string, Message[]> = {};
  const pins: Record<string, Pin[]> = {};
  const files: File[] = [];
  written.forEach((each, index) => {
    const { parent, path } = each;
    if (parent !== undefined && times[index]! < times[parent]!)
      throw optionError(`${path}.at`, `${path}.at is before the time of the message that it replies to.`);
    const id = channelOf(each, users, channels);
    const ts = stamps[index]!;
    const message: Message = {
      ...messageOf(each, ts, parts),
      ...(parent === undefined ? {} : { thread_ts: stamps[parent]! }),
    };
    const shared = filesOf(each, { id, ts, user: message.user!, count: files.length });
    if (shared.length > 0)
      Object.assign(message, {
        subtype: "file_share",
        upload: true,
        files: shared.map((file) => ({ id: file.id })),
      });
    files.push(...shared);
    (messages[id] ??= []).push(message);
    if (each.pinned)
      (pins[id] ??= []).push({ ts, created: Number(ts.split(".")[0]), created_by: message.user! });
  });
  return { messages, files, pins };
}

function channelOf({ channel, path }: Written, users: GivenUsers, channels: GivenChannels): string {
  if (typeof channel === "string") return channels.find(channel, `${path}.channel`);
  return channels.direct(channel.map((name, index) => users.find(name, `${path}.channel[${index}]`)));
}

function messageOf(written: Written, ts: string, { team, users, channels, emoji }: GivenParts): Message {
  const { path, from, via, text: plain = "", blocks, attachments, reactions = {} } = written;
  const user = users.find(from, `${path}.from`);
  const app = via === undefined ? user : users.find(via, `${path}.via`);
  const author = botFields(
    users.users.find(({ id }) => id === app),
    team.id,
  );
  if (via !== undefined && author["bot_id"] === undefined)
    throw optionError(`${path}.via`, `${path}.via must be the name of a bot, got ${show(via)}.`);
  const text = markupOf(plain, users.users, channels.channels);
  const shown = blocks ?? (text === "" ? undefined : [richTextBlock(text, `b${ts.slice(-6, -1)}`)]);
  const reacted = Object.entries(reactions).map(([name, given]): Reaction => {
    const place = `${path}.reactions.${name}`;
    checkEmoji(name, emoji, place);
    if (!Array.isArray(given))
      throw optionError(place, `${place} must be a list of names, got ${show(given)}.`);
    const by = given.map((one, index) => users.find(String(one), `${place}[${index}]`));
    return { name, users: by, count: by.length };
  });
  return {
    type: "message",
    user,
    ...author,
    text,
    ts,
    team: team.id,
    ...(shown ? { blocks: [...shown] } : {}),
    ...(attachments ? { attachments: [...attachments] } : {}),
    ...(reacted.length > 0 ? { reactions: reacted } : {}),
  };
}

function checkEmoji(name: string, custom: readonly string[], path: string): void {
  if (EMOJI_NAMES.has(name.replace(/::skin-tone-[2-6]$/, "")) || custom.includes(name)) return;
  const near = nearest(name, [...EMOJI_NAMES, ...custom]);
  throw optionError(
    path,
    `${path}: there is no emoji with the name ${show(name)}.`,
    `${near ? `Did you mean ${near}? ` : ""}Add the names of custom emoji to workspace.emoji.`,
  );
}

function filesOf(
  { files = [], path }: Written,
  { id, ts, user, count }: { id: string; ts: string; user: string; count: number },
): File[] {
  return files.map((each, index) => {
    const { name, title = name, content, size = 1024 } = readFields("file", each, `${path}.files[${index}]`);
    return {
      id: madeUpId("F0", FIRST_ID + count + index),
      created: Number(ts.split(".")[0]),
      name,
      title,
      ...fileTypeOf(name),
      user,
      size: content === undefined ? size : new TextEncoder().encode(content).length,
      ...(content === undefined ? {} : { content }),
      shares: { [id]: [ts] },
    };
  });
}
