import type { Method } from "../call.ts";
import { auth } from "./auth.ts";
import { bookmarks } from "./bookmarks.ts";
import { channelSettings } from "./channel-settings.ts";
import { chat } from "./chat.ts";
import { conversations } from "./conversations.ts";
import { files } from "./files.ts";
import { membership } from "./membership.ts";
import { pins } from "./pins.ts";
import { reactions } from "./reactions.ts";
import { scheduled } from "./scheduled.ts";
import { users } from "./users.ts";

/** Every method the sandbox knows; their arguments, scopes and limits are tables of their own. */
export const methods: Readonly<Record<string, Method>> = {
  ...auth,
  ...bookmarks,
  ...channelSettings,
  ...chat,
  ...conversations,
  ...files,
  ...membership,
  ...pins,
  ...reactions,
  ...scheduled,
  ...users,
};
