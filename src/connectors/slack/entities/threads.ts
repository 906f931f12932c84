import { listAction } from "../../../core/contract/action.ts";
import { conversation, inclusive, time, ts, withMetadata } from "../params.ts";
import { Message } from "../records/conversations.ts";
import { readMessage } from "../posting/message-key.ts";
import { messageRow } from "../rows/message-row.ts";

export const list = listAction({
  description: "Read a thread: its first message, then the replies, oldest first.",
  params: (z) => ({
    channel: conversation(z),
    ts: ts(z),
    oldest: time(z).optional(),
    latest: time(z).optional(),
    inclusive: inclusive(z),
    include_all_metadata: withMetadata(z),
  }),
  result: Message,
  calls: "conversations.replies",
  pick: "messages",
  // Removes the thread's first message from later pages, because Slack repeats it on every page.
  item: (message, later) => (later && message.thread_ts === message.ts ? undefined : readMessage(message)),
  view: messageRow,
  enrich: true,
  untrusted: true,
  example: { channel: "C012AB3CD", ts: "1712161829.000300" },
});
