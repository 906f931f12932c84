import { action, listAction } from "../../../core/contract/action.ts";
import { sendForChannel } from "../operations/send-for-channel.ts";
import { ofDirectMessages } from "../operations/useful-scopes.ts";
import { conversation, team, user } from "../params.ts";
import { Channel } from "../records/conversations.ts";
import { channelRow } from "../rows/channel-row.ts";
import { shows } from "../rows/written-row.ts";

export const list = listAction({
  description: "List direct messages with one person (im) or with several people (mpim).",
  params: (z) => ({
    types: z.array(z.enum(["im", "mpim"])).default(["im", "mpim"]),
    team_id: team(z),
  }),
  result: Channel,
  calls: "conversations.list",
  scopes: ofDirectMessages,
  pick: "channels",
  view: channelRow,
  enrich: true,
  example: { types: ["im"] },
});

export const open = action({
  description:
    "Open a direct message with one to eight people and get its id. To send a message, `messages.create` with a user's id is enough.",
  params: (z) => ({
    users: z.array(user(z)).min(1).max(8),
    prevent_creation: z
      .boolean()
      .describe("Find a direct message, but never create one.")
      .optional()
      .meta({ rare: true }),
  }),
  result: Channel,
  view: shows("id"),
  effect: "write",
  calls: "conversations.open",
  scopes: ofDirectMessages,
  pick: "channel",
  enrich: true,
  example: { users: ["U012AB3CD"] },
});

export const close = action({
  description: "Remove a direct message from the user's own list. Nothing is deleted.",
  params: (z) => ({ channel: conversation(z) }),
  result: (z) => z.object({ id: z.string() }),
  effect: "write",
  calls: "conversations.close",
  scopes: ofDirectMessages,
  example: { channel: "D012AB3CD" },
  run: (params, context) => sendForChannel(context, "conversations.close", params),
});
