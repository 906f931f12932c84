import type { ApprovalStore } from "../contract/approval.ts";
import { hashOf } from "../ground/hash.ts";
import { optionError } from "../ground/read-options.ts";

/**
 * Returns true for the first call with a key, and false for every later call. Call this function before work that must
 * happen at most once, even if several processes share the store. If the process ends during the work, the work stays
 * unfinished, because no later call returns true. The stores of this package forget a key after 30 days.
 * @param key the name of the work, such as the id of an event or a turn
 * @throws ConnectorError `config_error` if the key is empty
 */
export async function claimOnce(store: ApprovalStore, key: string): Promise<boolean> {
  if (typeof key !== "string" || key === "")
    throw optionError("key", "The key must be a text that is not empty.");
  return store.update(await hashOf(JSON.stringify(["claim", key])), (record) => ({
    record: record ?? { at: Date.now(), runs: {} },
    result: record === undefined,
  }));
}
