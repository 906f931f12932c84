import { ConnectorError, systemClock } from "agent-connectors";
import { addClient, newClientSecret, rotateSecret } from "../access/client-secrets.ts";
import { openStore } from "../startup/open-store.ts";
import type { Settings } from "../startup/settings.ts";
import { findApplication } from "../store/queries/applications.ts";
import { uuid } from "../store/uuid.ts";
import { print, requiredWord } from "./command-line.ts";

/** Adds an application or a secret. The command only adds rows, so it can run while the service runs. */
export async function application(words: readonly string[], settings: Settings): Promise<void> {
  const what = requiredWord(words, 0, "add or secret");
  const { store, close } = await openStore(settings, { exclusive: false });
  const now = systemClock.now();
  const secret = newClientSecret();
  try {
    if (what === "add") {
      const id = uuid(now);
      const name = requiredWord(words, 1, "The application's name").slice(0, 200);
      const added = { id, organization_id: uuid(now), name, epoch: 0, secret };
      await store.transaction((db) => addClient(db, added, now));
      print(JSON.stringify({ client_id: id, client_secret: secret }, null, 2));
    } else if (what === "secret") {
      const id = requiredWord(words, 1, "The client id");
      if (!(await findApplication(store.db, id)))
        throw new ConnectorError("config_error", "There is no application with this client id.");
      await store.transaction((db) => rotateSecret(db, id, secret, now));
      print(JSON.stringify({ client_id: id, client_secret: secret }, null, 2));
    } else
      throw new ConnectorError("config_error", `There is no command "application ${what.slice(0, 40)}".`);
  } finally {
    await close();
  }
}
