import { existsSync } from "node:fs";
import { ConnectorError } from "agent-connectors";
import { databaseFileIn } from "../startup/open-store.ts";
import type { Settings } from "../startup/settings.ts";
import { copySqlite } from "../store/sqlite.ts";
import { print, requiredWord } from "./shared/command-line.ts";

export async function backup(words: readonly string[], settings: Settings): Promise<void> {
  const to = requiredWord(words, 0, "The name of the backup file");
  const from = databaseFileIn(settings.dataDir);
  const refuse = (message: string, hint: string) => new ConnectorError("config_error", message, { hint });
  if (settings.databaseUrl) throw refuse("The store is a PostgreSQL database.", "Back it up with pg_dump.");
  if (!existsSync(from)) throw refuse(`There is no store in ${settings.dataDir}.`, "Pass --data-dir.");
  if (existsSync(to)) throw refuse(`${to} already exists.`, "Choose another name, or delete the file.");
  copySqlite(from, to);
  print(
    `Copied the store to ${to}. The copy does not include the key ring. Copy the key ring to another place.`,
  );
}
