import { action } from "../../../core/contract/action.ts";
import { at } from "../../../core/ground/json.ts";
import { findChange } from "../operations/find-lost-channel.ts";
import { sendOrFind } from "../operations/send-or-find.ts";
import { channel } from "../params.ts";
import { Channel } from "../records/conversations.ts";
import { currentRecord } from "../undo/current-record.ts";
import { beforeAndAfter, undoCall } from "../undo/undo-data.ts";
import { showsNote } from "../rows/written-row.ts";

export const create = action({
  description: "Set a channel's topic.",
  params: (z) => ({ channel: channel(z), topic: z.string().max(250) }),
  result: Channel,
  view: showsNote("topic"),
  effect: "write",
  calls: ["conversations.setTopic", "conversations.info"],
  example: { channel: "C012AB3CD", topic: "Release 2.4 on Thursday" },
  reads: ["channels.get"],
  async preview({ channel: where, topic }, read) {
    const record = await currentRecord(read, ["channels", "get", { channel: where }]);
    return beforeAndAfter({ topic }, record && { topic: at(record, "topic.value") });
  },
  undo: ({ channel: where }, _data, before) =>
    undoCall("channel_topics", "create", { channel: where }, before),
  run: (params, context) =>
    sendOrFind(context, "conversations.setTopic", {
      args: params,
      pick: "channel",
      orElse: { id: params.channel },
      find: findChange(params.channel, { "topic.value": params.topic }, (record) =>
        at(record, "topic.last_set"),
      ),
    }),
});
