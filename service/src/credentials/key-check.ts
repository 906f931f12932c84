import { ConnectorError } from "agent-connectors";
import { readKeyCheckValues, writeKeyCheckValues } from "../store/queries/key-check-values.ts";
import type { Db } from "../store/store.ts";
import type { KeyRing } from "./key-ring.ts";

/**
 * Checks that a key ring belongs to the store, so that the service does not encrypt data with a wrong key. Adds new
 * master keys of the key ring to the store's list.
 * @throws ConnectorError `config_error` if the key ring lacks a master key of the list
 */
export async function checkKeyRing(db: Db, ring: KeyRing): Promise<void> {
  const known = (await readKeyCheckValues(db)) ?? {};
  for (const [id, value] of Object.entries(known))
    if (!ring.has(id) || ring.checkValue(id) !== value)
      throw new ConnectorError("config_error", `The key ring does not hold the store's key ${id}.`, {
        hint: "Use the key ring that belongs to this store. No other key ring can decrypt its credentials.",
      });
  const all = Object.fromEntries(ring.ids.map((id) => [id, ring.checkValue(id)]));
  if (JSON.stringify(all) !== JSON.stringify(known)) await writeKeyCheckValues(db, all);
}

export const hasKeyRing = async (db: Db): Promise<boolean> => (await readKeyCheckValues(db)) !== undefined;

/** Removes a master key from the store's list, so that `checkKeyRing` accepts a key ring without this key. */
export async function forgetKey(db: Db, id: string): Promise<void> {
  const { [id]: _, ...others } = (await readKeyCheckValues(db)) ?? {};
  await writeKeyCheckValues(db, others);
}
