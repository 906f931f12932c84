import type { AskedJob } from "../../../core/contract/search.ts";
import { attention } from "./attention.ts";
import { lists } from "./bookmarks-and-lists.ts";
import { channels } from "./channels.ts";
import { conversations } from "./conversations.ts";
import { content } from "./files-and-canvases.ts";
import { messages } from "./messages.ts";
import { people } from "./people.ts";
import { reactions } from "./reactions-and-pins.ts";
import { searches } from "./searches.ts";
import { workspace } from "./workspace.ts";
import { missing } from "./missing.ts";

/** What people ask for, in words that are common in help pages and among colleagues. */
export const jobs: readonly AskedJob[] = [
  ...channels,
  ...conversations,
  ...messages,
  ...searches,
  ...reactions,
  ...people,
  ...attention,
  ...content,
  ...lists,
  ...workspace,
  ...missing,
];
