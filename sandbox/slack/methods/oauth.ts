import { challengeOf } from "../../consent-page.ts";
import type { Call } from "../call/call.ts";
import { installedBy } from "../consent.ts";
import { installation } from "../enterprise.ts";
import type { Fields } from "../fields.ts";
import { refusal } from "../call/refusal.ts";
import { type Issued, issueTokens, newGrant, redeemRefreshToken } from "../token-rotation.ts";
import type { Token } from "../types.ts";
import type { Method } from "../call/method.ts";
import type { Workspace } from "../workspace.ts";
import { SPECIAL, TIER_3 } from "../call/rate-limits.ts";
import { NONE } from "../call/scopes.ts";

/** Methods that issue tokens. */
export const oauth: Record<string, Method> = {
  "oauth.v2.access": {
    scopes: NONE,
    rate: SPECIAL,
    formOnly: true,
    tokenless: true,
    run: async (call) => {
      const { workspace, args } = call;
      requireClient(call);
      const grant_type = args.text("grant_type") ?? "authorization_code";
      if (grant_type === "authorization_code") return exchange(call);
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
      // It is a guess that the exchanged token becomes invalid at once. Slack does not document this.
      token.exchanged = true;
      token.refused = "token_revoked";
      return tokenRecord(call, token, issueTokens(workspace, grant));
    },
  },
};

/** Exchanges a code for tokens. A code can be used only once. */
async function exchange(call: Call): Promise<Fields> {
  const { workspace, args } = call;
  const { app, clock } = workspace;
  const code = args.text("code") ?? "";
  const consent = app.codes.get(code);
  app.codes.delete(code);
  if (!consent || consent.expires <= clock.now() || consent.client_id !== args.text("client_id"))
    throw refusal("invalid_code");
  if (args.text("redirect_uri") !== consent.redirect_uri) throw refusal("bad_redirect_uri");
  const verifier = args.text("code_verifier") ?? "";
  if (consent.challenge !== undefined && (await challengeOf(verifier)) !== consent.challenge)
    throw refusal("invalid_code_verifier");
  const users = installedBy(workspace);
  const rotates = app.rotates || consent.client_id === app.public_client_id;
  const bot = consent.bot.length === 0 ? undefined : issue(workspace, "bot", users.bot, consent.bot, rotates);
  const user =
    consent.user.length === 0 ? undefined : issue(workspace, "user", users.person, consent.user, rotates);
  return {
    ...bot,
    ...(bot ? { bot_user_id: users.bot } : {}),
    app_id: workspace.users.get(users.bot)?.app_id,
    ...installation(workspace),
    authed_user: { id: users.person, ...user },
  };
}

function issue(
  workspace: Workspace,
  kind: "bot" | "user",
  user: string,
  scopes: readonly string[],
  rotates: boolean,
): Fields {
  const token: Token = { kind, user, scopes: [...scopes] };
  const about = { token_type: kind, scope: scopes.join(",") };
  if (rotates) return { ...issueTokens(workspace, newGrant(token)), ...about };
  const access_token = `${kind === "bot" ? "xoxb" : "xoxp"}-${workspace.newId("T")}`;
  workspace.tokens.set(access_token, token);
  return { access_token, ...about };
}

function requireClient({ workspace: { app }, args }: Call): void {
  if (args.text("client_id") === app.public_client_id) return;
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
    ...installation(workspace),
    ...(bot ? {} : { authed_user: { id: token.user } }),
  };
}
