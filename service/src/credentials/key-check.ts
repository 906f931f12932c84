import { ConnectorError } from "agent-connectors";
import {
  lockKeyCheckValues,
  readKeyCheckValues,
  writeKeyCheckValues,
} from "../store/queries/key-check-values.ts";
import type { Db, Store } from "../store/store.ts";
import type { KeyRing } from "./key-ring.ts";

/**
 * Checks that a key ring belongs to the store, so that the service does not encrypt data with a wrong key. Adds new
 * master keys of the key ring to the store's list. Changes nothing if the list is complete.
 * @throws ConnectorError `config_error` if the key ring lacks a master key of the list
 */
export async function checkKeyRing(store: Store, ring: KeyRing): Promise<void> {
  const all = Object.fromEntries(ring.ids.map((id) => [id, ring.checkValue(id)]));
  if (JSON.stringify(all) === JSON.stringify(await readKeyCheckValues(store.db))) return;
  // Replicas that start at the same time change the list one after another.
  await store.transaction(async (db) => {
    for (const [id, value] of Object.entries(await lockKeyCheckValues(db)))
      if (!ring.has(id) || ring.checkValue(id) !== value)
        throw new ConnectorError("config_error", `The key ring does not hold the store's key ${id}.`, {
          hint: "Use the key ring that belongs to this store. No other key ring can decrypt its credentials.",
        });
    await writeKeyCheckValues(db, all);
  });
}

export const hasKeyRing = async (db: Db): Promise<boolean> => (await readKeyCheckValues(db)) !== undefined;

/** Removes a master key from the store's list, so that `checkKeyRing` accepts a key ring without this key. */
export async function forgetKey(db: Db, id: string): Promise<void> {
  const { [id]: _, ...others } = (await readKeyCheckValues(db)) ?? {};
  await writeKeyCheckValues(db, others);
}
