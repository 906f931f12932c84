import type { ApprovalRule } from "agent-connectors";
import { readApprovalRules } from "agent-connectors/toolkit";
import type { ConnectorPolicies } from "../store/queries/policies.ts";

/**
 * Returns the rules of a connector: those in the field `approval` of its organization's, its user's and its own policy. Returns undefined
 * if no policy has the field, because then nobody is asked.
 */
export function approvalRulesOf({
  organization_policy,
  user_policy,
  connector_policy,
}: ConnectorPolicies): readonly ApprovalRule[] | undefined {
  const given = [organization_policy, user_policy, connector_policy].flatMap((text) => {
    const { approval } = text === null ? {} : (JSON.parse(text) as { approval?: unknown });
    return approval === undefined ? [] : [readApprovalRules(approval, "policy.approval")];
  });
  return given.length === 0 ? undefined : given.flat();
}
