import { ConnectorError, type Clock } from "agent-connectors";
import { newSecret, uuid } from "../store/ids.ts";
import type { KeyRing } from "../credentials/keyring.ts";
import {
  addApplication,
  addSecret,
  anyApplication,
  authenticate,
  findApplication,
} from "../store/applications.ts";
import { readSetting, writeSetting } from "../store/settings.ts";
import type { Db, Store } from "../store/store.ts";

/** Refuses a ring that does not belong to the store, before anything is sealed with a second key. */
export async function checkKeys(db: Db, ring: KeyRing): Promise<void> {
  const known = JSON.parse((await readSetting(db, "keys")) ?? "{}") as Record<string, string>;
  for (const [id, value] of Object.entries(known))
    if (!ring.has(id) || ring.checkValue(id) !== value)
      throw new ConnectorError("config_error", `The key ring does not hold the store's key ${id}.`, {
        hint: "Give the service the key ring that belongs to this store; with another one, its credentials cannot be opened.",
      });
  const all = Object.fromEntries(ring.ids.map((id) => [id, ring.checkValue(id)]));
  if (JSON.stringify(all) !== JSON.stringify(known)) await writeSetting(db, "keys", JSON.stringify(all));
}

export const hasKeys = async (db: Db): Promise<boolean> => (await readSetting(db, "keys")) !== undefined;

export interface FirstApplication {
  client_id: string;
  client_secret: string;
}

/**
 * On an empty store, the first application. With a client id and secret from the environment, that application exists
 * with that secret, whatever the store held. Answers what was made, which is shown once and never again.
 */
export async function ensureApplication(
  store: Store,
  clock: Clock,
  given: Partial<FirstApplication>,
): Promise<FirstApplication | undefined> {
  const { client_id, client_secret } = given;
  if ((client_id === undefined) !== (client_secret === undefined))
    throw new ConnectorError("config_error", "Of client id and client secret, only one is set.", {
      hint: "Set AGENT_CONNECTORS_CLIENT_ID and AGENT_CONNECTORS_CLIENT_SECRET, or neither.",
    });
  if (client_secret !== undefined && client_secret.length < 32)
    throw new ConnectorError(
      "config_error",
      "AGENT_CONNECTORS_CLIENT_SECRET is shorter than 32 characters.",
      {
        hint: "Take a random one: openssl rand -base64 32",
      },
    );
  const now = clock.now();
  return store.transaction(async (db) => {
    if (client_id !== undefined && client_secret !== undefined) {
      if (await authenticate(db, client_id, client_secret)) return undefined;
      if (await findApplication(db, client_id)) await addSecret(db, client_id, client_secret, now);
      else await addNew(db, client_id, client_secret, now);
      return undefined;
    }
    if (await anyApplication(db)) return undefined;
    const made = { client_id: uuid(now), client_secret: newSecret() };
    await addNew(db, made.client_id, made.client_secret, now);
    return made;
  });
}

async function addNew(db: Db, id: string, secret: string, now: number): Promise<void> {
  const organization = (await anyApplication(db))?.organization_id ?? uuid(now);
  await addApplication(db, {
    id,
    organization_id: organization,
    name: "first",
    epoch: 0,
    secret,
    created_at: now,
  });
}

/** After a key was retired: a ring without it is right. */
export async function dropKeyCheck(db: Db, id: string): Promise<void> {
  const known = JSON.parse((await readSetting(db, "keys")) ?? "{}") as Record<string, string>;
  delete known[id];
  await writeSetting(db, "keys", JSON.stringify(known));
}
