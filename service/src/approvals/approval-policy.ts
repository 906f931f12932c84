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

/**
 * Returns the page on which a person decides about an approval, after a sign-in: the page of the application that the connector's, the
 * user's or the organization's policy names, with the id as `approval`. Without one, it is the operators' page. An agent can read the
 * address, so it opens nothing without a sign-in.
 */
export function approvalPageOf(
  { organization_policy, user_policy, connector_policy }: ConnectorPolicies,
  id: string,
  publicUrl: string | undefined,
): string | undefined {
  for (const text of [connector_policy, user_policy, organization_policy]) {
    const { approval_page } = text === null ? {} : (JSON.parse(text) as { approval_page?: string });
    if (approval_page === undefined) continue;
    const url = new URL(approval_page);
    url.searchParams.set("approval", id);
    return url.href;
  }
  return publicUrl === undefined ? undefined : `${publicUrl}/operate/approvals/${id}`;
}
