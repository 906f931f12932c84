export interface RecentMap<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  /** Returns the number of entries. A key that was set again can count twice, because its old entry is still stored. */
  size(): number;
  clear(): void;
  entries(): Iterable<readonly [K, V]>;
}

/**
 * Returns a map of at most `most` entries, which keeps at least the newest `most / 2`. A full map removes many old
 * entries at once, because removing single entries from the start of a large `Map` is slow.
 */
export function createRecentMap<K, V>(most: number): RecentMap<K, V> {
  let recent = new Map<K, V>();
  let older = new Map<K, V>();
  return {
    get: (key) => recent.get(key) ?? older.get(key),
    size: () => recent.size + older.size,
    clear() {
      recent = new Map();
      older = new Map();
    },
    entries: () => new Map([...older, ...recent]),
    set(key, value) {
      recent.set(key, value);
      if (recent.size < most / 2) return;
      older = recent;
      recent = new Map();
    },
  };
}
