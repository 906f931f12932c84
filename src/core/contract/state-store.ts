/**
 * A store of short texts, such as the end of a streamed message that is not sent yet. Several processes can share a
 * store. Every write gives the text a new version, so that of two processes that change the same text, only one succeeds.
 */
export interface StateStore {
  /** Returns the text and its version, or undefined if there is no text or the text has expired. */
  read(key: string): Promise<{ value: string; version: string } | undefined>;
  /**
   * Writes a text if the stored text still has the version `ifVersion`. If `ifVersion` is undefined, writes only if there
   * is no text. Returns whether the text was written. After `ttlSeconds`, the text is gone. Default: it stays.
   */
  write(key: string, value: string, ifVersion: string | undefined, ttlSeconds?: number): Promise<boolean>;
  /** Deletes a text if it still has the version `ifVersion`. Returns whether the text was deleted. */
  delete(key: string, ifVersion: string): Promise<boolean>;
}
