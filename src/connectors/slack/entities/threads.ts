import { listAction } from "../../../core/contract/action.ts";
import { conversation, inclusive, time, ts, withMetadata } from "../params.ts";
import { Message } from "../records/conversations.ts";
import { asRead } from "../text/readable-text.ts";
import { messageRow } from "../rows/rows.ts";

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
  // Slack begins every page with the thread's first message.
  item: (message, later) => (later && message.thread_ts === message.ts ? undefined : asRead(message)),
  view: messageRow,
  enrich: true,
  untrusted: true,
  example: { channel: "C012AB3CD", ts: "1712161829.000300" },
});
