import type { ActionScopes, MissingScope } from "../contract/action-scopes.ts";

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
