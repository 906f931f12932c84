import { ConnectorError } from "agent-connectors";
import { openPlace, openPostgres } from "../operations/open-store.ts";
import type { Settings } from "../operations/settings.ts";
import { copyStore } from "../store/copy.ts";
import { print } from "./print.ts";

export async function move(_words: readonly string[], settings: Settings): Promise<void> {
  const { databaseUrl, ...here } = settings;
  if (!databaseUrl)
    throw new ConnectorError("config_error", "There is no PostgreSQL to move to.", {
      hint: "Set AGENT_CONNECTORS_DATABASE_URL.",
    });
  const from = await openPlace(here);
  const to = await openPostgres(databaseUrl);
  try {
    await to.migrate();
    const rows = await copyStore(from.store, to);
    print(`Copied ${rows} rows. Start the service with AGENT_CONNECTORS_DATABASE_URL and the same key ring.`);
  } finally {
    await to.close();
    await from.close();
  }
}
