import { action } from "../../../core/contract/action.ts";
import { channel, user } from "../params.ts";

export const create = action({
  description: "Remove someone from a channel.",
  params: (z) => ({ channel: channel(z), user: user(z) }),
  result: (z) => z.object({ channel: z.string(), user: z.string() }),
  effect: "destructive",
  calls: "conversations.kick",
  enrich: true,
  echo: ["channel", "user"],
  example: { channel: "C012AB3CD", user: "U012AB3CD" },
  undo: ({ channel: where, user: who }) => ({
    entity: "channel_invites",
    action: "create",
    params: { channel: where, users: [who] },
  }),
});
