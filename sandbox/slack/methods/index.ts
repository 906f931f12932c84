import type { Method } from "../call/method.ts";
import { access } from "./access.ts";
import { assistantSearch } from "./assistant-search.ts";
import { assistantThreads } from "./assistant-threads.ts";
import { auth } from "./auth.ts";
import { blocks } from "./blocks.ts";
import { bookmarks } from "./bookmarks.ts";
import { bots } from "./bots.ts";
import { canvases } from "./canvases.ts";
import { channelSettings } from "./channel-settings.ts";
import { chat } from "./chat.ts";
import { conversations } from "./conversations.ts";
import { emoji } from "./emoji.ts";
import { files } from "./files.ts";
import { functions } from "./functions.ts";
import { listItems } from "./list-items.ts";
import { lists } from "./lists.ts";
import { membership } from "./membership.ts";
import { modals } from "./modals.ts";
import { oauth } from "./oauth.ts";
import { pins } from "./pins.ts";
import { presence } from "./presence.ts";
import { profiles } from "./profiles.ts";
import { reactions } from "./reactions.ts";
import { reminders } from "./reminders.ts";
import { saved } from "./saved.ts";
import { scheduled } from "./scheduled.ts";
import { search } from "./search.ts";
import { streams } from "./streams.ts";
import { unfurl } from "./unfurl.ts";
import { uploads } from "./uploads.ts";
import { usergroups } from "./usergroups.ts";
import { users } from "./users.ts";
import { views } from "./views.ts";

export const methods: Readonly<Record<string, Method>> = {
  ...access,
  ...assistantSearch,
  ...assistantThreads,
  ...auth,
  ...blocks,
  ...bookmarks,
  ...bots,
  ...canvases,
  ...channelSettings,
  ...chat,
  ...conversations,
  ...emoji,
  ...files,
  ...functions,
  ...listItems,
  ...lists,
  ...membership,
  ...modals,
  ...oauth,
  ...pins,
  ...presence,
  ...profiles,
  ...reactions,
  ...reminders,
  ...saved,
  ...scheduled,
  ...search,
  ...streams,
  ...unfurl,
  ...uploads,
  ...usergroups,
  ...users,
  ...views,
};

export const findMethod = (name: string): Method | undefined =>
  Object.hasOwn(methods, name) ? methods[name] : undefined;
