import type { KeyRing } from "../credentials/key-ring.ts";
import { auditedOrganizations, changeSignature, lastCheckpoint } from "../store/queries/audit-checkpoints.ts";
import type { Db } from "../store/store.ts";
import type { AuditCheckpointRow } from "../store/tables.ts";
import { checkSignature, signatureOf, signerOf } from "./checkpoint-content.ts";

// The newest checkpoint of an organization proves all earlier ones, so only its signature needs a key of the key ring. An
// organization without new audit rows gets no newer checkpoint.

/**
 * Signs the newest checkpoint of each organization with the active key. Returns the number of signed checkpoints. Leaves a
 * checkpoint whose signature is wrong as it is, so that somebody who has changed it gets no right signature.
 */
export async function resignCheckpoints(db: Db, ring: KeyRing): Promise<number> {
  let signed = 0;
  for await (const row of newestCheckpoints(db))
    if (signerOf(row) !== ring.active && checkSignature(ring, row) === "right")
      if (await changeSignature(db, row, signatureOf(ring, row))) signed++;
  return signed;
}

/** Counts the organizations whose newest checkpoint is signed with this key. */
export async function countCheckpointsOfKey(db: Db, keyId: string): Promise<number> {
  let found = 0;
  for await (const row of newestCheckpoints(db)) if (signerOf(row) === keyId) found++;
  return found;
}

async function* newestCheckpoints(db: Db): AsyncGenerator<AuditCheckpointRow> {
  for (const organization of await auditedOrganizations(db)) {
    const row = await lastCheckpoint(db, organization);
    if (row) yield row;
  }
}
