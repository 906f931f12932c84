import type { Method } from "../call.ts";
import { botFields, botIcons } from "../records/bot.ts";
import { refusal } from "../refusal.ts";

/** The method for bot users and for integrations without a bot user. */
export const bots: Record<string, Method> = {
  "bots.info": ({ workspace, args }) => {
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
};
