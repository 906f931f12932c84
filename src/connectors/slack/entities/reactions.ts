import { action, listAction } from "../../../core/contract/action.ts";
import { isDict, type Dict } from "../../../core/ground/json.ts";
import { conversation, emoji, team, ts, user } from "../params.ts";
import { Item } from "../records/content.ts";
import { Message, Reaction } from "../records/conversations.ts";
import { withText } from "../text/readable-text.ts";
import { itemRow } from "../rows/item-row.ts";
import { messageRow } from "../rows/message-row.ts";

const everyone = "List everyone who reacted. By default Slack leaves some out.";
const readable = (item: Dict): Dict =>
  isDict(item.message) ? { ...item, message: withText(item.message) } : item;

export const list = listAction({
  description: "List items that a person reacted to. Default: the token's user.",
  params: (z) => ({
    user: user(z).optional(),
    full: z.boolean().describe(everyone).optional().meta({ rare: true }),
    team_id: team(z),
  }),
  result: Item,
  calls: "reactions.list",
  pick: "items",
  item: readable,
  view: itemRow,
  enrich: true,
  example: { user: "U012AB3CD", limit: 20 },
});

export const get = action({
  description: "Get a message with its reactions.",
  params: (z) => ({
    channel: conversation(z),
    ts: ts(z),
    full: z.boolean().describe(everyone).default(true).meta({ rare: true }),
  }),
  result: Message,
  effect: "read",
  calls: "reactions.get",
  pick: "message",
  item: withText,
  view: messageRow,
  enrich: true,
  example: { channel: "C012AB3CD", ts: "1712161829.000300" },
});

export const create = action({
  description: "React to a message with an emoji.",
  params: (z) => ({ channel: conversation(z), ts: ts(z), name: emoji(z) }),
  result: Reaction,
  effect: "write",
  calls: "reactions.add",
  reads: ["messages.get"],
  echo: ["channel", "ts", "name"],
  example: { channel: "C012AB3CD", ts: "1712161829.000300", name: "thumbsup" },
  undo: (params) => ({ entity: "reactions", action: "delete", params }),
});

const remove = action({
  description: "Remove the app's own reaction.",
  params: (z) => ({ channel: conversation(z), ts: ts(z), name: emoji(z) }),
  result: Reaction,
  effect: "write",
  calls: "reactions.remove",
  reads: ["messages.get"],
  echo: ["channel", "ts", "name"],
  example: { channel: "C012AB3CD", ts: "1712161829.000300", name: "thumbsup" },
  undo: (params) => ({ entity: "reactions", action: "create", params }),
});
export { remove as delete };
