import { inParallel } from "../names/in-parallel.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { listAt } from "../operations/send-or-find.ts";
import { readMessage } from "../posting/message-key.ts";
import { isNotice } from "./unread-in-conversation.ts";

/** The number of requests that run at the same time. */
const maxParallel = 5;
/** The number of messages per channel, because the newest ones can be notices of Slack. */
const limit = 10;

/**
 * Reads the newest message of each channel. A notice, for example that somebody joined, is returned only if there is
 * nothing else. A channel that cannot be read gets the field `error`.
 * @throws ConnectorError the first error, if no channel can be read
 */
export async function readLatest(
  { channels }: { channels: readonly string[] },
  { send }: RunContext,
): Promise<RunResult> {
  const ids = [...new Set(channels)];
  const results = new Map<string, Dict>();
  const errors: ConnectorError[] = [];
  await inParallel(ids, maxParallel, async (channel) => {
    try {
      const { body } = await send("conversations.history", { channel, limit });
      const messages = listAt(body, "messages");
      const newest = messages.find((message) => !isNotice(message)) ?? messages[0];
      results.set(channel, newest ? { channel, ...readMessage(newest) } : { channel, empty: true });
    } catch (error) {
      if (!ConnectorError.is(error) || error.code === "aborted") throw error;
      errors.push(error);
      results.set(channel, { channel, error: [error.message, error.hint].filter(Boolean).join(" ") });
    }
  });
  if (errors.length === ids.length) throw errors[0]!;
  return { data: ids.map((id) => results.get(id)!) };
}
