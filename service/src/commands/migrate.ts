import { openStore } from "../startup/open-store.ts";
import type { Settings } from "../startup/settings.ts";
import { print } from "./shared/command-line.ts";

export async function migrate(_words: readonly string[], settings: Settings): Promise<void> {
  const opened = await openStore(settings);
  await opened.close();
  const { length } = opened.migrated;
  const ran = length === 0 ? "" : `Ran ${length} ${length === 1 ? "migration" : "migrations"}. `;
  print(`${ran}The store is up to date.`);
}
