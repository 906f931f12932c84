import { refusal } from "../call/refusal.ts";
import type { Method } from "../call/method.ts";
import { SPECIAL, TIER_2, TIER_3, TIER_4 } from "../call/rate-limits.ts";
import { NONE, anyToken } from "../call/scopes.ts";

export const auth: Record<string, Method> = {
  "api.test": {
    scopes: NONE,
    rate: TIER_4,
    tokenless: true,
    run: ({ args }) => {
      const echo = Object.keys(args.all).length > 0 ? { args: args.all } : {};
      const error = args.text("error");
      if (error) throw refusal(error, echo);
      return echo;
    },
  },

  "auth.test": {
    scopes: NONE,
    rate: SPECIAL,
    run: ({ workspace: { enterprise, team }, actor, token }) => ({
      url: enterprise
        ? `https://${enterprise.domain}.enterprise.slack.com/`
        : `https://${team.domain}.slack.com/`,
      // Slack does not document these two fields for the token of an organization.
      team: (enterprise ?? team).name,
      team_id: (enterprise ?? team).id,
      user: actor.name,
      user_id: actor.id,
      ...(token.kind === "bot" && actor.bot_id ? { bot_id: actor.bot_id } : {}),
      ...(enterprise ? { enterprise_id: enterprise.id } : {}),
      is_enterprise_install: enterprise !== undefined,
    }),
  },

  "auth.teams.list": {
    scopes: NONE,
    rate: TIER_2,
    formOnly: true,
    run: ({ workspace: { team }, args }) => {
      const limit = args.integer("limit") ?? 100;
      if (limit < 1 || limit > 1000) throw refusal("invalid_limit");
      if (args.text("cursor")) throw refusal("invalid_cursor");
      const icon = { image_34: "https://avatars.slack-edge.com/sandbox/team_34.png", image_default: true };
      return {
        teams: [{ id: team.id, name: team.name, ...(args.flag("include_icon") ? { icon } : {}) }],
        response_metadata: { next_cursor: "" },
      };
    },
  },

  "team.info": {
    scopes: anyToken("team:read"),
    rate: TIER_3,
    run: ({ workspace: { team: own, teams, rooms, enterprise: organization }, args }) => {
      const asked = args.text("team");
      const domain = args.text("domain");
      // Besides its own workspace, a token can see only those with which a channel is shared.
      const isConnected = [...rooms.values()].some(({ channel }) =>
        channel.connected_team_ids?.includes(asked ?? ""),
      );
      const team = asked && asked !== own.id && isConnected ? teams.get(asked) : own;
      if (!team || (asked && asked !== team.id) || (!asked && domain && domain !== team.domain))
        throw refusal("team_not_found");
      const enterprise = team === own ? organization : undefined;
      const image = (size: number): string => `https://avatars.slack-edge.com/sandbox/team_${size}.png`;
      return {
        team: {
          id: team.id,
          name: team.name,
          domain: team.domain,
          email_domain: team.email_domain,
          url: `https://${team.domain}.slack.com/`,
          icon: {
            ...Object.fromEntries([34, 44, 68, 88, 102, 132].map((size) => [`image_${size}`, image(size)])),
            image_default: true,
          },
          avatar_base_url: "https://ca.slack-edge.com/",
          is_verified: false,
          ...(enterprise ? { enterprise_id: enterprise.id, enterprise_name: enterprise.name } : {}),
        },
      };
    },
  },
};
