import { replyMeta } from "../../../core/call/send-operation.ts";
import type { PlatformReply, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, at, dicts } from "../../../core/ground/json.ts";
import { readMessage } from "./message-key.ts";

interface Wanted {
  channel: string;
  ts: string;
  include_all_metadata?: boolean | undefined;
}

/**
 * Reads a message or a reply.
 * @throws ConnectorError `not_found` if there is no such message
 */
export async function readOneMessage(
  { channel, ts, include_all_metadata }: Wanted,
  read: (operation: string, args: Dict) => Promise<PlatformReply>,
): Promise<RunResult> {
  const window = { channel, latest: ts, oldest: ts, inclusive: true, limit: 1, include_all_metadata };
  const find = (body: unknown): Dict | undefined => {
    const messages = at(body, "messages");
    return dicts(messages).find((message) => message.ts === ts);
  };
  const inChannel = await read("conversations.history", window);
  const found = find(inChannel.body);
  if (found) return { data: readMessage(found), meta: replyMeta(inChannel) };
  // Slack lists a reply only in its thread. `conversations.replies` accepts the `ts` of any message in the thread.
  const inThread = await read("conversations.replies", { ...window, ts, limit: 2 }).catch(
    (error: unknown) => {
      if (ConnectorError.is(error) && error.platform?.code === "thread_not_found") return undefined;
      throw error;
    },
  );
  const reply = find(inThread?.body);
  if (inThread && reply) return { data: readMessage(reply), meta: replyMeta(inThread) };
  throw new ConnectorError("not_found", `There is no message ${ts} in ${channel}.`, {
    path: "params.ts",
    hint: "channel_messages.list and threads.list show the ts of every message.",
  });
}
