import { action } from "../../core/action.ts";
import { channel, emoji, ts } from "./params.ts";
import { Reaction } from "./records.ts";

export const create = action({
  description: "React to a message with an emoji.",
  params: (z) => ({ channel: channel(z), ts: ts(z), name: emoji(z) }),
  result: Reaction,
  effect: "write",
  calls: "reactions.add",
  example: { channel: "C012AB3CD", ts: "1712161829.000300", name: "thumbsup" },
  undo: (params) => ({ entity: "reactions", action: "delete", params }),
});

const remove = action({
  description: "Take back a reaction of the app's own.",
  params: (z) => ({ channel: channel(z), ts: ts(z), name: emoji(z) }),
  result: Reaction,
  effect: "write",
  calls: "reactions.remove",
  example: { channel: "C012AB3CD", ts: "1712161829.000300", name: "thumbsup" },
  undo: (params) => ({ entity: "reactions", action: "create", params }),
});
export { remove as delete };
