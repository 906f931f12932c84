import {
  approvalOf,
  coveredCalls,
  isDict,
  whyNoPermission,
  type StoredApproval,
} from "agent-connectors/toolkit";
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
    params: paramsOf(approval),
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

/** Returns the params with which the call runs. The call of a tool has them as a field of its arguments, or as its arguments. */
function paramsOf(approval: StoredApproval): ShownApproval["params"] {
  const { route, request } = aboutOf(approval);
  if (route === "execute") return request.params;
  const { arguments: input } = request;
  if (!isDict(input)) return {};
  return isDict(input["params"]) ? input["params"] : input;
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
