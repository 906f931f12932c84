/**
 * A place that keeps short texts by key, such as a table of a database. Several processes can share a store. Write
 * your own driver for a database that this package does not know, and prove it with `testStore`.
 *
 * A key has 1 to 250 of the characters `A-Z a-z 0-9 _ - . : /`. Keys that differ only in case are different keys. A value
 * is a text of any length. A method rejects with any error if the store cannot be reached.
 */
export interface StoreDriver {
  /** Resolves with the value and its version, or with undefined if there is no value or the value has expired. */
  read(key: string): Promise<StoredText | undefined>;
  /**
   * Writes a value if the stored value still has the version `ifVersion`. If `ifVersion` is undefined, writes only if
   * there is no value. Resolves with whether the value was written. The check and the write are one step: of two
   * processes that write at the same time, only one succeeds. A written value gets a version that this key has never
   * had, not even before it was deleted.
   * @param ttlSeconds the value expires after this many seconds, and not earlier, by the clock of the store. Can be a fraction.
   * Default: never
   */
  write(key: string, value: string, ifVersion: string | undefined, ttlSeconds?: number): Promise<boolean>;
  /** Deletes a value if it still has the version `ifVersion`. Resolves with whether the value was deleted. */
  delete(key: string, ifVersion: string): Promise<boolean>;
  /**
   * Resolves with the keys that start with `prefix` and come after the key `after`, sorted by their characters' codes. The key
   * `after` is not one of them, and need not exist. The prefix `""` means all keys. Expired values do not count.
   * @param limit the maximum number of keys. Default: 100
   */
  list(prefix: string, after?: string, limit?: number): Promise<string[]>;
  /**
   * True if nobody but this process, or this user of the computer, can read the values. Connectors keep tokens only
   * in such a store. `sealedStore` makes a private store of any other store.
   */
  readonly private?: boolean | undefined;
  /**
   * False if a failed write must not be repeated, for example because the driver is bound to a transaction, which is
   * rolled back. By default, the package repeats it for a few seconds, unless it finds out that the write was done.
   */
  readonly retry?: boolean | undefined;
}

export interface StoredText {
  value: string;
  version: string;
}

/** The states that an action keeps between calls, such as the end of a streamed message that is not sent yet. */
export type States = Pick<StoreDriver, "read" | "write" | "delete">;
