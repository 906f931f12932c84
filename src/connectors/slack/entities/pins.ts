import { action, listAction } from "../../../core/contract/action.ts";
import { isDict } from "../../../core/ground/json.ts";
import { conversation, ts } from "../params.ts";
import { Item } from "../records/content.ts";
import { withText } from "../text/readable-text.ts";
import { itemRow } from "../rows/item-row.ts";

export const list = listAction({
  description: "List a channel's pinned items.",
  params: (z) => ({ channel: conversation(z) }),
  result: Item,
  calls: "pins.list",
  pick: "items",
  item: (pin) => (isDict(pin.message) ? { ...pin, message: withText(pin.message) } : pin),
  view: itemRow,
  enrich: true,
  example: { channel: "C012AB3CD" },
});

export const create = action({
  description: "Pin a message to its channel.",
  params: (z) => ({ channel: conversation(z), ts: ts(z) }),
  result: (z) => z.object({ channel: z.string(), ts: z.string() }),
  effect: "write",
  calls: "pins.add",
  reads: ["messages.get"],
  echo: ["channel", "ts"],
  example: { channel: "C012AB3CD", ts: "1712161829.000300" },
  undo: (params) => ({ entity: "pins", action: "delete", params }),
});

const remove = action({
  description: "Unpin a message.",
  params: (z) => ({ channel: conversation(z), ts: ts(z) }),
  result: (z) => z.object({ channel: z.string(), ts: z.string() }),
  effect: "write",
  calls: "pins.remove",
  reads: ["messages.get"],
  echo: ["channel", "ts"],
  example: { channel: "C012AB3CD", ts: "1712161829.000300" },
  undo: (params) => ({ entity: "pins", action: "create", params }),
});
export { remove as delete };
