import { listAction } from "../../../core/contract/action.ts";
import { conversation, inclusive, time, withMetadata } from "../params.ts";
import { Message } from "../records/conversations.ts";
import { readMessage } from "../posting/message-key.ts";
import { messageRow } from "../rows/message-row.ts";

export const list = listAction({
  description: "Read a channel's messages, newest first. To read replies, use `threads.list`.",
  params: (z) => ({
    channel: conversation(z),
    oldest: time(z).optional(),
    latest: time(z).optional(),
    inclusive: inclusive(z),
    include_all_metadata: withMetadata(z),
  }),
  result: Message,
  calls: "conversations.history",
  pick: "messages",
  item: readMessage,
  view: messageRow,
  enrich: true,
  untrusted: true,
  example: { channel: "C012AB3CD", limit: 20 },
});
