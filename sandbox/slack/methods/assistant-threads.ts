import type { Arguments } from "../call/arguments.ts";
import { type Call, canSee } from "../call/call.ts";
import type { Fields } from "../fields.ts";
import type { Method } from "../call/method.ts";
import { SPECIAL, TIER_4 } from "../call/rate-limits.ts";
import { invalidArguments, refusal } from "../call/refusal.ts";
import type { Message } from "../types.ts";
import { type Room, findMessage } from "../workspace.ts";

const MAX_LOADING_MESSAGES = 10;

/** Methods for threads between a person and the app. */
export const assistantThreads: Record<string, Method> = {
  "assistant.threads.setStatus": {
    scopes: { bot: ["chat:write"] },
    rate: SPECIAL,
    required: ["channel_id", "thread_ts", "status"],
    mayBeEmpty: ["status"],
    run: (call) => {
      const room = findAssistantRoom(call);
      if (!findMessage(room, call.args.text("thread_ts") ?? "")) throw refusal("invalid_thread_ts");
      checkLoadingMessages(call.args);
      // The status is not stored, because Slack has no method that returns it.
      return {};
    },
  },

  "assistant.threads.setTitle": {
    scopes: { bot: ["assistant:write"] },
    rate: TIER_4,
    required: ["channel_id", "thread_ts", "title"],
    run: (call) => {
      const message = findThread(call, findAssistantRoom(call));
      message["assistant_app_thread"] = { title: call.args.text("title"), title_blocks: [], artifacts: [] };
      return {};
    },
  },

  "assistant.threads.setSuggestedPrompts": {
    scopes: { bot: ["assistant:write"] },
    rate: TIER_4,
    required: ["channel_id", "prompts"],
    run: (call) => {
      const room = findAssistantRoom(call);
      if (call.args.text("thread_ts")) findThread(call, room);
      const prompts = readPrompts(call.args);
      call.workspace.prompts.set(room.channel.id, { title: call.args.text("title") ?? null, prompts });
      return {};
    },
  },
};

function findAssistantRoom({ workspace, args, actor }: Call): Room {
  const room = workspace.rooms.get(args.text("channel_id") ?? "");
  if (!room || !canSee(room, actor)) throw refusal("channel_not_found", { detail: "Invalid channel_id" });
  return room;
}

function findThread({ args }: Call, room: Room): Message {
  const message = findMessage(room, args.text("thread_ts") ?? "");
  if (!message) throw refusal("invalid_thread_ts", { detail: "Thread not found" });
  return message;
}

function readPrompts(args: Arguments): Fields[] {
  let prompts: unknown;
  try {
    prompts = args.json("prompts");
  } catch {
    prompts = undefined;
  }
  const isPrompt = (one: Fields | null) =>
    typeof one?.["title"] === "string" && typeof one["message"] === "string";
  if (!Array.isArray(prompts) || !prompts.every(isPrompt))
    throw invalidArguments("must be a list of {title, message} [json-pointer:/prompts]");
  return prompts as Fields[];
}

/** Checks the argument, which is the JSON text of a list. */
function checkLoadingMessages(args: Arguments): void {
  let messages: unknown;
  try {
    messages = args.json("loading_messages") ?? [];
  } catch {
    messages = undefined;
  }
  if (!Array.isArray(messages) || messages.length > MAX_LOADING_MESSAGES)
    throw invalidArguments(
      `must be a list of at most ${MAX_LOADING_MESSAGES} items [json-pointer:/loading_messages]`,
    );
}
