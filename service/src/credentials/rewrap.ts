import {
  changeSealing,
  connectorsOfOtherKeys,
  countConnectorsOfKey,
  type SealedConnector,
} from "../store/queries/connectors.ts";
import {
  changeRecordSealing,
  countRecordsOfMasterKey,
  recordsOfOtherKeys,
} from "../store/queries/records.ts";
import {
  changeSealedRow,
  countSealedRowsOfKey,
  sealedRowsOfOtherKeys,
  type SealedRow,
  type SealedTable,
} from "../store/queries/sealed-rows.ts";
import type { RecordRow } from "../store/record-row.ts";
import { countListsOfKey, resignLists } from "../store/protected-rows/resign-lists.ts";
import type { Db } from "../store/store.ts";
import type { Sealer } from "./sealing.ts";

const batch = 200;

const sealedTables: readonly SealedTable[] = ["oauth_applications", "connect_sessions", "webhook_endpoints"];

/**
 * Encrypts the data keys (see `sealing.ts`) of the stored secrets, and signs the lists of protected rows, with the active
 * master key. Skips records that another process changes at the same time. Returns the number of changed records.
 */
export async function rewrapAll(db: Db, sealer: Sealer): Promise<number> {
  const { keyId, rewrap } = sealer;
  const credentials = await rewrapEach<SealedConnector>(
    (after) => connectorsOfOtherKeys(db, keyId, after?.id ?? "", batch),
    (row) => changeSealing(db, row, { credentials: rewrap(row.credentials), key_id: keyId }),
  );
  const records = await rewrapEach<RecordRow>(
    (after) => recordsOfOtherKeys(db, keyId, after, batch),
    (row) => changeRecordSealing(db, row, { sealed: rewrap(row.sealed), key_id: keyId }),
  );
  let others = 0;
  for (const table of sealedTables)
    others += await rewrapEach<SealedRow>(
      (after) => sealedRowsOfOtherKeys(db, table, { keyId, after: after?.id ?? "", limit: batch }),
      (row) => changeSealedRow(db, table, row, { sealed: rewrap(row.sealed), key_id: keyId }),
    );
  return credentials + records + others + (await resignLists(db));
}

/**
 * Calls `rewrap` for all records. Returns the number of changed records.
 * @param page returns the next records after a record, in the order of their ids
 */
async function rewrapEach<Row>(
  page: (after: Row | undefined) => Promise<Row[]>,
  rewrap: (row: Row) => Promise<boolean>,
): Promise<number> {
  let changed = 0;
  let after: Row | undefined;
  for (;;) {
    const rows = await page(after);
    for (const row of rows) {
      if (await rewrap(row)) changed++;
      after = row;
    }
    if (rows.length < batch) return changed;
  }
}

/** Counts the records that this master key protects. */
export async function countRecordsOfKey(db: Db, keyId: string): Promise<number> {
  let rows = await countListsOfKey(db, keyId);
  rows += await countConnectorsOfKey(db, keyId);
  rows += await countRecordsOfMasterKey(db, keyId);
  for (const table of sealedTables) rows += await countSealedRowsOfKey(db, table, keyId);
  return rows;
}
