import { action } from "../../core/action.ts";
import { sendForChannel } from "./change.ts";
import { channel } from "./params.ts";
import { Channel } from "./records.ts";

export const create = action({
  description: "Set a channel's purpose.",
  params: (z) => ({ channel: channel(z), purpose: z.string().max(250) }),
  result: Channel,
  effect: "write",
  calls: "conversations.setPurpose",
  example: { channel: "C012AB3CD", purpose: "Everything about the Atlas project" },
  run: (params, context) => sendForChannel(context, "conversations.setPurpose", params),
});
