import type { Dict } from "../ground/json.ts";
import type { Effect } from "./effect.ts";
import type { Result } from "./result.ts";

/** The values that a call would change: the current values (`before`) and the new values (`after`). */
export interface Preview {
  before?: unknown;
  after?: unknown;
}

// The params of a write do not show whether the write raises spending. Therefore the action's `guard` reads the current
// values and returns a `Judgement`. The policy's caps are then applied to the judgement. If the guard fails, nothing is
// written.

/** Runs a read action of the same connector. */
export type GuardRead = (entity: string, action: string, params: Dict) => Promise<Result>;

/** The result of a guard: the effect of the call, and the amounts that the call raises. */
export interface Judgement extends Preview {
  effect: Effect;
  raises?: readonly Raise[];
}

/** An amount that the call would raise. */
export interface Raise {
  /** The path of the param: `campaigns[0].budget.budget`. */
  path: string;
  /** The name of the cap that limits the amount: `max_daily_budget`. */
  cap: string;
  /** The amount before the call. Undefined if no amount is set yet. */
  from?: number | undefined;
  /** The amount after the call. */
  to: number;
}
