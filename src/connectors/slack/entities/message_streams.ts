import { action, type Zod } from "../../../core/contract/action.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import type { RunContext } from "../../../core/contract/run-context.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { late } from "../../../core/ground/lazy.ts";
import { warnOfEscaped } from "../posting/mentions.ts";
import { checkStream, streamParams } from "../posting/stream-content.ts";
import { appearance, blocks, conversation, metadata, team, ts, user } from "../params.ts";
import { WrittenMessage } from "../records/conversations.ts";
import { shows } from "../rows/written-row.ts";

const startStream = late(async () => (await import("../posting/write-piece.ts")).startStream);
const writeMessage = late(async () => (await import("../posting/permalink.ts")).writeMessage);
const writePiece = late(async () => (await import("../posting/write-piece.ts")).writePiece);

const Streamed = (z: Zod) =>
  z.object({
    channel: z.string(),
    ts: z.string(),
    waiting: z
      .string()
      .describe(
        "the end of the text, which is sent with the next piece or with `stop`, because it can become a mention or a link",
      )
      .optional(),
  });

const stream = (z: Zod) => ({ channel: conversation(z), ts: ts(z) });

const send = (context: RunContext, operation: string) => async (args: Dict) => {
  const reply = await context.send(operation, args);
  return { data: isDict(reply.body) ? reply.body : {}, meta: replyMeta(reply) };
};

export const start = action({
  description: "Start a reply whose text arrives bit by bit. In a channel, pass `user` and `team_id`.",
  params: (z) => ({
    channel: conversation(z),
    thread_ts: ts(z).optional(),
    ...streamParams(z),
    user: user(z).describe("the person who asked: id, @name or e-mail address").optional(),
    team_id: team(z).describe("workspace id of that person, such as T012AB3CD"),
    task_display_mode: z.enum(["timeline", "plan"]).optional().meta({ rare: true }),
    ...appearance(z),
  }),
  check: checkStream,
  result: Streamed,
  effect: "write",
  calls: "chat.startStream",
  enrich: true,
  example: {
    channel: "C012AB3CD",
    thread_ts: "1712161829.000300",
    markdown_text: "Looking into it. ",
    user: "U012AB3CD",
    team_id: "T012AB3CD",
  },
  run: (params, context) =>
    warnOfEscaped((found) => startStream(context, params, found, send(context, "chat.startStream"))),
  undo: (_params, { channel, ts: which }) =>
    which === undefined
      ? undefined
      : { entity: "messages", action: "delete", params: { channel, ts: which } },
});

export const append = action({
  description: "Add text to a stream that `start` opened.",
  params: (z) => ({ ...stream(z), ...streamParams(z) }),
  anyOf: ["markdown_text", "chunks"],
  check: checkStream,
  result: Streamed,
  effect: "write",
  calls: "chat.appendStream",
  enrich: true,
  example: { channel: "C012AB3CD", ts: "1712161829.000300", markdown_text: "The build is **green**." },
  run: (params, context) =>
    warnOfEscaped((found) =>
      writePiece(context, params, { last: false, found }, send(context, "chat.appendStream")),
    ),
});

export const stop = action({
  description: "End a stream. `blocks` appear below the text.",
  params: (z) => ({
    ...stream(z),
    ...streamParams(z),
    blocks: blocks(z).max(50).optional().meta({ rare: true }),
    metadata: metadata(z),
  }),
  check: checkStream,
  result: WrittenMessage,
  view: shows("channel", "ts"),
  effect: "write",
  calls: ["chat.stopStream", "auth.test"],
  enrich: true,
  example: { channel: "C012AB3CD", ts: "1712161829.000300" },
  run: (params, context) =>
    warnOfEscaped((found) =>
      writePiece(context, params, { last: true, found }, (args) =>
        writeMessage(context, "chat.stopStream", args),
      ),
    ),
});
