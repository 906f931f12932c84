import { changeSealing, connectorsOfOtherKeys, countConnectorsOfKey } from "../store/queries/connectors.ts";
import { countKeysOfMasterKey } from "../store/queries/idempotency-keys.ts";
import { changeTokenSealing, countTokensOfKey, tokensOfOtherKeys } from "../store/queries/platform-tokens.ts";
import type { Db } from "../store/store.ts";
import type { Sealer } from "./sealing.ts";

const batch = 200;

/**
 * Uses the active key to re-encrypt the credentials of all connectors and all tokens of platforms. Visits each record
 * once, and skips records that are replaced meanwhile. Returns the number of changed records.
 */
export const rewrapAll = async (db: Db, sealer: Sealer): Promise<number> =>
  (await rewrapEach(
    (after) => connectorsOfOtherKeys(db, sealer.keyId, after, batch),
    (row) => changeSealing(db, { ...row, credentials: sealer.rewrap(row.credentials), key_id: sealer.keyId }),
  )) +
  (await rewrapEach(
    (after) => tokensOfOtherKeys(db, sealer.keyId, after, batch),
    (row) => changeTokenSealing(db, row, { tokens: sealer.rewrap(row.tokens), key_id: sealer.keyId }),
  ));

/** `page` returns the records after an id, in the order of their ids. `rewrap` returns whether it has changed a record. */
async function rewrapEach<Row extends { id: string }>(
  page: (after: string) => Promise<Row[]>,
  rewrap: (row: Row) => Promise<boolean>,
): Promise<number> {
  let changed = 0;
  let after = "";
  for (;;) {
    const rows = await page(after);
    for (const row of rows) if (await rewrap(row)) changed++;
    if (rows.length < batch) return changed;
    after = rows.at(-1)!.id;
  }
}

/** Returns the number of records that only this master key can decrypt. */
export const countRecordsOfKey = async (db: Db, keyId: string): Promise<number> =>
  (await countConnectorsOfKey(db, keyId)) +
  (await countTokensOfKey(db, keyId)) +
  (await countKeysOfMasterKey(db, keyId));
