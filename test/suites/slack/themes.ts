import { blockKit } from "./block-kit.ts";
import { bots } from "./bots.ts";
import { canvases } from "./canvases.ts";
import { channelNotes } from "./channel-notes.ts";
import { channels } from "./channels.ts";
import { files } from "./files.ts";
import { groups } from "./groups.ts";
import { lists } from "./lists.ts";
import { membership } from "./membership.ts";
import { messages } from "./messages.ts";
import { modals } from "./modals.ts";
import { people } from "./people.ts";
import { pinsAndBookmarks } from "./pins-and-bookmarks.ts";
import { reactions } from "./reactions.ts";
import { reminders } from "./reminders.ts";
import { scheduledAndEphemeral } from "./scheduled-and-ephemeral.ts";
import { search } from "./search.ts";
import { streams } from "./streams.ts";
import type { Theme } from "./theme.ts";
import { threads } from "./threads.ts";
import { views } from "./views.ts";
import { workspace } from "./workspace.ts";

const themes: readonly Theme[] = [
  blockKit,
  bots,
  canvases,
  channelNotes,
  channels,
  files,
  groups,
  lists,
  membership,
  messages,
  modals,
  people,
  pinsAndBookmarks,
  reactions,
  reminders,
  scheduledAndEphemeral,
  search,
  streams,
  threads,
  views,
  workspace,
];

function merge<Value>(parts: readonly Record<string, Value>[]): Record<string, Value> {
  const entries = parts.flatMap((part) => Object.entries(part));
  const names = entries.map(([name]) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`in two themes: ${twice.join(", ")}`);
  return Object.fromEntries(entries);
}

export const requests = merge(themes.map((theme) => theme.requests ?? {}));
export const cases = merge(themes.map((theme) => theme.cases));
export const examples = merge(themes.map((theme) => theme.examples ?? {}));
