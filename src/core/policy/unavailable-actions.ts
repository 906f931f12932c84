import { operationNames } from "../contract/action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";

/**
 * The actions that a token cannot do, and why: it is of the wrong kind, or lacks every scope that would let it. What
 * the platform does not tell of is not among them. The way to fix it stands in the reason.
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
