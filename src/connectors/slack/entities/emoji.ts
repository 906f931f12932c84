import { listAction } from "../../../core/contract/action.ts";
import { at, isDict } from "../../../core/ground/json.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";

export const list = listAction({
  description: "List the workspace's custom emoji.",
  params: () => ({}),
  result: (z) => z.object({ name: z.string(), url: z.string().nullish(), alias_for: z.string().nullish() }),
  calls: "emoji.list",
  example: {},
  async run(_params, { send }) {
    const reply = await send("emoji.list", {});
    const found = at(reply.body, "emoji");
    const data = Object.entries(isDict(found) ? found : {}).map(([name, value]) => {
      const [, alias_for] = /^alias:(.+)$/.exec(String(value)) ?? [];
      return alias_for === undefined ? { name, url: value } : { name, alias_for };
    });
    return { data, meta: { ...replyMeta(reply), has_more: false } };
  },
});
