import { quoteOthers } from "../ground/quote-others.ts";
import type { Audience, ExternalRule } from "../contract/audience.ts";
import type { Policy } from "../contract/policy.ts";
import { ConnectorError } from "../ground/errors.ts";

/** Returns the rule for a call, after the policies have decided. */
export function externalRule(policies: readonly Policy[], asked: ExternalRule): ExternalRule {
  if (asked === "refuse" || policies.some(({ external }) => external === false)) return "refuse";
  return policies.some(({ external }) => external === true) ? "allow" : asked;
}

/**
 * Refuses a write that people of another company can read. If the readers are unknown, the write is allowed.
 * @throws ConnectorError `policy_denied`
 */
export function enforceExternal(
  rule: ExternalRule,
  { external, readers, hasNames }: Audience,
  { entity, action }: { entity: string; action: string },
): void {
  if (rule === "allow" || external.length === 0) return;
  throw new ConnectorError(
    "policy_denied",
    `${entity}.${action} is not allowed here: people outside the company can read it. Readers: ${hasNames ? quoteOthers(readers, 500) : readers}.`,
    {
      path: "action",
      hint:
        rule === "refuse"
          ? "A policy has external: false, so no other params and no approval help. Tell the user."
          : "A person can approve the call, or code can allow it with external: true in the policy or in the options of the tool. Tell the user.",
    },
  );
}
