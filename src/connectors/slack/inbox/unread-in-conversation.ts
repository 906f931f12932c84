import type { RunContext } from "../../../core/contract/run-context.ts";
import { type Dict, at, isDict, stringAt } from "../../../core/ground/json.ts";
import { listAt } from "../operations/send-or-find.ts";
import { readMessage } from "../posting/message-key.ts";

/** The newest messages of a conversation that are read. Apps outside the Marketplace get at most 15. */
const pageSize = 50;
/** The number of unread messages that are shown for a conversation or a thread. */
const maxShown = 10;
const maxReplies = 100;

interface Reading {
  /** The id of the token's user. */
  me: string;
  /** The number of threads that the call can still read, and that it has skipped. */
  threads: { left: number; skipped: number };
  context: RunContext;
}

/**
 * Returns the unread messages of one conversation and its threads, oldest first. `last_read` and, for direct messages,
 * `unread_count_display` come from https://docs.slack.dev/reference/methods/conversations.info
 */
export async function unreadIn(
  conversation: Dict,
  { me, threads, context }: Reading,
): Promise<{ messages: Dict[]; hasMore: boolean }> {
  const channel = String(conversation.id);
  const { body: info } = await context.send("conversations.info", { channel });
  const read = stringAt(info, "channel.last_read");
  const nothing = { messages: [], hasMore: false };
  if (read === undefined || (conversation.is_im === true && at(info, "channel.unread_count_display") === 0))
    return nothing;
  const { body } = await context.send("conversations.history", { channel, limit: pageSize });
  const recent = listAt(body, "messages");
  const isNew = (message: Dict, since: string) =>
    isAfter(message.ts, since) && message.user !== me && !isNotice(message);
  const unread = recent.filter((message) => isNew(message, read));
  const allAreNew = recent.length > 0 && recent.every((message) => isAfter(message.ts, read));
  let hasMore = unread.length > maxShown || (allAreNew && at(body, "has_more") === true);
  const found = unread.slice(0, maxShown);
  for (const parent of recent.filter((message) => isFollowed(message, me))) {
    if (threads.left === 0) {
      threads.skipped++;
      continue;
    }
    threads.left--;
    const { body: thread } = await context.send("conversations.replies", {
      channel,
      ts: parent.ts,
      limit: maxReplies,
    });
    const [first, ...replies] = listAt(thread, "messages");
    const readUntil = stringAt(first, "last_read");
    if (first?.subscribed !== true || readUntil === undefined) continue;
    const fresh = replies.filter((reply) => isNew(reply, readUntil)).reverse();
    hasMore ||= fresh.length > maxShown || at(thread, "has_more") === true;
    found.push(...fresh.slice(0, maxShown));
  }
  const place = { id: channel, name: conversation.name };
  const messages = [...new Map(found.map((message) => [message.ts, message])).values()]
    .toSorted((one, other) => (isAfter(one.ts, String(other.ts)) ? 1 : -1))
    .map((message) => ({ ...readMessage(message), channel: place }));
  return { messages, hasMore };
}

/**
 * Returns whether a person wrote in a thread that has replies of others after the person's own first message. Slack
 * then subscribes the person to the thread.
 */
function isFollowed({ user, reply_count, reply_users }: Dict, me: string): boolean {
  if (typeof reply_count !== "number" || reply_count === 0) return false;
  return user === me || (Array.isArray(reply_users) && reply_users.includes(me));
}

/** Compares two `ts`. Both have ten digits before the dot and six after it, so they can be compared as texts. */
const isAfter = (ts: unknown, other: string): boolean => typeof ts === "string" && ts > other;

/** Returns whether Slack wrote the message, for example because somebody joined the channel. */
export const isNotice = (message: unknown): boolean =>
  isDict(message) && /^(?:channel|group)_/.test(String(message.subtype ?? ""));
