import { existsSync } from "node:fs";
import { ConnectorError } from "agent-connectors";
import { databaseFileIn } from "../operations/open-store.ts";
import type { Settings } from "../operations/settings.ts";
import { copySqlite } from "../store/sqlite.ts";
import { print, word } from "./print.ts";

export async function backup(words: readonly string[], settings: Settings): Promise<void> {
  const to = word(words, 0, "The backup's file");
  const from = databaseFileIn(settings.dataDir);
  const refuse = (message: string, hint: string) => new ConnectorError("config_error", message, { hint });
  if (settings.databaseUrl) throw refuse("This store is PostgreSQL.", "Back it up with pg_dump.");
  if (!existsSync(from)) throw refuse(`There is no store in ${settings.dataDir}.`, "Pass --data-dir.");
  if (existsSync(to)) throw refuse(`${to} exists.`, "Choose another name, or delete it.");
  copySqlite(from, to);
  print(`Copied the store to ${to}. The key ring is not in it: keep a copy of that apart.`);
}
