import { replyMeta } from "../../../core/call/send-operation.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, at } from "../../../core/ground/json.ts";

interface Whose {
  channel?: string | undefined;
  user?: string | undefined;
}

/**
 * Changes the access of a channel or a person.
 * @throws ConnectorError if Slack lists the id as failed, even in a response with `ok: true`
 */
export async function changeAccess(
  { send }: RunContext,
  operation: string,
  { channel: where, user: who, ...args }: Whose & Dict,
): Promise<RunResult> {
  const reply = await send(operation, {
    ...args,
    // Slack's examples send these lists as JSON.
    channel_ids: where === undefined ? undefined : JSON.stringify([where]),
    user_ids: who === undefined ? undefined : JSON.stringify([who]),
  });
  const failed = [
    at(reply.body, "failed_to_update_channel_ids"),
    at(reply.body, "failed_to_update_user_ids"),
  ];
  if (failed.some((ids) => Array.isArray(ids) && ids.length > 0))
    throw new ConnectorError(
      "upstream_rejected",
      `Slack ${operation} did not change the access of ${where ?? who}.`,
      {
        hint: "The token's user must be able to edit the canvas or list, and must see the channel or person. Calling again does not help.",
      },
    );
  return {
    data: { ...args, ...(where === undefined ? { user: who } : { channel: where }) },
    meta: replyMeta(reply),
  };
}
