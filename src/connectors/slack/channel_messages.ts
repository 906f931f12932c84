import { listAction } from "../../core/action.ts";
import { conversation, inclusive, time } from "./params.ts";
import { Message } from "./records.ts";
import { withText } from "./text.ts";
import { messageRow } from "./rows.ts";

export const list = listAction({
  description:
    "Read a channel's messages, newest first. Replies are not among them: threads.list reads those.",
  params: (z) => ({
    channel: conversation(z),
    oldest: time(z).optional(),
    latest: time(z).optional(),
    inclusive: inclusive(z),
  }),
  result: Message,
  calls: "conversations.history",
  pick: "messages",
  item: withText,
  view: messageRow,
  enrich: true,
  untrusted: true,
  example: { channel: "C012AB3CD", limit: 20 },
});
