import type { Token } from "../types.ts";

/** The tokens of the sandbox. They work only in the sandbox, so they are not secret. */
export const sandboxTokens = {
  /**
   * The token of the app's bot: "assistant" in the default workspace. The token has all scopes of the supported
   * methods except `chat:write.public`.
   */
  bot: "xoxb-sandbox-bot",
  /** The token of a person: the admin Maya Chen in the default workspace. */
  user: "xoxp-sandbox-user",
  /** Another token of the bot user, with only a few read scopes. */
  limited: "xoxb-sandbox-limited",
  /** A token that is refused with `token_revoked`. */
  revoked: "xoxb-sandbox-revoked",
  /** A token that is refused with `token_expired`. */
  expired: "xoxe.xoxb-sandbox-expired",
  /** The token of a deactivated user, refused with `account_inactive`. */
  inactive: "xoxp-sandbox-inactive",
  /** An app-level token, refused with `not_allowed_token_type`. */
  app: "xapp-sandbox-app",
} as const;

const SHARED_SCOPES = [
  "bookmarks:read",
  "bookmarks:write",
  "canvases:read",
  "canvases:write",
  "channels:history",
  "channels:read",
  "chat:write",
  "dnd:read",
  "emoji:read",
  "files:read",
  "files:write",
  "groups:history",
  "groups:read",
  "groups:write",
  "im:history",
  "im:read",
  "im:write",
  "links:write",
  "lists:read",
  "lists:write",
  "mpim:history",
  "mpim:read",
  "mpim:write",
  "pins:read",
  "pins:write",
  "reactions:read",
  "reactions:write",
  "search:read.files",
  "search:read.public",
  "search:read.users",
  "team:read",
  "usergroups:read",
  "usergroups:write",
  "users.profile:read",
  "users:read",
  "users:read.email",
  "users:write",
];
const BOT_SCOPES = [
  ...SHARED_SCOPES,
  "assistant:write",
  "channels:join",
  "channels:manage",
  "chat:write.customize",
];
const USER_SCOPES = [
  ...SHARED_SCOPES,
  "channels:write",
  "dnd:write",
  "reminders:read",
  "reminders:write",
  "search:read",
  "search:read.im",
  "search:read.mpim",
  "search:read.private",
  "stars:read",
  "users.profile:write",
];

/** The ids of the users to whom the tokens belong. */
export interface TokenOwners {
  bot: string;
  user: string;
  /** The id of the deactivated user. Default: `user`. */
  inactive?: string;
}

export const tokens = ({ bot, user, inactive = user }: TokenOwners): Record<string, Token> => ({
  [sandboxTokens.bot]: { kind: "bot", user: bot, scopes: BOT_SCOPES },
  [sandboxTokens.user]: { kind: "user", user, scopes: USER_SCOPES },
  [sandboxTokens.limited]: {
    kind: "bot",
    user: bot,
    scopes: ["channels:history", "channels:read", "reactions:read", "users:read"],
  },
  [sandboxTokens.revoked]: { kind: "bot", user: bot, scopes: BOT_SCOPES, refused: "token_revoked" },
  [sandboxTokens.expired]: { kind: "bot", user: bot, scopes: BOT_SCOPES, refused: "token_expired" },
  [sandboxTokens.inactive]: {
    kind: "user",
    user: inactive,
    scopes: USER_SCOPES,
    refused: "account_inactive",
  },
  [sandboxTokens.app]: { kind: "app", user: bot, scopes: ["connections:write"] },
});
