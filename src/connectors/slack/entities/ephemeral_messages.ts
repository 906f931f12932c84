import { action } from "../../../core/contract/action.ts";
import { isDict } from "../../../core/ground/json.ts";
import { replyMeta } from "../../../core/call/in-process-transport.ts";
import { checkWording, worded, wording } from "../posting/wording.ts";
import { appearance, channel, ts, user } from "../params.ts";

export const create = action({
  description: "Show a message to one member of a channel. It cannot be read back, changed or deleted.",
  params: (z) => ({
    channel: channel(z),
    user: user(z),
    ...wording(z),
    thread_ts: ts(z).optional(),
    ...appearance(z),
  }),
  result: (z) =>
    z.object({ channel: z.string(), user: z.string(), text: z.string(), message_ts: z.string() }),
  effect: "write",
  check: checkWording(),
  calls: "chat.postEphemeral",
  example: { channel: "C012AB3CD", user: "U012AB3CD", text: "Only you can see this." },
  async run(params, { send }) {
    const args = worded(params);
    const reply = await send("chat.postEphemeral", args);
    return { data: { ...args, ...(isDict(reply.body) ? reply.body : {}) }, meta: replyMeta(reply) };
  },
});
