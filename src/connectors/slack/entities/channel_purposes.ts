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
  description: "Set a channel's purpose.",
  params: (z) => ({ channel: channel(z), purpose: z.string().max(250) }),
  result: Channel,
  view: showsNote("purpose"),
  effect: "write",
  calls: ["conversations.setPurpose", "conversations.info"],
  example: { channel: "C012AB3CD", purpose: "Everything about the Atlas project" },
  reads: ["channels.get"],
  async preview({ channel: where, purpose }, read) {
    const record = await currentRecord(read, ["channels", "get", { channel: where }]);
    return beforeAndAfter({ purpose }, record && { purpose: at(record, "purpose.value") });
  },
  undo: ({ channel: where }, _data, before) =>
    undoCall("channel_purposes", "create", { channel: where }, before),
  run: (params, context) =>
    sendOrFind(context, "conversations.setPurpose", {
      args: params,
      pick: "channel",
      orElse: { id: params.channel },
      find: findChange(params.channel, { "purpose.value": params.purpose }, (record) =>
        at(record, "purpose.last_set"),
      ),
    }),
});
