import { existsSync } from "node:fs";
import { ConnectorError } from "agent-connectors";
import type { KeyRing } from "../../credentials/key-ring.ts";
import { databaseFileIn, openStore, type OpenStore } from "../../startup/open-store.ts";
import type { Settings } from "../../startup/settings.ts";
import type { Store } from "../../store/store.ts";

/**
 * Opens the store, even if the service is running. Unlike `openStore`, does not create a store.
 * @throws ConnectorError `config_error` if there is no store
 */
async function openExistingStore(settings: Settings): Promise<OpenStore> {
  if (!settings.databaseUrl && !existsSync(databaseFileIn(settings.dataDir)))
    throw new ConnectorError("config_error", `There is no store in ${settings.dataDir}.`, {
      hint: "Pass --data-dir, or set AGENT_CONNECTORS_DATABASE_URL.",
    });
  return openStore(settings, { exclusive: false });
}

export async function withStore<T>(
  settings: Settings,
  run: (store: Store, keys: KeyRing) => Promise<T>,
): Promise<T> {
  const { store, keys, close } = await openExistingStore(settings);
  try {
    return await run(store, keys);
  } finally {
    await close();
  }
}
