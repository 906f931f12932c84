import { conversations } from "./operations/conversations.ts";
import { files } from "./operations/files.ts";
import { messages } from "./operations/messages.ts";
import type { SlackOperation } from "./operations/method.ts";
import { people } from "./operations/people.ts";
import { workspace } from "./operations/workspace.ts";

/** Everything that the connector sends to Slack, as Slack documents it. */
export const operations = {
  ...conversations,
  ...files,
  ...messages,
  ...people,
  ...workspace,
} satisfies Record<string, SlackOperation>;
