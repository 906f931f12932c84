import { conversations } from "./conversations.ts";
import { files } from "./files.ts";
import { lists } from "./lists.ts";
import { messages } from "./messages.ts";
import type { SlackOperation } from "./method.ts";
import { people } from "./people.ts";
import { workspace } from "./workspace.ts";
import { repeatableOf } from "./write-classes.ts";

const methods = {
  ...conversations,
  ...files,
  ...lists,
  ...messages,
  ...people,
  ...workspace,
} satisfies Record<string, SlackOperation>;

export const operations = Object.fromEntries(
  Object.entries<SlackOperation>(methods).map(([name, operation]) => {
    const repeatable = repeatableOf(name, operation);
    return [name, repeatable ? { ...operation, repeatable } : operation];
  }),
) as typeof methods;
