import { action } from "../../../core/contract/action.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { late } from "../../../core/ground/lazy.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import { adviceToPost, escapeAllMentions, escapeBlockMentions, warnOfEscaped } from "../posting/mentions.ts";
import {
  checkContent,
  contentArguments,
  contentKinds,
  contentParams,
  splitArguments,
  splitParam,
} from "../posting/message-content.ts";
import {
  appearance,
  blocks,
  conversation,
  link,
  messageLink,
  metadata,
  replyOptions,
  ts,
  unfurlOptions,
  withMetadata,
} from "../params.ts";
import { readLink } from "../names/links.ts";
import { Message, PostedToMany, WrittenMessage } from "../records/conversations.ts";
import { messageRow } from "../rows/message-row.ts";
import { currentRecord } from "../undo/current-record.ts";
import { withoutUndefined } from "../undo/undo-data.ts";
import { shows, showsPosted } from "../rows/written-row.ts";

const forwardMessage = late(async () => (await import("../posting/forward-message.ts")).forwardMessage);
const postOnce = late(async () => (await import("../posting/post-once.ts")).postOnce);
const postToMany = late(async () => (await import("../posting/post-to-many.ts")).postToMany);
const readOneMessage = late(async () => (await import("../posting/read-one-message.ts")).readOneMessage);
const writeMessage = late(async () => (await import("../posting/permalink.ts")).writeMessage);

/** What actions that post have in common. After a lost response, the other methods find the posted message. */
const posts = {
  effect: "write",
  calls: [
    "chat.postMessage",
    "auth.test",
    "conversations.history",
    "conversations.replies",
    "conversations.open",
  ],
  settles: true,
  enrich: true,
} as const;

/** Returns the call that deletes a posted message, for undo. */
const deletion = ({ channel, ts: which }: Dict) =>
  which === undefined ? undefined : { entity: "messages", action: "delete", params: { channel, ts: which } };

export const create = action({
  description:
    "Post a message, or a reply. For a reply, `thread_ts` is the `ts` of the thread's first message.",
  params: (z) => ({
    channel: conversation(z),
    ...contentParams(z),
    ...replyOptions(z),
    ...unfurlOptions(z),
    ...appearance(z),
    ...splitParam(z),
    metadata: metadata(z),
  }),
  anyOf: contentKinds,
  check: checkContent(),
  result: WrittenMessage,
  view: shows("channel", "ts", "parts"),
  ...posts,
  example: { channel: "C012AB3CD", markdown_text: "The build is **green**." },
  undo: (_params, posted) => (posted.parts === undefined ? deletion(posted) : undefined),
  run: (params, context) => warnOfEscaped((found) => postOnce(context, splitArguments(params, found))),
});

export const create_many = action({
  description: "Post the same message to several channels or people, with one result for each.",
  params: (z) => ({
    channels: z.array(conversation(z)).min(1).max(20).describe("ids, #names, or people for direct messages"),
    ...contentParams(z),
    ...unfurlOptions(z),
    ...appearance(z),
    metadata: metadata(z),
  }),
  check: checkContent(),
  result: PostedToMany,
  view: showsPosted,
  ...posts,
  example: { channels: ["C012AB3CD", "U012AB3CD"], markdown_text: "The build is **green**." },
  run: ({ channels, ...params }, context) =>
    warnOfEscaped((found) => postToMany(context, channels, contentArguments(params, "create", found))),
});

export const forward = action({
  description:
    "Forward a message: post its link in another channel, with Slack's preview of the message and a comment.",
  params: (z) => ({
    channel: conversation(z),
    link: messageLink(z),
    markdown_text: z.string().min(1).max(11_000).describe("comment").optional(),
    mentions: contentParams(z).mentions.meta({ rare: true }),
    thread_ts: replyOptions(z).thread_ts.meta({ rare: true }),
  }),
  result: WrittenMessage,
  view: shows("channel", "ts"),
  ...posts,
  example: {
    channel: "C012AB3CD",
    link: "https://acme.slack.com/archives/C045EF6GH/p1712161829000300",
    markdown_text: "FYI",
  },
  reads: ["messages.get"],
  async preview({ link: original }, read) {
    const { channel, ts: which } = readLink(original)!;
    const message = await currentRecord(read, ["messages", "get", { channel, ts: which }]);
    return message ? { after: { forwarded: { author: message.author, text: message.text } } } : {};
  },
  undo: (_params, posted) => deletion(posted),
  run: (params, context) =>
    warnOfEscaped((found) => forwardMessage(context, params, readLink(params.link)!, found)),
});

export const update = action({
  description: "Replace the text of the app's own message.",
  params: (z) => ({
    channel: conversation(z),
    ts: ts(z),
    ...contentParams(z),
    reply_broadcast: replyOptions(z).reply_broadcast,
    metadata: metadata(z),
  }),
  anyOf: contentKinds,
  check: checkContent("update"),
  result: WrittenMessage,
  view: shows("channel", "ts"),
  effect: "write",
  calls: ["chat.update", "auth.test"],
  enrich: true,
  example: { channel: "C012AB3CD", ts: "1712161829.000300", markdown_text: "The build is green again." },
  reads: ["messages.get"],
  async preview({ channel: where, ts: which, text, markdown_text, blocks }, read) {
    const message = await currentRecord(read, ["messages", "get", { channel: where, ts: which }]);
    const after = { text: markdown_text ?? text, blocks };
    return {
      after: withoutUndefined(after),
      ...(message ? { before: withoutUndefined(shownBy(message)) } : {}),
    };
  },
  undo({ channel: where, ts: which, metadata: added }, _data, before) {
    const { text, blocks, attachments, files } = isDict(before) ? before : {};
    // The old text can contain the texts of attachments and files, which the restored message would show twice. The
    // old metadata is unknown.
    if (attachments !== undefined || files !== undefined || added !== undefined) return undefined;
    const shown = { ...(text === "" ? {} : { text }), blocks };
    // `messages.update` accepts at most 4,000 characters. With `mentions: true`, the old mentions are not escaped.
    return (typeof text === "string" && text.length > 4000) ||
      Object.keys(withoutUndefined(shown)).length === 0
      ? undefined
      : {
          entity: "messages",
          action: "update",
          params: { channel: where, ts: which, ...withoutUndefined(shown), mentions: true },
        };
  },
  run: (params, context) =>
    warnOfEscaped((found) => writeMessage(context, "chat.update", contentArguments(params, "update", found))),
});

