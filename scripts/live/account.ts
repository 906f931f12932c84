import type { Clock } from "../../src/core/ground/clock.ts";
import type { Gate } from "./gate.ts";

/** The input of the person who runs the checks. */
export interface Given {
  gate: Gate;
  clock: Clock;
  /** The id of the channel or the campaign that the writing checks use. */
  place: string | undefined;
}
