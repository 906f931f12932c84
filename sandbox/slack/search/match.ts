import type { Fields } from "../fields.ts";
import type { File, Message, User } from "../types.ts";
import { type Room, type Workspace, isReply } from "../workspace.ts";
import type { Query } from "./query.ts";

/** The user who searches, and the workspace of the user. */
export interface Searcher {
  workspace: Workspace;
  actor: User;
}

/**
 * Returns a score, which is higher if the words of the query occur more often. Returns 0 if a word is missing or an
 * excluded word occurs.
 */
export function scoreOf(query: Query, text: string): number {
  const found = text.toLowerCase();
  if (query.without.some((word) => found.includes(word))) return 0;
  let score = 1;
  for (const word of query.words) {
    const count = found.match(pattern(word))?.length ?? 0;
    if (count === 0) return 0;
    score += count;
  }
  return score;
}

/** Returns a pattern for a whole word. If the word ends with `*`, any ending matches. */
function pattern(word: string): RegExp {
  const escaped = word.replace(/\*$/, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const end = word.endsWith("*") ? "" : "(?![\\p{L}\\p{N}])";
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}${/[\p{L}\p{N}]$/u.test(word) ? end : ""}`, "gu");
}

/** Puts one special character before each word of the query, and another after it, as Slack does. */
export function highlight(query: Query, text: string): string {
  return query.words.reduce(
    (marked, word) =>
      marked.replace(new RegExp(pattern(word).source, "giu"), (found) => `\uE000${found}\uE001`),
    text,
  );
}

/** Returns the text of a message, including its blocks and attachments. */
export function textOf(message: Message): string {
  const { text, blocks, attachments } = message;
  return [text, ...leaves(blocks), ...leaves(attachments)].join("\n");
}

const READ = new Set(["text", "title", "pretext", "fallback", "value", "footer", "alt_text"]);

function leaves(value: unknown, name = ""): string[] {
  if (typeof value === "string") return READ.has(name) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => leaves(item, name));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value as Fields).flatMap(([key, item]) => leaves(item, key));
}

export function messageMatches(searcher: Searcher, query: Query, room: Room, message: Message): boolean {
  const at = Number(message.ts);
  if (at < query.since || at >= query.until) return false;
  return query.modifiers.every(({ name, value, negated }) => {
    if (name === "in") return roomIs(searcher, room, value) !== negated;
    if (name === "from") return isUser(searcher, message.user, value, message["username"]) !== negated;
    if (name === "to") return room.channel.kind === "im" && roomIs(searcher, room, value) !== negated;
    if (name === "with") return takesPart(searcher, room, message, value) !== negated;
    if (name === "has") return has(searcher, room, message, value) !== negated;
    return (value === "thread" && isInThread(room, message)) !== negated;
  });
}

export function fileMatches(searcher: Searcher, query: Query, rooms: Room[], file: File): boolean {
  if (file.created < query.since || file.created >= query.until) return false;
  return query.modifiers.every(({ name, value, negated }) => {
    if (name === "in") return rooms.some((room) => roomIs(searcher, room, value)) !== negated;
    if (name === "from") return isUser(searcher, file.user, value, undefined) !== negated;
    return true;
  });
}

/** Returns whether `value` names the channel or, for a direct message, the other user. */
function roomIs(searcher: Searcher, room: Room, value: string): boolean {
  const [plain = ""] = value.replace(/^<?[#]?|>$/g, "").split("|");
  const { id, name, kind, members } = room.channel;
  if (plain === id || (name !== "" && plain.toLowerCase() === name)) return true;
  if (kind !== "im") return false;
  return members.some((member) => member !== searcher.actor.id && isUser(searcher, member, value, undefined));
}

function isUser(
  { workspace, actor }: Searcher,
  id: string | undefined,
  value: string,
  username: unknown,
): boolean {
  const plain = value.replace(/^<?@?|>$/g, "").toLowerCase();
  if (plain === "me") return id === actor.id;
  const user = workspace.users.get(id ?? "");
  return [user?.id, user?.name, user?.display_name, user?.real_name, username].some(
    (each) => typeof each === "string" && each !== "" && each.toLowerCase() === plain,
  );
}

function takesPart(searcher: Searcher, room: Room, message: Message, value: string): boolean {
  const parent = message.thread_ts ?? message.ts;
  const thread = room.messages.filter((other) => other.ts === parent || other.thread_ts === parent);
  return thread.length > 1 && thread.some(({ user }) => isUser(searcher, user, value, undefined));
}

function has({ workspace, actor }: Searcher, room: Room, message: Message, value: string): boolean {
  const what = value.toLowerCase();
  if (what === "link")
    return /<https?:/.test(textOf(message)) || /"type":"link"/.test(JSON.stringify(message));
  if (what === "pin") return room.pins.some(({ ts }) => ts === message.ts);
  if (what === "reaction") return message.reactions !== undefined;
  if (what === "file") return message.files !== undefined;
  if (what === "star") return workspace.stars.some(({ user, ts }) => user === actor.id && ts === message.ts);
  const emoji = /^:(.+):$/.exec(what)?.[1];
  return message.reactions?.some(({ name }) => name === emoji) ?? false;
}

const isInThread = (room: Room, message: Message): boolean =>
  isReply(message) || room.threads.has(message.ts);
