import { action } from "../../core/action.ts";
import type { GuardRead } from "../../core/guard.ts";
import { ConnectorError } from "../../core/errors.ts";
import { isDict, stringAt } from "../../core/json.ts";
import { checkWording, partly, pieces, splitting, worded, wording } from "./format.ts";
import { channel, destination, replyOptions, ts, unfurlOptions } from "./params.ts";
import { writeMessage } from "./permalink.ts";
import { WrittenMessage } from "./records.ts";

export const create = action({
  description: "Post a message, or a reply with thread_ts (the ts of the thread's first message).",
  params: (z) => ({
    channel: destination(z),
    ...wording(z),
    ...replyOptions(z),
    ...unfurlOptions(z),
    ...splitting(z),
  }),
  check: checkWording(),
  result: WrittenMessage,
  effect: "write",
  calls: ["chat.postMessage", "auth.test"],
  example: { channel: "C012AB3CD", markdown_text: "The build is **green**." },
  undo: (_params, { channel: where, ts: which, parts }) =>
    which === undefined || parts !== undefined
      ? undefined
      : { entity: "messages", action: "delete", params: { channel: where, ts: which } },
  async run(params, context) {
    const parts = params.split ? pieces(params) : [];
    if (parts.length < 2) return writeMessage(context, "chat.postMessage", worded(params));
    const { text: _text, markdown_text: _markdown, ...rest } = params;
    const posted: Awaited<ReturnType<typeof writeMessage>>[] = [];
    for (const part of parts)
      try {
        posted.push(await writeMessage(context, "chat.postMessage", worded({ ...rest, ...part })));
      } catch (error) {
        throw partly(
          posted.map(({ data }) => String(data.ts)),
          parts.length,
          error,
        );
      }
    const [first, ...others] = posted;
    return { data: { ...first!.data, parts: others.map(({ data }) => data.ts) }, meta: first!.meta };
  },
});

export const update = action({
  description: "Replace the text of a message of the app's own.",
  params: (z) => ({ channel: channel(z), ts: ts(z), ...wording(z) }),
  check: checkWording("update"),
  result: WrittenMessage,
  effect: "write",
  calls: ["chat.update", "auth.test"],
  example: { channel: "C012AB3CD", ts: "1712161829.000300", markdown_text: "The build is green again." },
  async guard({ channel: where, ts: which, text, markdown_text }, read) {
    const before = await textOf(read, where, which);
    const after = { text: markdown_text ?? text };
    return { effect: "write", after, ...(before === undefined ? {} : { before: { text: before } }) };
  },
  // What people were called in they were called in already; what Slack would cut is not offered.
  undo({ channel: where, ts: which }, _data, before) {
    const text = stringAt(before, "text");
    return text === undefined || text.length > 4000
      ? undefined
      : { entity: "messages", action: "update", params: { channel: where, ts: which, text, mentions: true } };
  },
  run: (params, context) => writeMessage(context, "chat.update", worded(params)),
});

/** What a message says now; undefined where the token may not read it. */
async function textOf(read: GuardRead, where: string, which: string): Promise<string | undefined> {
  try {
    const { data } = await read("messages", "get", { channel: where, ts: which });
    return isDict(data) ? stringAt(data, "text") : undefined;
  } catch (error) {
    if (ConnectorError.is(error) && (error.code === "aborted" || error.code === "invalid_params"))
      throw error;
    return undefined;
  }
}

const remove = action({
  description: "Delete a message of the app's own.",
  params: (z) => ({ channel: channel(z), ts: ts(z) }),
  result: (z) => z.object({ channel: z.string(), ts: z.string() }),
  effect: "destructive",
  calls: "chat.delete",
  example: { channel: "C012AB3CD", ts: "1712161829.000300" },
});
export { remove as delete };
