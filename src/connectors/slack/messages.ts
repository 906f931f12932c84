import { action } from "../../core/action.ts";
import { channel, destination, replyOptions, text, ts, unfurlOptions } from "./params.ts";
import { writeMessage } from "./permalink.ts";
import { WrittenMessage } from "./records.ts";

export const create = action({
  description: "Post a message, or a reply with thread_ts (the ts of the thread's first message).",
  params: (z) => ({ channel: destination(z), text: text(z), ...replyOptions(z), ...unfurlOptions(z) }),
  result: WrittenMessage,
  effect: "write",
  calls: ["chat.postMessage", "auth.test"],
  example: { channel: "C012AB3CD", text: "The build is green." },
  undo: (_params, { channel: where, ts: which }) =>
    which === undefined
      ? undefined
      : { entity: "messages", action: "delete", params: { channel: where, ts: which } },
  run: (params, context) => writeMessage(context, "chat.postMessage", params),
});

export const update = action({
  description: "Replace the text of a message of the app's own.",
  // Slack's limit is 4,000 here, not the 40,000 of a new message.
  params: (z) => ({
    channel: channel(z),
    ts: ts(z),
    text: z.string().min(1).max(4000).describe("Slack mrkdwn"),
  }),
  result: WrittenMessage,
  effect: "write",
  calls: ["chat.update", "auth.test"],
  example: { channel: "C012AB3CD", ts: "1712161829.000300", text: "The build is green again." },
  run: (params, context) => writeMessage(context, "chat.update", params),
});

const remove = action({
  description: "Delete a message of the app's own.",
  params: (z) => ({ channel: channel(z), ts: ts(z) }),
  result: (z) => z.object({ channel: z.string(), ts: z.string() }),
  effect: "destructive",
  calls: "chat.delete",
  example: { channel: "C012AB3CD", ts: "1712161829.000300" },
});
export { remove as delete };
