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

/** Something that people ask for, in their own words. */
export type AskedJob = ServedJob | MissingJob | KindOfEntities;

interface Asked {
  /**
   * Short requests, such as `delete|get_rid_of note|file`. Between `|` are alternatives. `_` joins the words of an
   * expression, and `~` joins two words that other words can separate (`drop~line` for "drop Tom a line").
   */
  readonly asked: readonly string[];
}

export interface ServedJob extends Asked {
  /** The actions that do the job, as `entity.action`, the most usual first. */
  readonly actions: readonly string[];
}

/** A job that no action of the connector does. */
export interface MissingJob extends Asked {
  /** Says what is not available, and what can be used instead. */
  readonly says: string;
}

/**
 * Words that say which entities a request is about, such as `book_order`. For such a request, the entities of the other
 * kinds come later.
 */
export interface KindOfEntities extends Asked {
  readonly entities: readonly string[];
}

/** The texts of a list's items that a model sees only around some words. */
export interface Excerpt {
  /** The field with the text, such as `text`. */
  readonly field: string;
  /** The fields that identify an item. The call that reads the whole texts also asks for them. */
  readonly ids: readonly string[];
  /** Words and phrases, in any case. Without one of them in a text, a model sees the beginning of the text. */
  readonly words: readonly string[];
}
