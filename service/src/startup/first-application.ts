import { ConnectorError, type Clock } from "agent-connectors";
import { addClient, authenticateClient, newClientSecret, rotateSecret } from "../access/client-secrets.ts";
import { findApplication, firstApplication } from "../store/queries/applications.ts";
import type { Db, Store } from "../store/store.ts";
import { uuid } from "../store/uuid.ts";

export interface FirstApplication {
  client_id: string;
  client_secret: string;
}

/** A file in the data directory with the created client id and secret. */
export const firstApplicationFile = "first-application.json";

const minSecretLength = 32;

/**
 * Makes sure that the store has an application. If `given` contains a client id and a secret, creates this application,
 * or adds the secret to the existing application. If `given` is empty and the store has no application, creates an
 * application, and returns its client id and secret.
 */
export async function ensureApplication(
  store: Store,
  clock: Clock,
  given: Partial<FirstApplication>,
): Promise<FirstApplication | undefined> {
  const { client_id, client_secret } = given;
  if ((client_id === undefined) !== (client_secret === undefined))
    throw new ConnectorError("config_error", "Only one of client id and client secret is set.", {
      hint: "Set AGENT_CONNECTORS_CLIENT_ID and AGENT_CONNECTORS_CLIENT_SECRET, or neither.",
    });
  if (client_secret !== undefined && client_secret.length < minSecretLength)
    throw new ConnectorError(
      "config_error",
      `AGENT_CONNECTORS_CLIENT_SECRET is shorter than ${minSecretLength} characters.`,
      { hint: "Use a random secret: openssl rand -base64 32" },
    );
  const now = clock.now();
  return store.transaction(async (db) => {
    if (client_id !== undefined && client_secret !== undefined) {
      if (await authenticateClient(db, client_id, client_secret)) return undefined;
      const application = await findApplication(db, client_id);
      if (application) await rotateSecret(db, application, client_secret, now);
      else await addFirst(db, client_id, client_secret, now);
      return undefined;
    }
    if (await firstApplication(db)) return undefined;
    const created = { client_id: uuid(now), client_secret: newClientSecret() };
    await addFirst(db, created.client_id, created.client_secret, now);
    return created;
  });
}

async function addFirst(db: Db, id: string, secret: string, now: number): Promise<void> {
  const organization_id = (await firstApplication(db))?.organization_id ?? uuid(now);
  await addClient(db, { id, organization_id, name: "first", epoch: 0, secret }, now);
}
