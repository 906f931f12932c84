import { conversations } from "./conversations.ts";
import { files } from "./files.ts";
import { messages } from "./messages.ts";
import type { SlackOperation } from "./method.ts";
import { people } from "./people.ts";
import { workspace } from "./workspace.ts";

/** Everything that the connector sends to Slack, as Slack documents it. */
export const operations = {
  ...conversations,
  ...files,
  ...messages,
  ...people,
  ...workspace,
} satisfies Record<string, SlackOperation>;
