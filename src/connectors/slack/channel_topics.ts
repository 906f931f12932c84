import { action } from "../../core/action.ts";
import { sendForChannel } from "./change.ts";
import { channel } from "./params.ts";
import { Channel } from "./records.ts";

export const create = action({
  description: "Set a channel's topic.",
  params: (z) => ({ channel: channel(z), topic: z.string().max(250) }),
  result: Channel,
  effect: "write",
  calls: "conversations.setTopic",
  example: { channel: "C012AB3CD", topic: "Release 2.4 on Thursday" },
  run: (params, context) => sendForChannel(context, "conversations.setTopic", params),
});
