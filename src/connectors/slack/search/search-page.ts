import type { RunResult } from "../../../core/contract/run-context.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { readLink } from "../names/links.ts";
import { withText } from "../text/readable-text.ts";

export const searchPage = (data: Dict[], meta: Dict, next: string | undefined): RunResult => ({
  data,
  meta: { ...meta, has_more: next !== undefined, ...(next === undefined ? {} : { next_cursor: next }) },
});

/** Converts a message of either search method to one format. Only its permalink contains the thread. */
export function toMatch(match: Dict): Dict {
  const { content, message_ts, author_user_id, author_name, channel_id, channel_name, ...rest } = match;
  const thread = readLink(String(match.permalink))?.thread;
  const reply = thread === undefined ? {} : { thread_ts: thread };
  if (message_ts === undefined) return withText({ ...reply, ...match });
  return withText({
    ...reply,
    ts: message_ts,
    channel: { id: channel_id, name: channel_name },
    user: author_user_id,
    username: author_name,
    text: content,
    ...rest,
  });
}
