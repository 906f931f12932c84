/** A topic that people ask for, but that a connector does not have. */
export interface MissingTopic {
  /**
   * Words in lower case. If the query of a search contains one of the words, the result of the search contains the text
   * `says`.
   */
  words: readonly string[];
  /** Says what is not available, and what can be used instead. */
  says: string;
}
