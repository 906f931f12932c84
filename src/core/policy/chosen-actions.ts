import type { ActionEntry } from "../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { needsName } from "../contract/effect.ts";
import type { Policy } from "../contract/policy.ts";
import { isNamed } from "./policy.ts";

/** `everyday`: the connector's everyday actions. `all`: all actions that do not need to be named. */
export type ActionSet = "everyday" | "all";

/**
 * Creates the function that returns whether an action is chosen. An action of `onlyByName`, and an action that
 * `needsName`, is chosen only if a policy includes its full name. Any other action is chosen if a policy has an
 * `include`, if `set` is `all`, or if the action is an everyday action. The function does not check what the policies
 * allow.
 */
export function createChoice(
  { everyday, onlyByName = [] }: Pick<ConnectorDefinition, "everyday" | "onlyByName">,
  policies: readonly Policy[],
  set: ActionSet = "everyday",
): (entry: ActionEntry) => boolean {
  const some = set === "all" || policies.some(({ include }) => include !== undefined) ? undefined : everyday;
  const ofSet = some && new Set(some);
  const byName = new Set(onlyByName);
  return ([entity, action, definition]) => {
    const name = `${entity}.${action}`;
    return byName.has(name) || needsName(definition)
      ? isNamed(policies, entity, action)
      : (ofSet?.has(name) ?? true);
  };
}
