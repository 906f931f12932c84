import type { Call } from "../call.ts";
import type { Fields } from "../fields.ts";
import { refusal } from "../refusal.ts";
import { type Issued, issueTokens, newGrant, redeemRefreshToken } from "../token-rotation.ts";
import type { Token } from "../types.ts";
import type { Method } from "../method.ts";
import { SPECIAL, TIER_3 } from "../rate-limits.ts";
import { NONE } from "../scopes.ts";

/**
 * The methods for rotating tokens. `oauth.v2.access` refuses every code, because the sandbox has no installation page
 * that issues codes.
 */
export const oauth: Record<string, Method> = {
  "oauth.v2.access": {
    scopes: NONE,
    rate: SPECIAL,
    formOnly: true,
    tokenless: true,
    run: (call) => {
      const { workspace, args } = call;
      requireClient(call);
      const grant_type = args.text("grant_type") ?? "authorization_code";
      if (grant_type === "authorization_code") throw refusal("invalid_code");
      if (grant_type !== "refresh_token") throw refusal("invalid_grant_type");
      const grant = redeemRefreshToken(workspace, args.text("refresh_token") ?? "");
      if (!grant) throw refusal("invalid_refresh_token");
      return tokenRecord(call, grant.token, issueTokens(workspace, grant));
    },
  },

  "oauth.v2.exchange": {
    scopes: NONE,
    rate: TIER_3,
    formOnly: true,
    tokenless: true,
    run: (call) => {
      const { workspace, secret } = call;
      requireClient(call);
      const token = workspace.tokens.get(secret);
      if (!token || token.kind === "app" || token.expires !== undefined) throw refusal("invalid_token");
      if (token.exchanged) throw refusal("token_already_exchanged");
      if (token.refused) throw refusal("authorization_not_found");
      const grant = newGrant(token);
      // The exchanged token becomes invalid at once. This behaviour is a guess, because Slack does not document it.
      token.exchanged = true;
      token.refused = "token_revoked";
      return tokenRecord(call, token, issueTokens(workspace, grant));
    },
  },
};

function requireClient({ workspace: { app }, args }: Call): void {
  if (args.text("client_id") !== app.client_id) throw refusal("invalid_client_id");
  if (args.text("client_secret") !== app.client_secret) throw refusal("bad_client_secret");
}

function tokenRecord(
  { workspace }: Call,
  token: Pick<Token, "kind" | "user" | "scopes">,
  issued: Issued,
): Fields {
  const bot = token.kind === "bot";
  const user = workspace.users.get(token.user);
  const app_id = user?.app_id ?? [...workspace.users.values()].find((each) => each.app_id)?.app_id;
  return {
    ...issued,
    token_type: token.kind,
    scope: token.scopes.join(","),
    ...(bot ? { bot_user_id: token.user } : {}),
    app_id,
    team: { id: workspace.team.id, name: workspace.team.name },
    enterprise: null,
    is_enterprise_install: false,
    ...(bot ? {} : { authed_user: { id: token.user } }),
  };
}
