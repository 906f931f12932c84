import { sealedRecord } from "../credentials/record-stores.ts";
import type { Sealer } from "../credentials/sealing.ts";
import { changeRecordSealing, oldAnswers } from "../store/queries/records.ts";
import type { Store } from "../store/store.ts";
import { answerId, type KeptAnswer } from "./kept-answers.ts";

const batch = 500;

/**
 * Encrypts the idempotency keys that the migration `0017_answers` has taken over from the table of an earlier release. A
 * key without an answer that can be decrypted stays used, and the outcome of its call is unknown.
 */
export async function sealOldAnswers(store: Store, sealer: Sealer): Promise<void> {
  for (;;) {
    const rows = await oldAnswers(store.db, batch);
    if (rows.length === 0) return;
    await store.transaction(async (db) => {
      for (const row of rows) {
        const end = row.key.lastIndexOf(" ");
        const [scope, key] = [row.key.slice("answers/".length, end), row.key.slice(end + 1)];
        const [organization, workspace, route] = JSON.parse(scope) as [string, string, string];
        const [fingerprint, state, status, effect, answer] = row.sealed.split(" ") as string[];
        const text = state === "done" && answer ? open(sealer, answer, scope, key) : undefined;
        const outcome: KeptAnswer | undefined =
          text === undefined ? undefined : { status: Number(status), text, effect: effect || null };
        const value = { fingerprint, owner: "", since: 0, ...(outcome ? { ended: { outcome } } : {}) };
        const place = {
          organization_id: organization,
          key: `answers/${answerId({ organization, workspace, route }, key)}`,
        };
        const sealed = sealedRecord(sealer, { ...row, ...place }, JSON.stringify({ value, writes: [] }));
        await changeRecordSealing(db, row, { ...place, ...sealed });
      }
    });
  }
}

function open(sealer: Sealer, answer: string, scope: string, key: string): string | undefined {
  try {
    return sealer.open(answer, ["answer", scope, key]);
  } catch {
    return undefined;
  }
}
