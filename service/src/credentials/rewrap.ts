import { changeSealing, connectorsOfOtherKeys, countConnectorsOfKey } from "../store/queries/connectors.ts";
import { countKeysOfMasterKey } from "../store/queries/idempotency-keys.ts";
import { changeTokenSealing, countTokensOfKey, tokensOfOtherKeys } from "../store/queries/platform-tokens.ts";
import type { Db } from "../store/store.ts";
import type { Sealer } from "./sealing.ts";

const batch = 200;

/**
 * Re-encrypts the credentials of all connectors and the tokens of platforms with the active key. Skips records that are
 * replaced meanwhile. Returns the number of changed records.
 */
export const rewrapAll = async (db: Db, sealer: Sealer): Promise<number> =>
  (await rewrapEach(
    () => connectorsOfOtherKeys(db, sealer.keyId, batch),
    (row) => changeSealing(db, { ...row, credentials: sealer.rewrap(row.credentials), key_id: sealer.keyId }),
  )) +
  (await rewrapEach(
    () => tokensOfOtherKeys(db, sealer.keyId, batch),
    (row) => changeTokenSealing(db, row, { tokens: sealer.rewrap(row.tokens), key_id: sealer.keyId }),
  ));

async function rewrapEach<Row>(
  next: () => Promise<Row[]>,
  rewrap: (row: Row) => Promise<void>,
): Promise<number> {
  let changed = 0;
  for (;;) {
    const rows = await next();
    if (rows.length === 0) return changed;
    for (const row of rows) await rewrap(row);
    changed += rows.length;
  }
}

/** Returns the number of records that only this master key can decrypt. */
export const countRecordsOfKey = async (db: Db, keyId: string): Promise<number> =>
  (await countConnectorsOfKey(db, keyId)) +
  (await countTokensOfKey(db, keyId)) +
  (await countKeysOfMasterKey(db, keyId));
