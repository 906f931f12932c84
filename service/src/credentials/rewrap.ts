import { changeSealing, connectorsOfOtherKeys, countConnectorsOfKey } from "../store/queries/connectors.ts";
import { countKeysOfMasterKey } from "../store/queries/idempotency-keys.ts";
import type { Db } from "../store/store.ts";
import type { Sealer } from "./sealing.ts";

const batch = 200;

/** Re-encrypts the credentials of all connectors with the active key. Skips credentials that are replaced meanwhile. */
export async function rewrapAll(db: Db, sealer: Sealer): Promise<number> {
  let changed = 0;
  for (;;) {
    const rows = await connectorsOfOtherKeys(db, sealer.keyId, batch);
    if (rows.length === 0) return changed;
    for (const row of rows) {
      const credentials = sealer.rewrap(row.credentials);
      await changeSealing(db, { ...row, credentials, key_id: sealer.keyId });
      changed++;
    }
  }
}

/** Returns the number of records that only this master key can decrypt. */
export const countRecordsOfKey = async (db: Db, keyId: string): Promise<number> =>
  (await countConnectorsOfKey(db, keyId)) + (await countKeysOfMasterKey(db, keyId));
