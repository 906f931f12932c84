import type { ConnectorDefinition } from "../contract/definition.ts";
import { acceptedKinds, requiredScopes } from "../schema/action-scopes.ts";

/**
 * Returns the actions that a token cannot run, with reasons: the action does not accept tokens of this `kind`, or the
 * token lacks a scope. `granted`: the scopes of the token. Without `granted`, only the kind is checked.
 */
export function unavailable(
  { entities, operations }: Pick<ConnectorDefinition, "entities" | "operations">,
  kind: string,
  granted: readonly string[] | undefined,
): Record<string, string> {
  const reasons: Record<string, string> = {};
  for (const [entity, actions] of Object.entries(entities))
    for (const [action, definition] of Object.entries(actions)) {
      const kinds = acceptedKinds(operations, definition);
      const needs = requiredScopes(operations, definition, kind);
      const missing = granted && needs.find((need) => !need.some((scope) => granted.includes(scope)));
      if (kinds && !kinds.includes(kind))
        reasons[`${entity}.${action}`] = `needs a ${kinds.join(" or ")} token, not a ${kind} token`;
      else if (missing) reasons[`${entity}.${action}`] = `needs the scope ${missing.join(" or ")}`;
    }
  return reasons;
}
