import { action } from "../../../core/contract/action.ts";
import { at } from "../../../core/ground/json.ts";
import { sendForChannel } from "../changes/change-channel.ts";
import { channel } from "../params.ts";
import { Channel } from "../records/conversations.ts";
import { change, putBack, standing } from "../changes/current-record.ts";

export const create = action({
  description: "Set a channel's topic.",
  params: (z) => ({ channel: channel(z), topic: z.string().max(250) }),
  result: Channel,
  effect: "write",
  calls: "conversations.setTopic",
  example: { channel: "C012AB3CD", topic: "Release 2.4 on Thursday" },
  async preview({ channel: where, topic }, read) {
    const record = await standing(read, ["channels", "get", { channel: where }]);
    return change({ topic }, record && { topic: at(record, "topic.value") });
  },
  undo: ({ channel: where }, _data, before) =>
    putBack("channel_topics", "create", { channel: where }, before),
  run: (params, context) => sendForChannel(context, "conversations.setTopic", params),
});
