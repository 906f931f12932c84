import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import {
  addApplication,
  addSecretHash,
  deleteOldSecrets,
  findApplication,
  secretHashes,
  type Application,
  type NewApplication,
} from "../store/queries/applications.ts";
import type { Db } from "../store/store.ts";

/** The secret has 256 random bits. Tools that search for leaked secrets can recognise the prefix `acs_`. */
export const newClientSecret = (): string => `acs_${randomBytes(32).toString("base64url")}`;

/** A plain hash is enough, because nobody can guess 256 random bits. */
const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

export async function addClient(
  db: Db,
  { secret, ...application }: NewApplication & { secret: string },
  now: number,
): Promise<void> {
  await addApplication(db, application, now);
  await addSecret(db, application.id, secret, now);
}

export const addSecret = (db: Db, clientId: string, secret: string, now: number): Promise<void> =>
  addSecretHash(db, clientId, hashOf(secret), now);

/** Clients can use the previous secret until they have the new one. All older secrets are deleted. */
export async function rotateSecret(db: Db, clientId: string, secret: string, now: number): Promise<void> {
  await addSecret(db, clientId, secret, now);
  await deleteOldSecrets(db, clientId, 2);
}

/**
 * Matches no secret. A given secret of an unknown client id is compared with this hash, so the check takes as long as
 * the check of a wrong secret.
 */
const unknownClient = [hashOf(newClientSecret())];

export async function authenticateClient(
  db: Db,
  clientId: string,
  secret: string,
): Promise<Application | undefined> {
  const hashes = await secretHashes(db, clientId);
  const given = Buffer.from(hashOf(secret));
  let found = false;
  for (const hash of hashes.length > 0 ? hashes : unknownClient)
    found = timingSafeEqual(Buffer.from(hash), given) || found;
  return found ? findApplication(db, clientId) : undefined;
}
