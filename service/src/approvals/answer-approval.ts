import type { ApprovalAnswer, StoredApproval } from "agent-connectors/toolkit";
import { answerApproval, cancelApproval, statusOf } from "agent-connectors/toolkit";
import type { Actor } from "../operations/audit.ts";
import type { CallPlace } from "../store/queries/waiting-calls.ts";
import { aboutOf, addApprovalEvent, approvalStore, type ApprovalServices } from "./approval-services.ts";
import { runApproved } from "./run-approved.ts";
import { givePermission } from "./standing-permissions.ts";

/** How a person has reached the approval: through the application, through a link, or as a signed-in operator. */
type Via = "application" | "link" | "operator";

/**
 * Stores the answer of a person and the permission in it, with their audit rows and the event, and then runs the call if it is approved. Returns the approval after
 * the run.
 * @throws ConnectorError `approval_closed`, `approval_denied`, `not_found`
 */
export async function decideApproval(
  services: ApprovalServices,
  place: CallPlace,
  answer: ApprovalAnswer,
  { actor, via }: { actor: Actor; via: Via },
): Promise<StoredApproval> {
  const { store, clock, audit } = services;
  const decided = await store.transaction(async (db) => {
    const now = clock.now();
    const approval = await answerApproval(approvalStore(services, place, db), place.id, answer, now);
    const last = approval.answers.at(-1);
    if (last?.at !== now || last.by !== answer.by) return approval;
    const { approve, by } = answer;
    // An application decides for all users, and the audit finds the decision by the user of the call.
    const who = { ...actor, workspace: actor.workspace ?? aboutOf(approval).connector.workspace_id };
    const permission = await givePermission(services, db, place, { approval, actor: who });
    await audit.write(db, "approval.decide", who, place.connector_id, {
      approval: place.id,
      approve,
      by,
      ...(last.rows ? { rows: last.rows } : {}),
      ...(permission ? { permission: permission.id } : {}),
      via,
    });
    const decided = { approval, status: statusOf(approval, now), permission: permission?.id };
    await addApprovalEvent(db, "approval.decided", place, decided, now);
    return approval;
  }, place.organization_id);
  return statusOf(decided, clock.now()) === "approved" ? runApproved(services, place) : decided;
}

/** @throws ConnectorError `approval_closed`, `not_found` */
export const cancelAsked = (
  services: ApprovalServices,
  place: CallPlace,
  { actor, by }: { actor: Actor; by: string },
): Promise<StoredApproval> =>
  services.store.transaction(async (db) => {
    const now = services.clock.now();
    const approval = await cancelApproval(approvalStore(services, place, db), place.id, by, now);
    if (approval.cancelled?.at !== now) return approval;
    await services.audit.write(db, "approval.cancel", actor, place.connector_id, { approval: place.id, by });
    await addApprovalEvent(db, "approval.decided", place, { approval, status: "cancelled" }, now);
    return approval;
  }, place.organization_id);
