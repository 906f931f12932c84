import type { StateStore } from "../contract/store-driver.ts";
import type { Clock } from "../ground/clock.ts";

/** Creates a store in memory, which forgets everything when the process ends. */
export function memoryStateStore(clock: Pick<Clock, "now">): StateStore {
  const entries = new Map<string, { value: string; version: string; expiresAt: number }>();
  let versions = 0;
  const current = (key: string) => {
    const entry = entries.get(key);
    return entry && entry.expiresAt > clock.now() ? entry : undefined;
  };
  return {
    async read(key) {
      const entry = current(key);
      return entry && { value: entry.value, version: entry.version };
    },
    async write(key, value, ifVersion, ttlSeconds = Infinity) {
      if (current(key)?.version !== ifVersion) return false;
      for (const [other, { expiresAt }] of entries) if (expiresAt <= clock.now()) entries.delete(other);
      entries.set(key, { value, version: String(++versions), expiresAt: clock.now() + ttlSeconds * 1000 });
      return true;
    },
    async delete(key, ifVersion) {
      return current(key)?.version === ifVersion && entries.delete(key);
    },
  };
}
