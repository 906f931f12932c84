import { listAction } from "../../../core/contract/action.ts";
import { channel } from "../params.ts";

export const list = listAction({
  description: "List the ids of a channel's members.",
  params: (z) => ({ channel: channel(z) }),
  result: (z) => z.string(),
  calls: "conversations.members",
  pick: "members",
  enrich: true,
  example: { channel: "C012AB3CD", limit: 200 },
});
