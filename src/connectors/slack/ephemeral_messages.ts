import { action } from "../../core/action.ts";
import { channel, text, ts, user } from "./params.ts";

export const create = action({
  description: "Show a message to one member of a channel only. It cannot be read back, changed or deleted.",
  params: (z) => ({ channel: channel(z), user: user(z), text: text(z), thread_ts: ts(z).optional() }),
  result: (z) =>
    z.object({ channel: z.string(), user: z.string(), text: z.string(), message_ts: z.string() }),
  effect: "write",
  calls: "chat.postEphemeral",
  example: { channel: "C012AB3CD", user: "U012AB3CD", text: "Only you can see this." },
});
