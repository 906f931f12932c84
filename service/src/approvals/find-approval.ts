import { ConnectorError } from "agent-connectors";
import { readApproval, statusOf, type ApprovalStatus, type StoredApproval } from "agent-connectors/toolkit";
import { findCall, type CallPlace } from "../store/queries/waiting-calls.ts";
import type { Tenant } from "../store/queries/tenant.ts";
import { aboutOf, approvalStore, type ApprovalServices } from "./approval-services.ts";

export interface FoundApproval {
  place: CallPlace;
  approval: StoredApproval;
  status: ApprovalStatus;
}

/**
 * Finds an approval. An approval that the tenant cannot see leads to the same error as an unknown id.
 * @throws ConnectorError `not_found`
 */
export async function visibleApproval(
  services: ApprovalServices,
  tenant: Tenant,
  id: string | undefined,
): Promise<FoundApproval> {
  const possible = id !== undefined && /^[A-Za-z0-9-]{1,64}$/.test(id);
  const place = possible ? await findCall(services.store, tenant, "approvals", id) : undefined;
  const approval = place && (await readApproval(approvalStore(services, place), place.id));
  if (place && approval) {
    const status = await statusNow(services, place, approval);
    // The call has ended since the approval was read, so the approval has an outcome now.
    const isOld = status === "ended" && !approval.ended;
    const now = isOld ? await readApproval(approvalStore(services, place), place.id) : undefined;
    return { place, approval: now ?? approval, status: now ? statusOf(now, services.clock.now()) : status };
  }
  throw new ConnectorError("not_found", "There is no such approval.", {
    path: "id",
    hint: "GET /v1/approvals lists the calls that wait. Approvals are kept for 30 days.",
  });
}

/** Returns the status, which is `running`, `ended` or `unknown` if a process has started the call. */
export async function statusNow(
  { idempotencyKeys, clock }: ApprovalServices,
  { id, organization_id }: CallPlace,
  approval: StoredApproval,
): Promise<ApprovalStatus> {
  const status = statusOf(approval, clock.now());
  if (status !== "approved" && status !== "cancelled") return status;
  const { connector } = aboutOf(approval);
  const scope = { organization: organization_id, workspace: connector.workspace_id, route: "approval" };
  return idempotencyKeys.find({ scope, key: id, request: { approval: id } }).then(
    (found) => (found ? "ended" : status),
    (error: unknown) => {
      if (!ConnectorError.is(error)) throw error;
      return error.code === "idempotency_in_progress" ? "running" : "unknown";
    },
  );
}
