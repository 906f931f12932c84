import type { Dict } from "../ground/json.ts";

/**
 * What a call does to the outside world, from weak to strong: `read` changes nothing, `write` changes something that
 * can be changed back, `spend` can raise what is paid, `destructive` cannot be undone.
 */
export const effects = ["read", "write", "spend", "destructive"] as const;

export type Effect = (typeof effects)[number];

/** An effect that depends on the params. `of` answers undefined where it cannot tell: the strongest counts then. */
export interface EffectRule {
  weakest: Effect;
  strongest: Effect;
  of: (params: Dict) => Effect | undefined;
}

export const weakest = (effect: Effect | EffectRule): Effect =>
  typeof effect === "string" ? effect : effect.weakest;

export const strongest = (effect: Effect | EffectRule): Effect =>
  typeof effect === "string" ? effect : effect.strongest;
