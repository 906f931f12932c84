import { action } from "../../../core/contract/action.ts";
import { isDict } from "../../../core/ground/json.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import { warnOfEscaped } from "../posting/mentions.ts";
import { checkContent, contentArguments, contentKinds, contentParams } from "../posting/message-content.ts";
import { appearance, channel, ts, user } from "../params.ts";
import { decodeEntities } from "../text/markup-to-text.ts";
import { shows } from "../rows/written-row.ts";

export const create = action({
  description: "Show a message to one member of a channel. The message cannot be changed or deleted.",
  params: (z) => ({
    channel: channel(z),
    user: user(z),
    ...contentParams(z),
    thread_ts: ts(z).optional().meta({ rare: true }),
    ...appearance(z),
  }),
  result: (z) =>
    z.object({ channel: z.string(), user: z.string(), text: z.string(), message_ts: z.string() }),
  view: shows("channel", "message_ts"),
  effect: "write",
  anyOf: contentKinds,
  check: checkContent(),
  calls: "chat.postEphemeral",
  enrich: true,
  example: { channel: "C012AB3CD", user: "U012AB3CD", text: "Only you can see this." },
  run: (params, { send }) =>
    warnOfEscaped(async (found) => {
      const args = contentArguments(params, "create", found);
      const reply = await send("chat.postEphemeral", args);
      const text = args.text === undefined ? {} : { text: decodeEntities(String(args.text)) };
      return {
        data: { ...args, ...text, ...(isDict(reply.body) ? reply.body : {}) },
        meta: replyMeta(reply),
      };
    }),
});
