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
