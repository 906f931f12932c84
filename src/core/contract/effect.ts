import type { Dict } from "../ground/json.ts";

/**
 * The effects of calls, from weak to strong. `read` changes nothing. `write` changes something that can be changed
 * back. `spend` can raise costs. `destructive` cannot be undone.
 */
export const effects = ["read", "write", "spend", "destructive"] as const;

export type Effect = (typeof effects)[number];

/**
 * A rule for an action whose effect depends on the params. `of` returns the effect of a call. If `of` returns
 * undefined, the effect is `strongest`.
 */
export interface EffectRule {
  weakest: Effect;
  strongest: Effect;
  of: (params: Dict) => Effect | undefined;
}

export const weakest = (effect: Effect | EffectRule): Effect =>
  typeof effect === "string" ? effect : effect.weakest;

export const strongest = (effect: Effect | EffectRule): Effect =>
  typeof effect === "string" ? effect : effect.strongest;

/** Returns whether a call can have an effect, according to the rule of its action. */
export function canHave(rule: Effect | EffectRule, effect: Effect): boolean {
  if (typeof rule === "string") return rule === effect;
  // A rule can return `spend` only if `spend` is its weakest or its strongest effect.
  if (effect === "spend") return rule.weakest === "spend" || rule.strongest === "spend";
  const rank = effects.indexOf(effect);
  return rank >= effects.indexOf(rule.weakest) && rank <= effects.indexOf(rule.strongest);
}
