import { countStatesOfKey } from "../store/queries/call-states.ts";
import { changeSealing, connectorsOfOtherKeys, countConnectorsOfKey } from "../store/queries/connectors.ts";
import { countKeysOfMasterKey } from "../store/queries/idempotency-keys.ts";
import { changeTokenSealing, countTokensOfKey, tokensOfOtherKeys } from "../store/queries/platform-tokens.ts";
import {
  changeSealedRow,
  countSealedRowsOfKey,
  sealedRowsOfOtherKeys,
  type SealedTable,
} from "../store/queries/sealed-rows.ts";
import { countListsOfKey, resignLists } from "../store/protected-rows/resign-lists.ts";
import type { Db } from "../store/store.ts";
import type { Sealer } from "./sealing.ts";

const batch = 200;

const sealedTables: readonly SealedTable[] = ["oauth_applications", "connect_sessions", "webhook_endpoints"];

/**
 * Encrypts the data keys (see `sealing.ts`) of the stored secrets, and signs the lists of protected rows, with the active
 * master key. Leaves out idempotency keys and the states of calls, because they expire soon. Skips records that another
 * process changes at the same time. Returns the number of changed records.
 */
export async function rewrapAll(db: Db, sealer: Sealer): Promise<number> {
  const { keyId, rewrap } = sealer;
  const credentials = await rewrapEach(
    (after) => connectorsOfOtherKeys(db, keyId, after, batch),
    (row) => changeSealing(db, row, { credentials: rewrap(row.credentials), key_id: keyId }),
  );
  const tokens = await rewrapEach(
    (after) => tokensOfOtherKeys(db, keyId, after, batch),
    (row) => changeTokenSealing(db, row, { tokens: rewrap(row.tokens), key_id: keyId }),
  );
  let others = 0;
  for (const table of sealedTables)
    others += await rewrapEach(
      (after) => sealedRowsOfOtherKeys(db, table, { keyId, after, limit: batch }),
      (row) => changeSealedRow(db, table, row, { sealed: rewrap(row.sealed), key_id: keyId }),
    );
  return credentials + tokens + others + (await resignLists(db));
}

/**
 * Calls `rewrap` for all records. Returns the number of changed records.
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
    for (const row of rows) {
      if (await rewrap(row)) changed++;
      after = row.id;
    }
    if (rows.length < batch) return changed;
  }
}

/** Counts the records that this master key protects. */
export async function countRecordsOfKey(db: Db, keyId: string): Promise<number> {
  let rows = await countListsOfKey(db, keyId);
  rows += await countConnectorsOfKey(db, keyId);
  rows += await countTokensOfKey(db, keyId);
  rows += await countKeysOfMasterKey(db, keyId);
  rows += await countStatesOfKey(db, keyId);
  for (const table of sealedTables) rows += await countSealedRowsOfKey(db, table, keyId);
  return rows;
}
