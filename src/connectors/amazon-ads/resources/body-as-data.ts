import { replyMeta } from "../../../core/call/send-operation.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import type { Dict } from "../../../core/ground/json.ts";

export async function bodyAsData({ send }: RunContext, operation: string, args: Dict): Promise<RunResult> {
  const reply = await send(operation, args);
  return { data: reply.body, meta: replyMeta(reply) };
}
