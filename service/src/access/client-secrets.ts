import { timingSafeEqual } from "node:crypto";
import { hashOf, newSecretText } from "../credentials/secret-text.ts";
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

/** Returns 256 random bits as text. Secret scanners can recognise the prefix `acs_`. */
export const newClientSecret = (): string => `acs_${newSecretText()}`;

export async function addClient(
  db: Db,
  { secret, ...application }: NewApplication & { secret: string },
  now: number,
): Promise<void> {
  await addApplication(db, application, now);
  await addSecret(db, application, secret, now);
}

type Client = Pick<Application, "id" | "organization_id">;

export const addSecret = (db: Db, client: Client, secret: string, now: number): Promise<void> =>
  addSecretHash(db, client, hashOf(secret), now);

/** Adds a secret. The previous secret stays valid, and all older secrets are deleted. */
export async function rotateSecret(db: Db, client: Client, secret: string, now: number): Promise<void> {
  await addSecret(db, client, secret, now);
  await deleteOldSecrets(db, client, 2);
}

/**
 * A hash that matches no secret. The check of an unknown client id uses this hash, so that the response time does not
 * reveal which client ids exist.
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
