import { metaOf } from "../../../core/call/in-process.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import type { Dict } from "../../../core/ground/json.ts";

/** The whole answer is the data. (What has no `run` answers its params too.) */
export async function runWhole({ send }: RunContext, operation: string, args: Dict): Promise<RunResult> {
  const reply = await send(operation, args);
  return { data: reply.body, meta: metaOf(reply) };
}
