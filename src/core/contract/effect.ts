import type { Dict } from "../ground/json.ts";

/**
 * The effects of calls, from weak to strong. `read` changes nothing. `write` changes something that can be changed
 * back. `spend` can raise costs. `destructive` cannot be undone.
 */
export const effects = ["read", "write", "spend", "destructive"] as const;

export type Effect = (typeof effects)[number];

/** An effect that depends on the params. `of` returns the effect of a call, or undefined for `strongest`. */
export interface EffectRule {
  weakest: Effect;
  strongest: Effect;
  of: (params: Dict) => Effect | undefined;
}

export const weakest = (effect: Effect | EffectRule): Effect =>
  typeof effect === "string" ? effect : effect.weakest;

export const strongest = (effect: Effect | EffectRule): Effect =>
  typeof effect === "string" ? effect : effect.strongest;

export function canHave(rule: Effect | EffectRule, effect: Effect): boolean {
  if (typeof rule === "string") return rule === effect;
  // A rule from `write` to `destructive` does not include `spend`, although `spend` is between them in `effects`.
  if (effect === "spend") return rule.weakest === "spend" || rule.strongest === "spend";
  const rank = effects.indexOf(effect);
  return rank >= effects.indexOf(rule.weakest) && rank <= effects.indexOf(rule.strongest);
}

/**
 * Returns whether tools offer an action only if an `include` has its full name: the action needs an event token, or can
 * spend money without a `guard`, so that no cap can limit the amount.
 */
export const needsName = (action: {
  readonly effect: Effect | EffectRule;
  readonly eventToken?: unknown;
  readonly guard?: unknown;
}): boolean => action.eventToken !== undefined || (!action.guard && weakest(action.effect) === "spend");

/** Params that the package adds to an action that reads. These params are never sent to the platform. */
export interface ReadControls {
  /** The names of the record's fields that the result contains. Default: all fields. */
  fields?: readonly string[] | undefined;
}

export interface ListControls extends ReadControls {
  /** The maximum number of items on the page. Each action has its own default and maximum, which `describe` shows. */
  limit?: number | undefined;
  /**
   * `meta.next_cursor` of the previous page. All other params must be the same as in the call for the previous page.
   */
  cursor?: string | undefined;
}

export interface WriteControls {
  /** If true, the result describes the call, and the call is not sent. */
  dry_run?: boolean | undefined;
}

export type ControlsOf<E> = E extends "read"
  ? ReadControls
  : E extends { weakest: "read" }
    ? ReadControls & WriteControls
    : WriteControls;
