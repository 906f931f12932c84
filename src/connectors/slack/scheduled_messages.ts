import { action } from "../../core/action.ts";
import { destination, replyOptions, text, unfurlOptions } from "./params.ts";

export const create = action({
  description: "Post a message later, at most 120 days from now.",
  params: (z) => ({
    channel: destination(z),
    text: text(z),
    post_at: z.int().min(1).describe("seconds since 1970"),
    ...replyOptions(z),
    ...unfurlOptions(z),
  }),
  result: (z) =>
    z.object({
      scheduled_message_id: z.string(),
      channel: z.string(),
      post_at: z.number(),
      text: z.string(),
    }),
  effect: "write",
  calls: "chat.scheduleMessage",
  example: { channel: "C012AB3CD", text: "Stand-up in five minutes.", post_at: 1893499200 },
});
