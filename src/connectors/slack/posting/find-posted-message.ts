import type { RunContext } from "../../../core/contract/run-context.ts";
import { rejectOnAbort } from "../../../core/ground/abort.ts";
import { type Dict, at, isDict, stringAt } from "../../../core/ground/json.ts";
import { keyOf } from "../text/message-key.ts";

// Looks in a channel or thread for messages by the keys that they were posted with.

/** What of a post's arguments says where it stands. */
export interface Place {
  channel: string;
  /** For a reply: the thread. */
  thread_ts: string | undefined;
}

export interface Seen {
  /** By key, as Slack shows them. */
  found: ReadonlyMap<string, Dict>;
  /** Is what was not found surely not there? */
  sure: boolean;
}

const pageSize = 100;

const maxPages = 3;

/** How far Slack's clock and ours may be apart. */
const skewMs = 10 * 60_000;

/** Added to a span of time that was measured here, where it is compared with Slack's. */
const marginMs = 60_000;

/**
 * `since` is when the first of them was sent, by our clock. No window of time is asked for: a clock that is wrong would
 * show it empty, and what is not seen may be posted again. Throws what Slack refuses.
 */
export async function look(
  context: RunContext,
  { channel, thread_ts }: Place,
  { keys, since }: { keys: readonly string[]; since: number },
  signal: AbortSignal,
): Promise<Seen> {
  // A clock that was set back has lost its span of time.
  const elapsed = Math.max(0, context.clock.now() - since);
  const found = new Map<string, Dict>();
  const times: number[] = [];
  let sure = true;
  let cursor: string | undefined;
  const isOwn = await ownOf(context, signal);
  for (let page = 0; page < maxPages; page++) {
    const args = { channel, include_all_metadata: true, limit: pageSize, ...(cursor ? { cursor } : {}) };
    const { body } =
      thread_ts === undefined
        ? await context.read("conversations.history", args, signal)
        : await context.read("conversations.replies", { ...args, ts: thread_ts }, signal);
    const list = at(body, "messages");
    const messages = Array.isArray(list) ? list.filter(isDict) : [];
    // Of a ts that is a reply's, Slack shows that reply alone.
    if (thread_ts !== undefined && messages[0]?.ts !== thread_ts) sure = false;
    for (const message of messages) {
      const time = Number(message.ts) * 1000;
      times.push(time);
      const recent = time >= since - skewMs;
      const key = keyOf(message);
      if (key !== undefined && keys.includes(key)) {
        if (recent && isOwn(message)) found.set(key, message);
        // The key was used before its day was over; one of the clocks is wrong; or somebody has copied it.
        else sure = false;
      } else if (recent && message.metadata === undefined && isOwn(message)) {
        // It may be the one, if this token is not shown metadata.
        sure = false;
      }
    }
    cursor = stringAt(body, "response_metadata.next_cursor");
    if (cursor === undefined || found.size === keys.length) return { found, sure };
    // Newest first: once the messages span more time than has passed, the rest is older than what is looked for.
    if (thread_ts === undefined && Math.max(...times) - Math.min(...times) > elapsed + marginMs)
      return { found, sure };
  }
  return { found, sure: false };
}

/** Subtypes of what is posted; the others say what has happened. */
const postedAs: ReadonlySet<unknown> = new Set([undefined, "bot_message", "thread_broadcast"]);

/** Is a message one that this token may have posted? Those of the app's other tokens have its bot_id too. */
async function ownOf({ once }: RunContext, signal: AbortSignal): Promise<(message: Dict) => boolean> {
  const { body } = await rejectOnAbort(once("auth.test"), signal).catch(() => ({ body: undefined }));
  const me = stringAt(body, "user_id");
  const bot = stringAt(body, "bot_id");
  return ({ user, bot_id, subtype }) => {
    const [id, own] = user === undefined ? [bot_id, bot] : [user, me];
    return postedAs.has(subtype) && (own === undefined || id === own);
  };
}