/** Returns the content of a message, without blocks that Slack has created from the text. */
const shownBy = ({ text, blocks, attachments, files }: Dict): Dict => ({
  text,
  attachments: Array.isArray(attachments) && attachments.length > 0 ? attachments.length : undefined,
  files: Array.isArray(files) && files.length > 0 ? files.length : undefined,
  blocks:
    Array.isArray(blocks) && blocks.some((block) => isDict(block) && block.type !== "rich_text")
      ? blocks
      : undefined,
});

const remove = action({
  description: "Delete the app's own message.",
  params: (z) => ({ channel: conversation(z), ts: ts(z) }),
  result: (z) => z.object({ channel: z.string(), ts: z.string() }),
  effect: "destructive",
  calls: "chat.delete",
  echo: ["channel", "ts"],
  example: { channel: "C012AB3CD", ts: "1712161829.000300" },
  reads: ["messages.get"],
  async preview({ channel: where, ts: which }, read) {
    const message = await currentRecord(read, ["messages", "get", { channel: where, ts: which }]);
    return message ? { before: { author: message.author, text: message.text } } : {};
  },
});
export { remove as delete };

export const get = action({
  description: "Get one message, or one reply in a thread.",
  params: (z) => ({ channel: conversation(z), ts: ts(z), include_all_metadata: withMetadata(z) }),
  result: Message,
  effect: "read",
  calls: ["conversations.history", "conversations.replies"],
  view: messageRow,
  enrich: true,
  example: { channel: "C012AB3CD", ts: "1712161829.000300" },
  run: (params, { send }) => readOneMessage(params, send),
});

export const permalink = action({
  description: "Get the link to a message.",
  params: (z) => ({ channel: conversation(z), ts: ts(z) }),
  result: (z) => z.object({ channel: z.string(), permalink: z.string() }),
  effect: "read",
  calls: "chat.getPermalink",
  echo: ["channel"],
  example: { channel: "C012AB3CD", ts: "1712161829.000300" },
});

export const unfurl = action({
  description:
    "Show previews of links from a link_shared event. Pass `channel` and `ts`, or `unfurl_id` and `source`.",
  params: (z) => ({
    channel: conversation(z).optional(),
    ts: ts(z).optional(),
    unfurls: z
      .record(z.string(), z.strictObject({ blocks: blocks(z) }))
      .describe("for each link of the event: {blocks: [...]}"),
    unfurl_id: z.string().min(1).optional().meta({ rare: true }),
    source: z.enum(["composer", "conversations_history"]).optional().meta({ rare: true }),
    user_auth_required: z.boolean().optional().meta({ rare: true }),
    user_auth_url: link(z).optional().meta({ rare: true }),
    user_auth_message: z.string().min(1).optional().meta({ rare: true }),
    user_auth_blocks: blocks(z).optional().meta({ rare: true }),
  }),
  oneOf: [
    ["channel", "ts"],
    ["unfurl_id", "source"],
  ],
  result: (z) => z.object({ channel: z.string().nullish(), ts: z.string().nullish() }),
  effect: "write",
  calls: "chat.unfurl",
  example: {
    channel: "C012AB3CD",
    ts: "1712161829.000300",
    unfurls: {
      "https://example.com/t/1": {
        blocks: [{ type: "section", text: { type: "mrkdwn", text: "*Ticket 1*: open" } }],
      },
    },
  },
  run: (params, { send }) =>
    warnOfEscaped(async (found) => {
      const { unfurls, user_auth_blocks, user_auth_message: message } = params;
      const reply = await send("chat.unfurl", {
        ...params,
        unfurls: escapeBlockMentions(unfurls, found),
        user_auth_blocks: user_auth_blocks && escapeBlockMentions(user_auth_blocks, found),
        user_auth_message: message === undefined ? undefined : escapeAllMentions(message, found),
      });
      return { data: { channel: params.channel, ts: params.ts }, meta: replyMeta(reply) };
    }, adviceToPost),
});

export const me = action({
  description: "Post a /me message in a channel.",
  params: (z) => ({ channel: conversation(z), text: z.string().min(1).max(4000).describe("Slack mrkdwn") }),
  result: WrittenMessage,
  view: shows("channel", "ts"),
  effect: "write",
  calls: ["chat.meMessage", "auth.test"],
  enrich: true,
  example: { channel: "C012AB3CD", text: "is looking into it" },
  run: ({ text, ...params }, context) =>
    warnOfEscaped(
      (found) => writeMessage(context, "chat.meMessage", { ...params, text: escapeAllMentions(text, found) }),
      adviceToPost,
    ),
  undo: (_params, posted) => deletion(posted),
});
