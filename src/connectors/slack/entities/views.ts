import { action } from "../../../core/contract/action.ts";
import { user } from "../params.ts";

export const publish = action({
  description: "Replace the app's Home tab for a person. Needs a bot token.",
  params: (z) => ({
    user: user(z),
    view: z.record(z.string(), z.unknown()).describe("a home view: {type: home, blocks: [...]}"),
    hash: z.string().describe("hash of the view that it replaces").optional().meta({ rare: true }),
  }),
  result: (z) =>
    z.object({
      id: z.string(),
      type: z.string().nullish(),
      hash: z.string().nullish(),
      blocks: z.array(z.unknown()).nullish(),
    }),
  effect: "write",
  calls: "views.publish",
  pick: "view",
  example: {
    user: "U012AB3CD",
    view: { type: "home", blocks: [{ type: "section", text: { type: "mrkdwn", text: "Hello" } }] },
  },
});
