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
  /** The first fields of the result, such as `{id, name, …}[]` for a list. Absent if the fields are not known. */
  returns?: string;
  description: string;
  effect: Effect;
}

/** The answer to a search. If no action does what the query asks for, `actions` is empty. */
export interface SearchAnswer {
  actions: readonly FoundAction[];
  /** Why there is no action, if the connector says so. */
  says?: string;
  /** The actions whose names and texts are nearest to the query, as `entity.action`. Only if `actions` is empty. */
  nearest: readonly string[];
}
