import type { Grant } from "./oauth-app.ts";
import type { Token } from "./types.ts";
import type { Workspace } from "./workspace.ts";

const LIFETIME = 12 * 3600;

/** The milliseconds for which a refresh token still works after its first use. The value is a guess. */
const GRACE = 60_000;

const MAX_LIVE = 2;

/** An access token that expires, its refresh token, and the client credentials for the refresh. */
export interface RotatingPair {
  access_token: string;
  refresh_token: string;
  client_id: string;
  client_secret: string;
}

export interface Issued {
  access_token: string;
  refresh_token: string;
  /** The seconds until the access token expires. */
  expires_in: number;
}

export const newGrant = ({ kind, user, scopes }: Token): Grant => ({
  token: { kind, user, scopes },
  live: [],
});

/** Issues new tokens. Revokes all but the two newest access tokens of an installation. */
export function issueTokens(workspace: Workspace, grant: Grant): Issued {
  const access_token = `xoxe.${grant.token.kind === "bot" ? "xoxb" : "xoxp"}-1-${workspace.newId("M")}`;
  const refresh_token = `xoxe-1-${workspace.newId("M")}`;
  workspace.tokens.set(access_token, {
    ...grant.token,
    expires: workspace.clock.now() + LIFETIME * 1000,
  });
  workspace.app.refreshing.set(refresh_token, { grant });
  grant.live.push(access_token);
  for (const oldest of grant.live.splice(0, grant.live.length - MAX_LIVE)) {
    const token = workspace.tokens.get(oldest);
    if (token) token.refused = "token_revoked";
  }
  return { access_token, refresh_token, expires_in: LIFETIME };
}

/** Returns the grant of a refresh token, which still works for a short time after its first use. */
export function redeemRefreshToken(workspace: Workspace, refresh_token: string): Grant | undefined {
  const found = workspace.app.refreshing.get(refresh_token);
  const now = workspace.clock.now();
  if (!found || (found.used !== undefined && now - found.used > GRACE)) return undefined;
  found.used ??= now;
  return found.grant;
}

export const isExpired = (workspace: Workspace, { expires }: Token): boolean =>
  expires !== undefined && expires <= workspace.clock.now();
