import { replyMeta } from "../../../core/call/send-operation.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { type Dict, at, isDict } from "../../../core/ground/json.ts";

/** Sends a request. Returns the channel's record, or only the channel's id if Slack returns no record. */
export async function sendForChannel(
  context: RunContext,
  operation: string,
  args: Dict & { channel: string },
): Promise<RunResult> {
  const reply = await context.send(operation, args);
  const record = at(reply.body, "channel");
  return { data: isDict(record) ? record : { id: args.channel }, meta: replyMeta(reply) };
}
