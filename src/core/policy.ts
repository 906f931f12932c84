import { effects, type Effect, type EffectRule } from "./action.ts";
import { ConnectorError } from "./errors.ts";
import type { Dict } from "./json.ts";

/**
 * What a connector or a tool may do. For code only: it is never read from params, the environment or an HTTP body.
 * Names in `include` and `exclude` are `entity.action`, `entity.*` or `entity`.
 */
export interface Policy {
  /** Effects that calls may have; all without it. */
  effects?: readonly Effect[] | undefined;
  /** Only these actions. */
  include?: readonly string[] | undefined;
  /** All but these. */
  exclude?: readonly string[] | undefined;
}

export const weakest = (effect: Effect | EffectRule): Effect =>
  typeof effect === "string" ? effect : effect.weakest;

/** The effect of one call. What the rule cannot decide, or throws on, counts as its strongest. */
export function effectOf(effect: Effect | EffectRule, params: Dict): Effect {
  if (typeof effect === "string") return effect;
  try {
    return effect.of(params) ?? effect.strongest;
  } catch {
    return effect.strongest;
  }
}

/** Is an action offered at all: is its weakest effect allowed, and its name? */
export const offers = (
  policy: Policy,
  entity: string,
  action: string,
  effect: Effect | EffectRule,
): boolean => refusal(policy, entity, action, weakest(effect)) === undefined;

/** Throws `policy_denied` unless this call may run. */
export function judge(policy: Policy, entity: string, action: string, effect: Effect): void {
  const reason = refusal(policy, entity, action, effect);
  if (reason)
    throw new ConnectorError("policy_denied", `${entity}.${action} is not allowed here: ${reason}.`, {
      path: "action",
      hint: "Whoever set up this connector decides that; no change of params will help. Tell the user.",
    });
}

function refusal(policy: Policy, entity: string, action: string, effect: Effect): string | undefined {
  const names = (list: readonly string[]) =>
    list.some((name) => name === entity || name === `${entity}.*` || name === `${entity}.${action}`);
  if (policy.effects && !policy.effects.includes(effect))
    return `its effect is ${effect}, and only ${policy.effects.join(", ") || "nothing"} may run`;
  if (policy.include && !names(policy.include)) return "it is not among the actions included";
  if (policy.exclude && names(policy.exclude)) return "it is excluded";
  return undefined;
}

/** A policy that cannot be read is refused at once: a misspelt effect must not open or close a door in silence. */
export function checkPolicy(policy: Policy, actions: readonly string[], where: string): Policy {
  for (const effect of policy.effects ?? [])
    if (!effects.includes(effect))
      throw new ConnectorError("config_error", `${where}.effects: "${String(effect)}" is not an effect.`, {
        path: `${where}.effects`,
        hint: `Allowed: ${effects.join(", ")}.`,
      });
  for (const field of ["include", "exclude"] as const)
    for (const name of policy[field] ?? [])
      if (!actions.some((known) => known === name || known.startsWith(`${name.replace(/\.\*$/, "")}.`)))
        throw new ConnectorError("config_error", `${where}.${field}: "${name}" names no action.`, {
          path: `${where}.${field}`,
          hint: `Write entity.action, entity.* or entity, such as ${actions.slice(0, 3).join(", ")}.`,
        });
  return policy;
}
