import { approvalError, noApproval } from "../call/approval-error.ts";
import type { StoredPermission } from "../contract/approval/permission.ts";
import type { CallOptions } from "../contract/call-options.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import type { ToolResult } from "../contract/tool.ts";
import type { Clock } from "../ground/clock.ts";
import type { Once } from "../store/once.ts";
import { failure } from "../tool/output/failure.ts";
import { nobodyAsked, permissionEnded } from "./approval-errors.ts";
import { readApproval } from "./desk-records.ts";
import { hasEnded } from "./permissions.ts";
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

/** Why a call may run: because of its approval, or of a permission. Neither: the call needs no person, or only repeats a call. */
export interface Allowed {
  id: string;
  needed: boolean;
  asked: boolean;
  permission: StoredPermission | undefined;
}

/** Returns the failure of a call that must not run any more: somebody has cancelled it, or has ended its permission. */
export async function notAllowedNow(
  { store, clock }: Pick<Asked, "store" | "clock">,
  { id, needed, asked, permission }: Allowed,
  decides: "framework" | "desk",
): Promise<ToolResult | undefined> {
  if (permission)
    return (await hasEnded(store, permission.id, clock.now())) ? failure(permissionEnded()) : undefined;
  if (!asked) return needed ? failure(nobodyAsked()) : undefined;
  const approval = await readApproval(store, id);
  const status = approval && statusOf(approval, clock.now());
  if (!approval || status === "approved" || (status === "pending" && decides === "framework"))
    return undefined;
  const error = approvalError(approvalOf(id, approval, status!));
  return error && failure(error);
}
