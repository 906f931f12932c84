import { copy } from "../../copy.ts";
import type { Seed } from "../types.ts";
import { channels } from "./channels.ts";
import { features } from "./features.ts";
import { bookmarks, files, pins } from "./files-and-bookmarks.ts";
import { messages } from "./messages.ts";
import { ASSISTANT, LIAM, MAYA, team, users } from "./people.ts";
import { tokens } from "./tokens.ts";

export { sandboxTokens } from "./tokens.ts";

/**
 * Returns a copy of the default workspace, which belongs to a small shop for outdoor gear. Its messages are from the
 * days before 12 March 2026.
 */
export const defaultSeed = (): Seed => copy((built ??= build()));

let built: Seed | undefined;

const build = (): Seed => ({
  team,
  teams: [],
  users: users(),
  channels: channels(),
  messages: messages(),
  pins: pins(),
  bookmarks: bookmarks(),
  files: files(),
  ...features(),
  tokens: tokens({ bot: ASSISTANT, user: MAYA, inactive: LIAM }),
});
