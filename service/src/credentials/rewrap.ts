import { changeSealing, connectorsOfOtherKeys, countConnectorsOfKey } from "../store/queries/connectors.ts";
import { countKeysOfMasterKey } from "../store/queries/idempotency-keys.ts";
import { changeTokenSealing, countTokensOfKey, tokensOfOtherKeys } from "../store/queries/platform-tokens.ts";
import type { Db } from "../store/store.ts";
import type { Sealer } from "./sealing.ts";

const batch = 200;

/**
 * Encrypts the data keys (see `sealing.ts`) of all credentials and platform tokens with the active master key. Skips a
 * record that another process changes at the same time. Returns the number of changed records.
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

/**
 * Calls `rewrap` for each record, and returns the number of records for which `rewrap` returned true.
 * @param page returns the next records after an id, in the order of their ids
 */
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

/** Returns the number of records that this master key protects. */
export const countRecordsOfKey = async (db: Db, keyId: string): Promise<number> =>
  (await countConnectorsOfKey(db, keyId)) +
  (await countTokensOfKey(db, keyId)) +
  (await countKeysOfMasterKey(db, keyId));
