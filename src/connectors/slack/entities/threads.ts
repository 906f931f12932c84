import { replyMeta } from "../../../core/call/send-operation.ts";
import { action, listAction } from "../../../core/contract/action.ts";
import { appearance, conversation, inclusive, time, ts, withMetadata } from "../params.ts";
import { Message } from "../records/conversations.ts";
import { readMessage } from "../posting/message-key.ts";
import { messageRow } from "../rows/message-row.ts";

export const list = listAction({
  description: "Read a thread: its first message, then the replies, oldest first.",
  params: (z) => ({
    channel: conversation(z),
    ts: ts(z),
    oldest: time(z).optional().meta({ rare: true }),
    latest: time(z).optional().meta({ rare: true }),
    inclusive: inclusive(z),
    include_all_metadata: withMetadata(z),
  }),
  result: Message,
  calls: "conversations.replies",
  pick: "messages",
  // Slack repeats the thread's first message on every page.
  item: (message, later) => (later && message.thread_ts === message.ts ? undefined : readMessage(message)),
  view: messageRow,
  enrich: true,
  example: { channel: "C012AB3CD", ts: "1712161829.000300" },
});

export const set_status = action({
  description: "Until the app replies, show its status in a thread. Needs a bot token.",
  params: (z) => ({
    channel: conversation(z),
    ts: ts(z),
    status: z.string().max(1000).describe('such as "is thinking..."; an empty text removes the status'),
    loading_messages: z
      .array(z.string().min(1))
      .min(1)
      .max(10)
      .describe("texts that Slack shows in turn")
      .optional()
      .meta({ rare: true }),
    ...appearance(z),
  }),
  result: (z) => z.object({ channel: z.string(), ts: z.string(), status: z.string() }),
  effect: "write",
  calls: "assistant.threads.setStatus",
  example: { channel: "C012AB3CD", ts: "1712161829.000300", status: "is thinking..." },
  async run({ loading_messages: messages, ...params }, { send }) {
    // Slack splits a list at its commas, unless the list is JSON.
    const loading_messages = messages && JSON.stringify(messages);
    const reply = await send("assistant.threads.setStatus", { ...params, loading_messages });
    const { channel, ts: thread, status } = params;
    return { data: { channel, ts: thread, status }, meta: replyMeta(reply) };
  },
  undo: ({ channel, ts: thread, status }) =>
    status === ""
      ? undefined
      : { entity: "threads", action: "set_status", params: { channel, ts: thread, status: "" } },
});

export const set_title = action({
  description: "Name the thread between a person and the app. Needs a bot token.",
  params: (z) => ({ channel: conversation(z), ts: ts(z), title: z.string().min(1).max(1000) }),
  result: (z) => z.object({ channel: z.string(), ts: z.string(), title: z.string() }),
  effect: "write",
  calls: "assistant.threads.setTitle",
  echo: ["channel", "ts", "title"],
  example: { channel: "D012AB3CD", ts: "1712161829.000300", title: "Deploy of Friday" },
});

export const set_suggested_prompts = action({
  description: "Offer questions that a person can send to the app with a click. Needs a bot token.",
  params: (z) => ({
    channel: conversation(z),
    ts: ts(z).optional(),
    prompts: z
      .array(z.strictObject({ title: z.string().min(1), message: z.string().min(1) }))
      .min(1)
      .describe("the label and the text of each question"),
    title: z.string().min(1).describe("heading of the questions").optional().meta({ rare: true }),
  }),
  result: (z) => z.object({ channel: z.string(), ts: z.string().nullish() }),
  effect: "write",
  calls: "assistant.threads.setSuggestedPrompts",
  echo: ["channel", "ts"],
  example: {
    channel: "D012AB3CD",
    ts: "1712161829.000300",
    prompts: [{ title: "Build", message: "Is the build green?" }],
  },
});
