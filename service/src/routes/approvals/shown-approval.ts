import { approvalOf } from "agent-connectors/toolkit";
import { aboutOf } from "../../approvals/approval-services.ts";
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
    rows,
    persons,
    because,
    answers,
    expires_at,
    outcome,
    user: connector.user,
    account: connector.name === "" ? title : connector.name,
  };
}
