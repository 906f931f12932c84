import { action } from "../../../core/contract/action.ts";
import { team } from "../params.ts";
import { Bot } from "../records/people.ts";

export const get = action({
  description: "Get the bot that a message's bot_id names.",
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
  untrusted: true,
  example: { bot: "B012AB3CD" },
});
