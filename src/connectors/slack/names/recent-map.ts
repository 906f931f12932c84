/** A map that forgets the entries that were set first. */
export interface RecentMap<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  entries(): Iterable<readonly [K, V]>;
}

/**
 * Creates a map that keeps the `most / 2` entries that were set last, and at most `most` entries. It forgets entries in
 * halves. To delete single entries from the start of a `Map` takes longer with every entry that was deleted before.
 */
export function createRecentMap<K, V>(most: number): RecentMap<K, V> {
  let recent = new Map<K, V>();
  let older = new Map<K, V>();
  return {
    get: (key) => recent.get(key) ?? older.get(key),
    entries: () => new Map([...older, ...recent]),
    set(key, value) {
      recent.set(key, value);
      if (recent.size < most / 2) return;
      older = recent;
      recent = new Map();
    },
  };
}
