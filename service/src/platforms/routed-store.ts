import type { StoreDriver } from "agent-connectors/store";

/** Returns a store whose keys have their place in other stores. `place` returns the store and the key there. */
export const routedStore = (place: (key: string) => readonly [StoreDriver, string]): StoreDriver => ({
  private: true,
  read(key) {
    const [store, name] = place(key);
    return store.read(name);
  },
  write(key, value, ifVersion, ttlSeconds) {
    const [store, name] = place(key);
    return store.write(name, value, ifVersion, ttlSeconds);
  },
  delete(key, ifVersion) {
    const [store, name] = place(key);
    return store.delete(name, ifVersion);
  },
  // A connector lists no keys.
  list: async () => [],
});

/** Returns the kind of the value that belongs to a key, such as `tokens`. The lease of a value has the kind of the value. */
export const kindOf = (key: string): string => /^(?:leases\/)?([^/]*)/.exec(key)![1]!;
