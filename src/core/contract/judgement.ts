import type { Dict } from "../ground/json.ts";
import type { Effect } from "./effect.ts";
import type { Result } from "./result.ts";

/** The values that a call would change, before and after. */
export interface Preview {
  before?: unknown;
  after?: unknown;
}

// The params alone do not show whether a write raises spending. Its guard reads the current values, and the policy's caps
// decide. If the read fails, nothing is written.

/** Runs a read action of the same connector. */
export type GuardRead = (entity: string, action: string, params: Dict) => Promise<Result>;

/** The result of a guard: the effect of the call, and the amounts that it raises. */
export interface Judgement extends Preview {
  effect: Effect;
  raises?: readonly Raise[];
}

/** An amount that the call would raise. */
export interface Raise {
  /** The path of the param: `campaigns[0].budget.budget`. */
  path: string;
  /** The name of the cap that limits it: `max_daily_budget`. */
  cap: string;
  /** The current amount. Undefined if there is none yet. */
  from?: number | undefined;
  /** The amount after the call. */
  to: number;
}
