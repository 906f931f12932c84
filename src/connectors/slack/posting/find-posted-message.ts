import type { RunContext } from "../../../core/contract/run-context.ts";
import { rejectOnAbort } from "../../../core/ground/abort.ts";
import { type Dict, at, dicts, stringAt } from "../../../core/ground/json.ts";
import { keyOf } from "./message-key.ts";

/** The place of a message. `thread_ts` is undefined if the message is not a reply. */
export interface PostedIn {
  channel: string;
  thread_ts: string | undefined;
}

export interface SearchResult {
  /** The found messages, by the key in their metadata. */
  found: ReadonlyMap<string, Dict>;
  /** Whether it is certain that no other message with one of the keys was posted. */
  certain: boolean;
}

const pageSize = 100;
const maxPages = 3;
/** The assumed maximum difference between Slack's clock and the local clock. */
const skewMs = 10 * 60_000;
/** The assumed maximum difference between a duration on Slack's clock and on the local clock. */
const marginMs = 60_000;

/**
 * Searches a channel or a thread for the messages with these keys in their metadata. `since`: the local time of the
 * first attempt. The requests do not restrict the time range, because a wrong local clock could exclude the message.
 */
export async function findPosted(
  context: RunContext,
  { channel, thread_ts }: PostedIn,
  { keys, since }: { keys: readonly string[]; since: number },
  signal: AbortSignal,
): Promise<SearchResult> {
  // If somebody has set the local clock back, the difference is negative.
  const elapsed = Math.max(0, context.clock.now() - since);
  const found = new Map<string, Dict>();
  const times: number[] = [];
  let certain = true;
  let cursor: string | undefined;
  const isOwn = await ownMessages(context, signal);
  for (let page = 0; page < maxPages; page++) {
    const args = { channel, include_all_metadata: true, limit: pageSize, ...(cursor ? { cursor } : {}) };
    const { body } =
      thread_ts === undefined
        ? await context.read("conversations.history", args, signal)
        : await context.read("conversations.replies", { ...args, ts: thread_ts }, signal);
    const list = at(body, "messages");
    const messages = dicts(list);
    // If `thread_ts` is the `ts` of a reply, Slack returns only that reply.
    if (thread_ts !== undefined && messages[0]?.ts !== thread_ts) certain = false;
    for (const message of messages) {
      const time = Number(message.ts) * 1000;
      times.push(time);
      const recent = time >= since - skewMs;
      const key = keyOf(message);
      if (key !== undefined && keys.includes(key)) {
        if (recent && isOwn(message)) found.set(key, message);
        // The message has the key but is old or from another author. The reason can be an earlier use of the key, a
        // wrong clock, or a copy of the metadata.
        else certain = false;
      } else if (recent && message.metadata === undefined && isOwn(message)) {
        // Slack can hide metadata from a token, so this message could be the wanted message.
        certain = false;
      }
    }
    cursor = stringAt(body, "response_metadata.next_cursor");
    if (cursor === undefined || found.size === keys.length) return { found, certain };
    // Slack lists the newest messages of a channel first. If these messages cover more time than has passed since the
    // first attempt, all other messages are too old.
    if (thread_ts === undefined && Math.max(...times) - Math.min(...times) > elapsed + marginMs)
      return { found, certain };
  }
  return { found, certain: false };
}

/** The subtypes of posted messages. Other subtypes report events, such as a new member. */
const postedSubtypes: ReadonlySet<unknown> = new Set([undefined, "bot_message", "thread_broadcast"]);

/** Returns a function that recognizes messages of the token's user or bot. */
async function ownMessages({ once }: RunContext, signal: AbortSignal): Promise<(message: Dict) => boolean> {
  const { body } = await rejectOnAbort(once("auth.test"), signal).catch(() => ({ body: undefined }));
  const ownUser = stringAt(body, "user_id");
  const ownBot = stringAt(body, "bot_id");
  return ({ user, bot_id, subtype }) => {
    const [id, own] = user === undefined ? [bot_id, ownBot] : [user, ownUser];
    return postedSubtypes.has(subtype) && (own === undefined || id === own);
  };
}
