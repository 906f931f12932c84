import { action } from "../../../core/contract/action.ts";
import { blocks } from "../params.ts";

export const validate = action({
  description: "Check Block Kit before you send it. Pass `blocks`, `message` or `view`.",
  params: (z) => ({
    blocks: blocks(z).optional(),
    message: z.record(z.string(), z.unknown()).optional(),
    view: z.record(z.string(), z.unknown()).optional(),
  }),
  anyOf: ["blocks", "message", "view"],
  result: (z) => z.object({ valid: z.literal(true) }),
  effect: "read",
  calls: "blocks.validate",
  example: { blocks: [{ type: "section", text: { type: "mrkdwn", text: "Hello" } }] },
  async run(params, { send }) {
    await send("blocks.validate", params);
    return { data: { valid: true } };
  },
});
