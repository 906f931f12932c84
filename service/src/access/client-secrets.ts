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

/** Returns a new secret of 256 random bits. Tools that search for leaked secrets can recognise the prefix `acs_`. */
export const newClientSecret = (): string => `acs_${randomBytes(32).toString("base64url")}`;

/** Returns the hash of a secret. A plain hash is enough, because nobody can guess 256 random bits. */
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

/**
 * Adds a secret to an application. Keeps the previous secret, so that clients can use the previous secret until they
 * have the new secret. Deletes all older secrets.
 */
export async function rotateSecret(db: Db, clientId: string, secret: string, now: number): Promise<void> {
  await addSecret(db, clientId, secret, now);
  await deleteOldSecrets(db, clientId, 2);
}

/**
 * A hash that matches no secret. If the client id is unknown, the given secret is compared with this hash. Therefore,
 * the check of an unknown client id takes as long as the check of a wrong secret.
 */
const unknownClient = [hashOf(newClientSecret())];

/** Returns the application if the client id and the secret are correct. */
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
