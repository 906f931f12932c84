import type { States, StoreDriver } from "../contract/store-driver.ts";
import { hashOf } from "../ground/hash.ts";
import { states } from "./kinds.ts";
import { throwUnavailable } from "./records.ts";
import { withTimeLimit } from "./time-limit.ts";

/**
 * Returns the part of a store that belongs to the states of one connector. `findOwner` returns a part of a key that no
 * other connector has, and no other account.
 */
export function statesOf(driver: StoreDriver, findOwner: () => Promise<string>): States {
  const store = withTimeLimit(driver);
  const keyOf = async (key: string) => `${states.name}/${await findOwner()}/${await hashOf(key)}`;
  return {
    read: async (key) => store.read(await keyOf(key)).catch(throwUnavailable("read")),
    write: async (key, value, ifVersion, ttlSeconds = states.ttlSeconds) =>
      store.write(await keyOf(key), value, ifVersion, ttlSeconds).catch(throwUnavailable("write")),
    delete: async (key, ifVersion) =>
      store.delete(await keyOf(key), ifVersion).catch(throwUnavailable("write")),
  };
}
