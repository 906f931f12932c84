import { replyMeta } from "../../../core/call/send-operation.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { at } from "../../../core/ground/json.ts";

/** Gets one record with a list operation, because Amazon has no get operation for some resources. */
export async function findById(
  { send }: RunContext,
  { operation, idsParam, listPath }: { operation: string; idsParam: string; listPath: string },
  { id, profileId }: { id: unknown; profileId: unknown },
): Promise<RunResult> {
  const reply = await send(operation, { profileId, [idsParam]: [id] });
  const found = at(reply.body, listPath);
  const record: unknown = Array.isArray(found) ? found[0] : undefined;
  if (record === undefined)
    throw new ConnectorError("not_found", `This profile has no record with the id ${JSON.stringify(id)}.`, {
      hint: "Check the id, and that its record belongs to this profileId. To find ids, use the list action.",
    });
  return { data: record, meta: replyMeta(reply) };
}
