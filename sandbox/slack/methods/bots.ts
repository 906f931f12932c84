import { botFields, botIcons } from "../records/bot.ts";
import { refusal } from "../call/refusal.ts";
import type { Method } from "../call/method.ts";
import { TIER_3 } from "../call/rate-limits.ts";
import { anyToken } from "../call/scopes.ts";

/** Methods for bots. `bots.info` also works for integrations without a bot user. */
export const bots: Record<string, Method> = {
  "bots.info": {
    scopes: anyToken("users:read"),
    rate: TIER_3,
    formOnly: true,
    run: ({ workspace, args }) => {
      const id = args.text("bot");
      const user = [...workspace.users.values()].find(({ bot_id }) => id && bot_id === id);
      const profile = botFields(user, workspace.team.id)["bot_profile"];
      if (profile) {
        const { team_id: _team, ...bot } = profile as Record<string, unknown>;
        return { bot };
      }
      const integration = workspace.bots.get(id ?? "");
      if (!integration) throw refusal("bot_not_found");
      return { bot: { deleted: false, ...integration, icons: botIcons() } };
    },
  },
};
