import type { Effect } from "./effect.ts";

/** Options of a search for actions. */
export interface SearchOptions {
  /** Finds only the actions that can have this effect when they are called. Default: any effect. */
  effect?: Effect | undefined;
  /** The maximum number of actions in the result, from 1 to 50. Default: 8. */
  limit?: number | undefined;
}

/** An action that matches a search. */
export interface FoundAction {
  entity: string;
  action: string;
  /** The action's params in a short form, such as `list(channel, oldest?, inclusive?: bool)`. */
  signature: string;
  description: string;
  /** The weakest effect that the action can have when it is called. */
  effect: Effect;
}
