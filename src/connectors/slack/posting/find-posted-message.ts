import type { RunContext } from "../../../core/contract/run-context.ts";
import { rejectOnAbort } from "../../../core/ground/abort.ts";
import { type Dict, at, isDict, stringAt } from "../../../core/ground/json.ts";
import { keyOf } from "./message-key.ts";

/** The channel of a message, and the thread if it is a reply. */
export interface PostedIn {
  channel: string;
  thread_ts: string | undefined;
}

export interface SearchResult {
  /** The messages that were found, by key. */
  found: ReadonlyMap<string, Dict>;
  /** True if a message that was not found is certainly not in the channel. */
  certain: boolean;
}

const pageSize = 100;
const maxPages = 3;
/** How far Slack's clock and ours may differ. */
const skewMs = 10 * 60_000;
/** Tolerance between a duration by our clock and one by Slack's. */
const marginMs = 60_000;

/**
 * Searches a channel or thread for messages by their keys. `since` is the time of the first post, by our clock. It does not
 * limit the read: with a wrong clock the result would be empty, and the message would be posted twice. Throws Slack's errors.
 */
export async function findPosted(
  context: RunContext,
  { channel, thread_ts }: PostedIn,
  { keys, since }: { keys: readonly string[]; since: number },
  signal: AbortSignal,
): Promise<SearchResult> {
  // Zero if the clock was set back.
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
    const messages = Array.isArray(list) ? list.filter(isDict) : [];
    // If thread_ts is the ts of a reply, Slack returns only that reply.
    if (thread_ts !== undefined && messages[0]?.ts !== thread_ts) certain = false;
    for (const message of messages) {
      const time = Number(message.ts) * 1000;
      times.push(time);
      const recent = time >= since - skewMs;
      const key = keyOf(message);
      if (key !== undefined && keys.includes(key)) {
        if (recent && isOwn(message)) found.set(key, message);
        // The key was used on an earlier day, a clock is wrong, or somebody copied the metadata.
        else certain = false;
      } else if (recent && message.metadata === undefined && isOwn(message)) {
        // Slack may hide the metadata from this token, so this may be the message.
        certain = false;
      }
    }
    cursor = stringAt(body, "response_metadata.next_cursor");
    if (cursor === undefined || found.size === keys.length) return { found, certain };
    // A channel is read from the newest message. Once the messages span more time than has passed, the rest is too old.
    if (thread_ts === undefined && Math.max(...times) - Math.min(...times) > elapsed + marginMs)
      return { found, certain };
  }
  return { found, certain: false };
}

/** Subtypes of posted messages. The other subtypes are events, such as somebody joining. */
const postedSubtypes: ReadonlySet<unknown> = new Set([undefined, "bot_message", "thread_broadcast"]);

/** Recognises messages that this token may have posted. Other tokens of the same app have the same bot_id. */
async function ownMessages({ once }: RunContext, signal: AbortSignal): Promise<(message: Dict) => boolean> {
  const { body } = await rejectOnAbort(once("auth.test"), signal).catch(() => ({ body: undefined }));
  const ownUser = stringAt(body, "user_id");
  const ownBot = stringAt(body, "bot_id");
  return ({ user, bot_id, subtype }) => {
    const [id, own] = user === undefined ? [bot_id, ownBot] : [user, ownUser];
    return postedSubtypes.has(subtype) && (own === undefined || id === own);
  };
}
