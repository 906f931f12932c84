import type {
  ApplicationRegistration,
  ApplicationRegistrationRequest,
} from "../../../core/contract/connect-flow.ts";

/**
 * Returns the manifest of a Slack app, and Slack's page that creates the app from it.
 * https://docs.slack.dev/reference/app-manifest
 */
export function appManifest({
  name,
  scopes,
  redirectUris,
  pkce,
  organization,
}: ApplicationRegistrationRequest): ApplicationRegistration {
  const { bot = [], user = [] } = scopes;
  const manifest = {
    display_information: { name },
    ...(bot.length > 0 ? { features: { bot_user: { display_name: name, always_online: true } } } : {}),
    oauth_config: {
      ...(redirectUris.length > 0 ? { redirect_urls: redirectUris } : {}),
      scopes: { ...(bot.length > 0 ? { bot } : {}), ...(user.length > 0 ? { user } : {}) },
      ...(pkce ? { pkce_enabled: true } : {}),
    },
    settings: {
      org_deploy_enabled: organization,
      socket_mode_enabled: false,
      token_rotation_enabled: pkce,
    },
  };
  const url = `https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(JSON.stringify(manifest))}`;
  return { manifest, url };
}

/**
 * Returns the first scope in `need` for each kind of conversation. `need` lists the narrowest scope of each kind first,
 * for example `channels:write.topic` before `channels:manage`.
 */
export function scopesFor(need: readonly string[]): readonly string[] {
  const kinds = new Set<string>();
  return need.filter((scope) => {
    // The scope `search:read` is for older apps, and allows all kinds of searches.
    if (scope === "search:read") return need.length === 1;
    // Each `search:read.` scope allows another kind of result.
    const kind = scope.startsWith("search:read.") ? scope : scope.slice(0, scope.indexOf(":"));
    return !kinds.has(kind) && kinds.add(kind);
  });
}
