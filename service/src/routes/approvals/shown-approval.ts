import { approvalOf, coveredCalls, whyNoPermission, type StoredApproval } from "agent-connectors/toolkit";
import { aboutOf, paramsOfCall } from "../../approvals/approval-services.ts";
import type { FoundApproval } from "../../approvals/find-approval.ts";
import type { Context } from "../../http/context.ts";
import type { ShownApproval } from "../../pages/approval-parts.ts";

/** Returns what the pages show of an approval. */
export function shownOf(
  { place, approval, status }: FoundApproval,
  { types }: Pick<Context, "types">,
): ShownApproval {
  const { connector } = aboutOf(approval);
  const { text, rows, persons, because, answers, expires_at, outcome } = approvalOf(
    place.id,
    approval,
    status,
  );
  const { title } = types.shown(connector.type);
  return {
    status,
    text,
    params: paramsOfCall(approval),
    rows,
    persons,
    because,
    answers,
    expires_at,
    outcome,
    permission: permissionOf(approval, status),
    user: connector.user,
    account: connector.name === "" ? title : connector.name,
  };
}

/** Returns what a permission would cover that one person gives with the decision, or undefined if there can be none. */
function permissionOf({ facts, scope, needs }: StoredApproval, status: string): ShownApproval["permission"] {
  const isPossible =
    status === "pending" &&
    scope !== undefined &&
    needs.every(({ persons }) => persons === 1) &&
    whyNoPermission(facts) === undefined;
  if (!isPossible || !facts) return undefined;
  const spends = facts.effects.includes("spend");
  return {
    covers: coveredCalls(facts),
    ...(spends ? { currency: facts.currency, raise: facts.raise ?? 0 } : {}),
  };
}
