import { action } from "../../../core/contract/action.ts";
import { sendForChannel } from "../operations/send-for-channel.ts";
import { ofChannels } from "../operations/useful-scopes.ts";
import { channel, user } from "../params.ts";
import { Channel } from "../records/conversations.ts";
import { shows } from "../rows/written-row.ts";

export const create = action({
  description: "Invite people to a channel that the app is in.",
  params: (z) => ({
    channel: channel(z),
    users: z.array(user(z)).min(1).max(100),
    force: z
      .boolean()
      .describe("Invite the others if some cannot be invited.")
      .optional()
      .meta({ rare: true }),
  }),
  result: Channel,
  view: shows("id", "errors"),
  effect: "write",
  calls: "conversations.invite",
  scopes: ofChannels,
  enrich: true,
  example: { channel: "C012AB3CD", users: ["U012AB3CD", "U045EF6GH"] },
  run: (params, context) => sendForChannel(context, "conversations.invite", params),
  // With several users, some may have been members before. An undo would remove them too.
  undo: ({ channel: where, users: [only, ...others] }) =>
    others.length === 0
      ? { entity: "channel_kicks", action: "create", params: { channel: where, user: only } }
      : undefined,
});
