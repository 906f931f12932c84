import type { Dict } from "../ground/json.ts";
import type { Effect } from "./effect.ts";
import type { Result } from "./result.ts";

/** What stands in the place of what a call would write, and what would stand there. */
export interface Preview {
  before?: unknown;
  after?: unknown;
}

// What a write would do to money is seen only beside what stands there now: its guard reads that, and the caps of the
// policy judge it. Where the read fails, the write is not made.

/** Runs a read of the same connector, the way the call itself goes. */
export type GuardRead = (entity: string, action: string, params: Dict) => Promise<Result>;

/** What a guard found. */
export interface Judgement extends Preview {
  effect: Effect;
  raises?: readonly Raise[];
}

/** An amount that would be higher than it is. */
export interface Raise {
  /** The argument: `campaigns[0].budget.budget`. */
  path: string;
  /** The cap that holds for it. */
  cap: string;
  /** Undefined where there is no amount yet. */
  from?: number | undefined;
  to: number;
}
