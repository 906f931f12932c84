/** The part of a value that a person sees. Texts in `value` and `notes` can come from strangers. */
export interface Shown {
  /** The heading, such as `channels.list`. */
  title: string;
  /** A record, a list of records, or any other JSON value. */
  value: unknown;
  /** Sentences below the value. */
  notes: readonly Note[];
}

export interface Note {
  text: string;
  /** Code that follows the text. */
  code?: string;
}

/** The maximum number of rows of a table that are shown. */
export const mostRows = 20;
