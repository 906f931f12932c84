import { operationNames } from "../contract/action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";

/**
 * Returns the actions that a token cannot run, with a reason for each action. Either the action does not accept tokens
 * of this `kind`, or the token has none of the scopes that allow the action. `granted`: the scopes of the token. If
 * `granted` is undefined, only the kind is checked.
 */
export function unavailable(
  { entities, operations }: Pick<ConnectorDefinition, "entities" | "operations">,
  kind: string,
  granted: readonly string[] | undefined,
): Record<string, string> {
  const reasons: Record<string, string> = {};
  for (const [entity, actions] of Object.entries(entities))
    for (const [action, definition] of Object.entries(actions)) {
      const operation = operations[operationNames(definition)[0]!];
      const needed = operation?.scopes?.[kind] ?? [];
      if (operation?.tokens && !operation.tokens.includes(kind))
        reasons[`${entity}.${action}`] =
          `needs a ${operation.tokens.join(" or ")} token, not a ${kind} token`;
      else if (granted && needed.length > 0 && !needed.some((scope) => granted.includes(scope)))
        reasons[`${entity}.${action}`] = `needs the scope ${needed.join(" or ")}`;
    }
  return reasons;
}
