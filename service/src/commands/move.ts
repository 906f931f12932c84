import { ConnectorError } from "agent-connectors";
import { openPostgres, openStore } from "../startup/open-store.ts";
import type { Settings } from "../startup/settings.ts";
import { copyStore } from "../store/copy-store.ts";
import { print } from "./shared/command-line.ts";

export async function move(_words: readonly string[], settings: Settings): Promise<void> {
  const { databaseUrl, ...source } = settings;
  if (!databaseUrl)
    throw new ConnectorError("config_error", "The URL of the PostgreSQL database is missing.", {
      hint: "Set AGENT_CONNECTORS_DATABASE_URL.",
    });
  const from = await openStore(source);
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
