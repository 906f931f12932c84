import { openPlace } from "../operations/open-store.ts";
import type { Settings } from "../operations/settings.ts";
import { latestVersion } from "../store/migrations.ts";
import { print } from "./print.ts";

export async function migrate(_words: readonly string[], settings: Settings): Promise<void> {
  const opened = await openPlace(settings);
  await opened.close();
  print(`The store is of version ${latestVersion}.`);
}
