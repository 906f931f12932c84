import { openRecord } from "../../src/credentials/record-stores.ts";
import type { Sealer } from "../../src/credentials/sealing.ts";
import type { Store } from "../../src/store/store.ts";

const rowsOf = ({ db }: Store) =>
  db.selectFrom("records").selectAll().where("key", "like", "answers/%").orderBy("key").execute();

/** Returns the decrypted records of idempotency keys. */
export async function storedAnswers(
  store: Store,
  sealer: Sealer,
): Promise<{ fingerprint: string; owner: string; since: number; ended?: { outcome: unknown } }[]> {
  return (await rowsOf(store)).map((row) => JSON.parse(openRecord(sealer, row)).value);
}

/** Makes all idempotency keys expire, as if their time had passed. */
export const expireAnswers = ({ db }: Store) =>
  db.updateTable("records").set({ expires_at: 1, updated_at: 0 }).where("key", "like", "answers/%").execute();
