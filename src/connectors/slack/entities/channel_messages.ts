import { action, listAction } from "../../../core/contract/action.ts";
import { late } from "../../../core/ground/lazy.ts";
import { conversation, inclusive, time, withMetadata } from "../params.ts";
import { Message } from "../records/conversations.ts";
import { readMessage } from "../posting/message-key.ts";
import { latestRow } from "../rows/item-row.ts";
import { messageRow } from "../rows/message-row.ts";

const readLatest = late(async () => (await import("../inbox/read-latest.ts")).readLatest);

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
  example: { channel: "C012AB3CD", limit: 20 },
});

export const latest = action({
  description: "Get the newest message of each of several channels, at once.",
  params: (z) => ({ channels: z.array(conversation(z)).min(1).max(30) }),
  result: (z) =>
    z.array(
      Message(z)
        .partial()
        .extend({
          channel: z.string(),
          empty: z.boolean().optional().describe("True if the channel has no message."),
          error: z.string().optional().describe("Why the channel could not be read."),
        }),
    ),
  effect: "read",
  calls: "conversations.history",
  view: latestRow,
  enrich: true,
  example: { channels: ["C012AB3CD", "#general"] },
  run: (params, context) => readLatest(params, context),
});
