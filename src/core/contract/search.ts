import type { Effect } from "./effect.ts";

export interface SearchOptions {
  /** Finds only actions that can have this effect. Default: any effect. */
  effect?: Effect | undefined;
  /** The maximum number of actions in the result, from 1 to 50. Default: 8. */
  limit?: number | undefined;
}

export interface FoundAction {
  entity: string;
  action: string;
  /** The action's params in a short form, such as `list(channel, oldest?, inclusive?: bool)`. */
  signature: string;
  description: string;
  effect: Effect;
}
