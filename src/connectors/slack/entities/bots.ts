import { action } from "../../../core/contract/action.ts";
import { team } from "../params.ts";
import { Bot } from "../records/people.ts";

export const get = action({
  description: "Get a bot by the `bot_id` of a message.",
  params: (z) => ({
    bot: z
      .string()
      .regex(/^B[A-Z0-9]{2,}$/)
      .describe("bot id, such as B012AB3CD"),
    team_id: team(z),
  }),
  result: Bot,
  effect: "read",
  calls: "bots.info",
  pick: "bot",
  example: { bot: "B012AB3CD" },
});
