import type { StoreDriver } from "../contract/store-driver.ts";
import { hashOf } from "../ground/hash.ts";
import { optionError } from "../ground/read-options.ts";
import { checkStore } from "../store/check-store.ts";
import { claims } from "../store/kinds.ts";
import { createOnce } from "../store/once.ts";

/**
 * Returns true for the first call with a key, and false for every later call. Call this function before work that must
 * happen at most once, even if several processes share the store. If the process ends during the work, the work stays
 * unfinished, because no later call returns true. The store forgets a key after 30 days.
 * @param key the name of the work, such as the id of an event
 * @throws ConnectorError `config_error` if the key is empty or the store is no store, `storage_unavailable`
 */
export async function claimOnce(store: StoreDriver, key: string): Promise<boolean> {
  if (typeof key !== "string" || key === "")
    throw optionError("key", "The key must be a text that is not empty.");
  const claim = await createOnce(claims).claim(checkStore(store), await hashOf(key), "");
  return claim.state === "first";
}
