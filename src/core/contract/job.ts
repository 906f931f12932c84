/** Something that people ask for, in their own words. */
export type Job = ServedJob | MissingJob | KindOfEntities;

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
