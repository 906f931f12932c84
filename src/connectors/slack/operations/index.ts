import { conversations } from "./conversations.ts";
import { files } from "./files.ts";
import { messages } from "./messages.ts";
import type { SlackOperation } from "./method.ts";
import { people } from "./people.ts";
import { workspace } from "./workspace.ts";

/** All methods that the connector can send. */
export const operations = {
  ...conversations,
  ...files,
  ...messages,
  ...people,
  ...workspace,
} satisfies Record<string, SlackOperation>;
