import { action } from "../../core/action.ts";
import { ConnectorError } from "../../core/errors.ts";
import { at, isDict, type Dict } from "../../core/json.ts";
import { metaOf } from "../../core/local.ts";
import { channel, ts } from "./params.ts";
import { writeMessage } from "./permalink.ts";
import { Message, WrittenMessage } from "./records.ts";
import { withText } from "./text.ts";
import { messageRow } from "./rows.ts";

// Actions of `messages` beside writing one.

export const get = action({
  description: "Get one message, or one reply in a thread.",
  params: (z) => ({ channel: channel(z), ts: ts(z) }),
  result: Message,
  effect: "read",
  calls: ["conversations.history", "conversations.replies"],
  view: messageRow,
  enrich: true,
  untrusted: true,
  example: { channel: "C012AB3CD", ts: "1712161829.000300" },
  async run(params, { send }) {
    const window = {
      channel: params.channel,
      latest: params.ts,
      oldest: params.ts,
      inclusive: true,
      limit: 1,
    };
    const find = (body: unknown): Dict | undefined => {
      const messages = at(body, "messages");
      const all = Array.isArray(messages) ? messages.filter(isDict) : [];
      return all.find((message) => message.ts === params.ts);
    };
    const inChannel = await send("conversations.history", window);
    const found = find(inChannel.body);
    if (found) return { data: withText(found), meta: metaOf(inChannel) };
    // A reply stands in its thread only; Slack takes any message's ts for the thread's.
    const inThread = await send("conversations.replies", { ...window, ts: params.ts, limit: 2 });
    const reply = find(inThread.body);
    if (reply) return { data: withText(reply), meta: metaOf(inThread) };
    throw new ConnectorError("not_found", `There is no message ${params.ts} in ${params.channel}.`, {
      path: "params.ts",
      hint: "channel_messages.list and threads.list give the ts of every message.",
    });
  },
});

export const permalink = action({
  description: "Get the link to a message.",
  params: (z) => ({ channel: channel(z), ts: ts(z) }),
  result: (z) => z.object({ channel: z.string(), permalink: z.string() }),
  effect: "read",
  calls: "chat.getPermalink",
  example: { channel: "C012AB3CD", ts: "1712161829.000300" },
});

export const me = action({
  description: "Say in a channel what the token's user does, as /me does.",
  params: (z) => ({ channel: channel(z), text: z.string().min(1).max(4000).describe("Slack mrkdwn") }),
  result: WrittenMessage,
  effect: "write",
  calls: ["chat.meMessage", "auth.test"],
  example: { channel: "C012AB3CD", text: "is looking into it" },
  run: (params, context) => writeMessage(context, "chat.meMessage", params),
  undo: (_params, { channel: where, ts: which }) =>
    which === undefined
      ? undefined
      : { entity: "messages", action: "delete", params: { channel: where, ts: which } },
});
