import { action } from "../../../core/contract/action.ts";
import { at } from "../../../core/ground/json.ts";
import { sendForChannel } from "../changes/change-channel.ts";
import { channel } from "../params.ts";
import { Channel } from "../records/conversations.ts";
import { change, putBack, standing } from "../changes/current-record.ts";

export const create = action({
  description: "Set a channel's purpose.",
  params: (z) => ({ channel: channel(z), purpose: z.string().max(250) }),
  result: Channel,
  effect: "write",
  calls: "conversations.setPurpose",
  example: { channel: "C012AB3CD", purpose: "Everything about the Atlas project" },
  async preview({ channel: where, purpose }, read) {
    const record = await standing(read, ["channels", "get", { channel: where }]);
    return change({ purpose }, record && { purpose: at(record, "purpose.value") });
  },
  undo: ({ channel: where }, _data, before) =>
    putBack("channel_purposes", "create", { channel: where }, before),
  run: (params, context) => sendForChannel(context, "conversations.setPurpose", params),
});
