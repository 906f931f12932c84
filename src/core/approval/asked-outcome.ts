import { approvalError, noApproval } from "../call/approval-error.ts";
import type { CallOptions } from "../contract/call-options.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import type { ToolResult } from "../contract/tool.ts";
import type { Clock } from "../ground/clock.ts";
import type { Once } from "../store/once.ts";
import { failure } from "../tool/output/failure.ts";
import { readApproval } from "./desk-records.ts";
import { approvalOf, statusOf } from "./stored-approval.ts";

interface Asked {
  store: StoreDriver;
  once: Once<ToolResult>;
  clock: Clock;
  /** Returns the id of the approval of a call in the conversation. */
  idOf(callId: string, context: unknown): Promise<string>;
}

/** Returns the outcome of a call about which a person was asked, if it is a call of the same conversation. */
export async function askedOutcome(
  { store, once, clock, idOf }: Asked,
  id: string,
  options: CallOptions,
): Promise<ToolResult> {
  const approval = /^\w{1,100}$/.test(id) ? await readApproval(store, id) : undefined;
  const callId = approval?.about?.callId;
  if (!approval || typeof callId !== "string" || (await idOf(callId, options.context)) !== id)
    return failure(noApproval(id));
  const write = await once.find(store, id, approval.digest);
  if (write?.state === "done") return write.outcome;
  const run = write?.state === "running" || write?.state === "in_doubt" ? write.state : undefined;
  const error = approvalError(approvalOf(id, approval, statusOf(approval, clock.now(), run)));
  return failure(error ?? noApproval(id));
}

/** Returns the failure of a call that was approved, and that somebody has cancelled since. */
export async function notAllowedNow(
  { store, clock }: Pick<Asked, "store" | "clock">,
  id: string,
  decides: "framework" | "desk",
): Promise<ToolResult | undefined> {
  const approval = await readApproval(store, id);
  const status = approval && statusOf(approval, clock.now());
  if (!approval || status === "approved" || (status === "pending" && decides === "framework"))
    return undefined;
  const error = approvalError(approvalOf(id, approval, status!));
  return error && failure(error);
}
