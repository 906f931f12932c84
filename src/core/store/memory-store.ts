import type { StoreDriver } from "../contract/store-driver.ts";
import type { Clock } from "../ground/clock.ts";

/**
 * Creates a store in the memory of this process, which forgets everything when the process ends.
 * @param most the maximum number of values. A further value replaces the oldest one. Default: no limit, which tokens and
 * day totals need
 */
export function memoryStore(clock: Pick<Clock, "now"> = Date, most = Infinity): StoreDriver {
  const entries = new Map<string, { value: string; version: string; expiresAt: number }>();
  let versions = 0;
  let writes = 0;
  const removeExpired = () => {
    for (const [key, { expiresAt }] of entries) if (expiresAt <= clock.now()) entries.delete(key);
  };
  const current = (key: string) => {
    const entry = entries.get(key);
    return entry && entry.expiresAt > clock.now() ? entry : undefined;
  };
  return {
    private: true,
    async read(key) {
      const entry = current(key);
      return entry && { value: entry.value, version: entry.version };
    },
    async write(key, value, ifVersion, ttlSeconds = Infinity) {
      if (current(key)?.version !== ifVersion) return false;
      // A look at every entry would make each write slower than the one before it.
      if (++writes % 1000 === 0) removeExpired();
      if (entries.size >= most && !entries.has(key)) entries.delete(entries.keys().next().value!);
      entries.set(key, { value, version: String(++versions), expiresAt: clock.now() + ttlSeconds * 1000 });
      return true;
    },
    async delete(key, ifVersion) {
      return current(key)?.version === ifVersion && entries.delete(key);
    },
    async list(prefix, after = "", limit = 100) {
      const found = [...entries.keys()].filter(
        (key) => key.startsWith(prefix) && key > after && current(key),
      );
      return found.toSorted().slice(0, limit);
    },
  };
}
