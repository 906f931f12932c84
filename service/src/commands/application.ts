import { ConnectorError, systemClock } from "agent-connectors";
import { newSecret, uuid } from "../store/ids.ts";
import { openPlace } from "../operations/open-store.ts";
import type { Settings } from "../operations/settings.ts";
import { addApplication, addSecret, dropOldSecrets, findApplication } from "../store/applications.ts";
import { print, word } from "./print.ts";

/** Works beside a service that runs: it only adds rows. */
export async function addApplicationCommand(words: readonly string[], settings: Settings): Promise<void> {
  const what = word(words, 0, "add or secret");
  const { store, close } = await openPlace(settings, { own: false });
  const now = systemClock.now();
  const secret = newSecret();
  try {
    if (what === "add") {
      const id = uuid(now);
      const name = word(words, 1, "The application's name").slice(0, 200);
      await store.transaction((db) =>
        addApplication(db, { id, organization_id: uuid(now), name, epoch: 0, secret, created_at: now }),
      );
      print(JSON.stringify({ client_id: id, client_secret: secret }, null, 2));
    } else if (what === "secret") {
      const id = word(words, 1, "The client id");
      if (!(await findApplication(store.db, id)))
        throw new ConnectorError("config_error", "There is no application with this client id.");
      // Two at most, so that one can be replaced while callers still have the other.
      await store.transaction(async (db) => {
        await addSecret(db, id, secret, now);
        await dropOldSecrets(db, id, 2);
      });
      print(JSON.stringify({ client_id: id, client_secret: secret }, null, 2));
    } else
      throw new ConnectorError("config_error", `There is no command "application ${what.slice(0, 40)}".`);
  } finally {
    await close();
  }
}
