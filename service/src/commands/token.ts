import type { Settings } from "../startup/settings.ts";
import { print, requiredWord } from "./command-line.ts";
import { scopedTokenOf } from "./running-service.ts";

/** Prints a scoped token with which somebody can try out the API. */
export async function token(_words: readonly string[], settings: Settings): Promise<void> {
  print(await scopedTokenOf(settings, requiredWord([settings.user ?? ""], 0, "--user")));
}
