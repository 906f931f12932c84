export interface MissingTopic {
  /** Words in lower case. A search for one of the words returns the text `says`. */
  words: readonly string[];
  /** Says what is not available, and what can be used instead. */
  says: string;
}
