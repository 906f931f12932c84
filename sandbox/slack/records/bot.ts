import type { Fields } from "../fields.ts";
import type { User } from "../types.ts";

export function botIcons(): Fields {
  const image = (size: number): string => `https://a.slack-edge.com/80588/img/plugins/app/bot_${size}.png`;
  return { image_36: image(36), image_48: image(48), image_72: image(72) };
}

/** Returns the fields of a bot in its messages. Returns no fields if the user is not a bot. */
export function botFields(bot: User | undefined, team_id: string): Fields {
  if (!bot?.bot_id) return {};
  return {
    bot_id: bot.bot_id,
    app_id: bot.app_id,
    bot_profile: {
      id: bot.bot_id,
      app_id: bot.app_id,
      user_id: bot.id,
      name: bot.real_name,
      icons: botIcons(),
      deleted: false,
      updated: bot.updated ?? 0,
      team_id,
    },
  };
}
