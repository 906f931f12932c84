import { lettersOf } from "../operations/find-lost-files.ts";
import { type Find, listAt, onlyNew, sendOrFind } from "../operations/send-or-find.ts";
import { action, listAction } from "../../../core/contract/action.ts";
import type { RunContext } from "../../../core/contract/run-context.ts";
import { type Dict, isDict, stringAt } from "../../../core/ground/json.ts";
import { warnOfEscaped } from "../posting/mentions.ts";
import { checkContent, contentArguments, contentKinds, contentParams } from "../posting/message-content.ts";
import {
  futureTime,
  conversation,
  metadata,
  replyOptions,
  team,
  time,
  ts,
  unfurlOptions,
} from "../params.ts";
import { ScheduledMessage } from "../records/content.ts";
import { decodeEntities, isoTime } from "../text/markup-to-text.ts";
import { currentRecord } from "../undo/current-record.ts";
import { shows } from "../rows/written-row.ts";

export const list = listAction({
  description: "List this token's scheduled messages that are not posted yet.",
  params: (z) => ({
    channel: conversation(z).optional(),
    oldest: time(z).optional(),
    latest: time(z).optional(),
    team_id: team(z),
  }),
  result: ScheduledMessage,
  calls: "chat.scheduledMessages.list",
  pick: "scheduled_messages",
  item: (message) => ({ ...message, id: String(message.id) }),
  example: { channel: "C012AB3CD" },
});

export const create = action({
  description: "Post a message later, at most 120 days from now.",
  params: (z) => ({
    channel: conversation(z),
    ...contentParams(z),
    post_at: futureTime(z),
    ...replyOptions(z),
    thread_ts: ts(z).optional().meta({ rare: true }),
    ...unfurlOptions(z),
    metadata: metadata(z),
  }),
  anyOf: contentKinds,
  check: checkContent(),
  result: (z) =>
    z.object({
      scheduled_message_id: z.string(),
      channel: z.string(),
      post_at: z.number().meta({ format: "unix-time" }),
      text: z.string(),
    }),
  view: shows("scheduled_message_id", "channel", "post_at"),
  effect: "write",
  calls: ["chat.scheduleMessage", "chat.scheduledMessages.list"],
  enrich: true,
  example: { channel: "C012AB3CD", text: "Stand-up in five minutes.", post_at: "2030-01-01T12:00:00Z" },
  run: (params, context) =>
    warnOfEscaped(async (found) => {
      const args = contentArguments(params, "create", found);
      const { data, meta } = await sendOrFind(context, "chat.scheduleMessage", {
        args,
        find: findScheduled(args),
      });
      const text = args.text === undefined ? {} : { text: decodeEntities(String(args.text)) };
      return { data: { ...args, ...text, ...(isDict(data) ? data : {}) }, meta };
    }),
  undo: (_params, { channel: where, scheduled_message_id: id }) =>
    id === undefined
      ? undefined
      : {
          entity: "scheduled_messages",
          action: "delete",
          params: { channel: where, scheduled_message_id: id },
        },
});

/**
 * Finds a scheduled message with the same channel, time and text. Compares only letters and digits, because Slack
 * returns Markdown in another form. Cannot find a message without a text.
 */
const findScheduled =
  (args: Dict): Find =>
  async (read, since) => {
    const { channel: where, post_at, text, markdown_text } = args;
    const wanted = lettersOf(text ?? markdown_text);
    if (wanted === "") return undefined;
    const list = await read("chat.scheduledMessages.list", {
      channel: where,
      oldest: post_at,
      latest: post_at,
    });
    const equal = listAt(list, "scheduled_messages").filter(
      (one) => Number(one.post_at) === Number(post_at) && lettersOf(one.text) === wanted,
    );
    const found = onlyNew(equal, "date_created", since);
    if (!found || !("record" in found)) return found;
    return {
      record: {
        channel: where,
        scheduled_message_id: String(found.record.id),
        post_at: found.record.post_at,
      },
    };
  };

/** Slack may post a message a minute before its time on the local clock. */
const marginMs = 60_000;

/** Returns a scheduled message. Returns undefined if it was cancelled or posted. */
async function scheduled({ read }: RunContext, where: string, id: string): Promise<Dict | undefined> {
  let cursor: string | undefined;
  do {
    const { body } = await read("chat.scheduledMessages.list", { channel: where, limit: 100, cursor });
    const found = listAt(body, "scheduled_messages").find((one) => String(one.id) === id);
    if (found) return found;
    cursor = stringAt(body, "response_metadata.next_cursor") || undefined;
  } while (cursor !== undefined);
  return undefined;
}

const remove = action({
  description: "Cancel a scheduled message, up to a minute before it is posted.",
  params: (z) => ({
    channel: conversation(z),
    scheduled_message_id: z
      .string()
      .regex(/^\w{2,}$/)
      .describe("id from scheduled_messages.list, such as Q1298393284"),
  }),
  result: (z) => z.object({ channel: z.string(), scheduled_message_id: z.string() }),
  effect: "destructive",
  calls: ["chat.deleteScheduledMessage", "chat.scheduledMessages.list"],
  async run(params, context) {
    const { channel: where, scheduled_message_id: id } = params;
    const record = { channel: where, scheduled_message_id: id };
    // After the cancellation, Slack no longer shows when the message would have been posted.
    const before = await scheduled(context, where, id).catch(() => undefined);
    return sendOrFind(context, "chat.deleteScheduledMessage", {
      args: params,
      orElse: record,
      async find() {
        if (await scheduled(context, where, id)) return { unchanged: true };
        const isPosted = !(Number(before?.post_at) * 1000 > context.clock.now() + marginMs);
        return isPosted ? undefined : { record };
      },
    });
  },
  example: { channel: "C012AB3CD", scheduled_message_id: "Q1298393284" },
  reads: ["scheduled_messages.list"],
  async preview({ channel: where, scheduled_message_id }, read) {
    const list = ["scheduled_messages", "list", { channel: where }] as const;
    const record = await currentRecord(read, list, ({ id }) => id === scheduled_message_id);
    return record ? { before: { text: record.text, post_at: isoTime(record.post_at) } } : {};
  },
});
export { remove as delete };
