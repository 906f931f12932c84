import type { Call } from "../call/call.ts";
import { findRoom } from "../call/call.ts";
import { blocksProblems } from "../content/check-blocks.ts";
import type { Fields } from "../fields.ts";
import { authorFields, isAuthor, readBlocks, readMetadata } from "../content/message-content.ts";
import { fromMarkdown, storedText } from "../content/message-text.ts";
import type { Method } from "../call/method.ts";
import { findPostableRoom } from "../postable-rooms.ts";
import { TIER_2, TIER_4 } from "../call/rate-limits.ts";
import { messageRecord } from "../records/message.ts";
import { refusal } from "../call/refusal.ts";
import { richTextBlock } from "../content/rich-text.ts";
import type { Message } from "../types.ts";
import { type Room, addMessage, findMessage, nextTs } from "../workspace.ts";
import { threadFields } from "./chat.ts";

const MAX_MARKDOWN = 12_000;

const STATUSES: ReadonlySet<string> = new Set(["pending", "in_progress", "complete", "error"]);

/** Methods that stream a message. https://docs.slack.dev/ai/developing-ai-apps */
export const streams: Record<string, Method> = {
  "chat.startStream": {
    scopes: { bot: ["chat:write"] },
    rate: TIER_2,
    required: ["channel"],
    run: (call) => {
      const { workspace, args } = call;
      const room = findPostableRoom(call);
      if (room.channel.kind !== "im") {
        if (!args.text("recipient_user_id")) throw refusal("missing_recipient_user_id");
        if (!args.text("recipient_team_id")) throw refusal("missing_recipient_team_id");
      }
      const reader = args.text("recipient_user_id");
      if (reader && !workspace.users.has(reader)) throw refusal("user_not_found");
      if (args.text("recipient_team_id") && args.text("recipient_team_id") !== workspace.team.id)
        throw refusal("team_not_found");
      const message = addMessage(room, {
        type: "message",
        ...authorFields(call),
        text: "",
        ts: nextTs(workspace, room),
        ...threadFields(room, args.text("thread_ts"), false),
      });
      const sources: Fields[] = [];
      extend(call, message, sources, readStreamed(call));
      workspace.streams.set(keyOf(room, message), sources);
      return { channel: room.channel.id, ts: message.ts };
    },
  },

  "chat.appendStream": {
    scopes: { bot: ["chat:write"] },
    rate: TIER_4,
    required: ["channel", "ts"],
    run: (call) => {
      const { room, message, sources } = findStream(call);
      const streamed = readStreamed(call);
      if (streamed.length === 0) throw refusal("no_text");
      extend(call, message, sources, streamed);
      return { channel: room.channel.id, ts: message.ts };
    },
  },

  "chat.stopStream": {
    scopes: { bot: ["chat:write"] },
    rate: TIER_2,
    required: ["channel", "ts"],
    run: (call) => {
      const { room, message, sources } = findStream(call);
      extend(call, message, sources, [...readStreamed(call), ...(readBlocks(call) ?? [])]);
      const metadata = readMetadata(call);
      if (metadata) message["metadata"] = metadata;
      call.workspace.streams.delete(keyOf(room, message));
      const record = messageRecord(call.workspace, room, message, { metadata: true });
      return { channel: room.channel.id, ts: message.ts, message: record };
    },
  },
};

const keyOf = (room: Room, { ts }: Message): string => `${room.channel.id} ${ts}`;

function findStream(call: Call): { room: Room; message: Message; sources: Fields[] } {
  const room = findRoom(call);
  const message = findMessage(room, call.args.text("ts") ?? "");
  if (!message) throw refusal("message_not_found");
  if (!isAuthor(call, message)) throw refusal("message_not_owned_by_app");
  const sources = call.workspace.streams.get(keyOf(room, message));
  if (!sources) throw refusal("message_not_in_streaming_state");
  return { room, message, sources };
}

/** Reads the streamed blocks. Each text becomes a block of the type `markdown`. */
function readStreamed(call: Call): Fields[] {
  const markdown = call.args.text("markdown_text");
  if ((markdown?.length ?? 0) > MAX_MARKDOWN) throw refusal("msg_blocks_too_long");
  let chunks: unknown;
  try {
    chunks = call.args.json("chunks") ?? [];
  } catch {
    throw refusal("invalid_chunks");
  }
  if (!Array.isArray(chunks)) throw refusal("invalid_chunks");
  return [
    ...(markdown ? [{ type: "markdown", text: markdown }] : []),
    ...chunks.flatMap((chunk) => chunkBlocks(chunk as Fields)),
  ];
}

function chunkBlocks(chunk: Fields | null): Fields[] {
  const { type, text, id, title, status, blocks } = chunk ?? {};
  if (type === "markdown_text" && typeof text === "string") return [{ type: "markdown", text }];
  if (type === "plan_update" && typeof title === "string") return [{ type: "plan", title }];
  if (type === "task_update" && typeof id === "string" && typeof title === "string") {
    if (status !== undefined && !STATUSES.has(String(status))) throw refusal("invalid_chunks");
    return [{ type: "task_card", task_id: id, title, status }];
  }
  if (type === "blocks" && Array.isArray(blocks)) {
    if (blocksProblems(blocks, "/blocks").length > 0) throw refusal("invalid_blocks");
    return blocks as Fields[];
  }
  throw refusal("invalid_chunks");
}

/**
 * Adds streamed blocks to the earlier blocks in `sources`, and computes the content of the message again. Adjacent
 * texts become one block of rich text. A task replaces the task with the same id, and a plan replaces the plan.
 */
function extend({ workspace }: Call, message: Message, sources: Fields[], streamed: Fields[]): void {
  for (const block of streamed) {
    const last = sources.at(-1);
    const same = sources.findIndex(
      ({ type, task_id }) =>
        type === block["type"] && (type === "plan" || (type === "task_card" && task_id === block["task_id"])),
    );
    if (same >= 0) sources[same] = { ...sources[same], ...block };
    else if (block["type"] === "markdown" && last?.["type"] === "markdown")
      sources[sources.length - 1] = {
        type: "markdown",
        text: `${String(last["text"])}${String(block["text"])}`,
      };
    else sources.push(block);
  }
  const written = ({ text }: Fields): string => storedText(fromMarkdown(String(text)), { links: true });
  message.text = sources
    .filter(({ type }) => type === "markdown")
    .map(written)
    .join("\n");
  const blockId = (): string => workspace.newId("").slice(0, 5);
  const shown = sources.map((block) =>
    block["type"] === "markdown"
      ? richTextBlock(written(block), blockId())
      : { block_id: blockId(), ...block },
  );
  if (shown.length > 0) message.blocks = shown;
}
