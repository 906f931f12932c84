import type { ActionIndex } from "../contract/compiled-action.ts";
import type { CheckResult } from "../contract/connector.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import type { Policy } from "../contract/policy.ts";
import { canEnforceAllowList, idLimits } from "../policy/allow-list.ts";
import { createChoice } from "../policy/chosen-actions.ts";
import { allowsAction } from "../policy/policy.ts";
import type { ActionScopes, MissingScope } from "../contract/action-scopes.ts";

interface Parts {
  connector: ConnectorDefinition;
  lookup: ActionIndex;
  policies: readonly Policy[];
}

/**
 * Adds the missing scopes to a check: the token lacks these scopes, but the everyday actions, or the actions that the
 * policies include, need them.
 */
export async function addMissingScopes(
  { missing_scopes: _ofService, ...check }: CheckResult,
  { connector, lookup, policies }: Parts,
): Promise<CheckResult> {
  const { token_kind: kind, scopes: granted } = check;
  if (kind === undefined || granted === undefined) return check;
  const limits = idLimits(connector.allowListKinds ?? {}, policies);
  const isChosen = createChoice(connector, policies);
  const entries = lookup.all.filter(
    (entry) =>
      isChosen(entry) &&
      policies.every((policy) => allowsAction(policy, entry[0], entry[1], entry[2].effect)),
  );
  const compiled = await Promise.all(entries.map(([entity, action]) => lookup.compile(entity, action)));
  const allowed = compiled.filter((one) => canEnforceAllowList(limits, one));
  const actions = allowed.map(({ entity, action, scopes }) => ({ name: `${entity}.${action}`, scopes }));
  return { ...check, missing_scopes: missingScopes(actions, kind, granted) };
}

interface ScopedAction {
  name: string;
  scopes: ActionScopes | undefined;
}

/**
 * Returns the scopes that a token of this kind lacks for these actions, required scopes first. `granted`: the scopes
 * of the token.
 */
export function missingScopes(
  actions: readonly ScopedAction[],
  kind: string,
  granted: readonly string[],
): MissingScope[] {
  const missing = new Map<string, { scopes: readonly string[]; required: boolean; actions: string[] }>();
  for (const required of [true, false])
    for (const { name, scopes } of actions)
      for (const need of scopes?.[required ? "required" : "used"][kind] ?? []) {
        if (need.some((scope) => granted.includes(scope))) continue;
        const key = JSON.stringify([required, need]);
        const known = missing.get(key);
        if (known) known.actions.push(name);
        else missing.set(key, { scopes: need, required, actions: [name] });
      }
  return [...missing.values()];
}
