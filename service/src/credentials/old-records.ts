import { hashOf } from "agent-connectors/toolkit";
import { changeRecordSealing } from "../store/queries/records.ts";
import type { RecordRow } from "../store/record-row.ts";
import type { Store } from "../store/store.ts";
import { sealedRecord } from "./record-stores.ts";
import type { Sealer } from "./sealing.ts";

const [totals, tokens] = ["totals/", "tokens/"];
const totalsMs = 4 * 86_400_000;

/**
 * Encrypts the records that the migration `0016_records` has taken over from the tables of an earlier release, so that they
 * belong to their organization and key. Leaves out tokens that cannot be decrypted.
 */
export async function sealOldRecords(store: Store, sealer: Sealer): Promise<void> {
  const old = await store.db
    .selectFrom("records")
    .selectAll()
    .where("key_id", "=", "")
    .where("key", "not like", "answers/%")
    .execute();
  if (old.length === 0) return;
  await store.transaction(async (db) => {
    for (const row of old) {
      const text = row.key.startsWith(tokens) ? openOldTokens(sealer, row) : row.sealed;
      if (text === undefined) continue;
      const id = row.key.startsWith(totals) ? row.key.slice(totals.length) : undefined;
      const place = {
        key: id === undefined ? row.key : `${totals}${await totalsKeyOf(id)}`,
        expires_at: id === undefined ? null : row.updated_at + totalsMs,
      };
      const value = JSON.stringify({ value: JSON.parse(text) as unknown, writes: [] });
      await changeRecordSealing(db, row, { ...place, ...sealedRecord(sealer, { ...row, ...place }, value) });
    }
  });
}

/** Tokens of a release without the command `keys protect` belong to no organization. */
function openOldTokens(sealer: Sealer, { organization_id, key, sealed }: RecordRow): string | undefined {
  const id = key.slice(tokens.length);
  for (const data of [
    ["tokens", organization_id, id],
    ["tokens", id],
  ])
    try {
      return sealer.open(sealed, data);
    } catch {}
  return undefined;
}

/** Returns the part of a key for the totals that had the id `<connector> <account> <date>`. */
async function totalsKeyOf(id: string): Promise<string> {
  const [, connector = "", account = "", date = ""] = /^(\S+) (.*) (\S+)$/s.exec(id) ?? [];
  return `${connector}/${await hashOf(account)}/${date}`;
}
