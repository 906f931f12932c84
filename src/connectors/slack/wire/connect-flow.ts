import type {
  OAuthApplication,
  ConnectFlow,
  GrantedCredentials,
} from "../../../core/contract/connect-flow.ts";
import { isDict, stringAt, type Dict } from "../../../core/ground/json.ts";
import { issuedTokens } from "../../../core/wire/token-request.ts";
import { appManifest, scopesFor } from "./app-manifest.ts";

export const wrongClient = {
  code: "credential_rejected",
  message: "Slack does not accept the client: client_id or client_secret is wrong.",
  hint: "Copy both again from the Slack app's basic information.",
} as const;

/**
 * The OAuth flow with which a person installs a Slack app. Unlike a standard OAuth response, Slack's response can
 * contain a bot token, a user token, or both.
 * https://docs.slack.dev/authentication/installing-with-oauth
 */
export const connectFlow: ConnectFlow = {
  addresses: ({ endpoint }) => ({
    authorize: `${new URL(endpoint).origin}/oauth/v2/authorize`,
    token: `${endpoint}/oauth.v2.access`,
  }),
  tokens: { bot: { scopeParam: "scope" }, user: { scopeParam: "user_scope" } },
  scopeSeparator: ",",
  clientAuth: "basic",
  // With PKCE, an app with a secret would become a public client forever.
  // https://docs.slack.dev/authentication/using-pkce
  pkce: "public",
  // The param accepts the id of a workspace, but not the id of an Enterprise organization.
  accountParam: { name: "team", accepts: /^T[A-Z0-9]+$/ },
  // Loaded on demand, because most programs show no page with the scopes.
  scopeWords: async () => (await import("./scope-words.ts")).scopeWords,
  scopesFor,
  registration: appManifest,
  read: (body, application, now) => [
    ...readGrant(body, body, application, now),
    ...(isDict(body.authed_user) ? readGrant(body.authed_user, body, application, now) : []),
  ],
  refusals: {
    invalid_client_id: wrongClient,
    bad_client_secret: wrongClient,
    bad_redirect_uri: {
      code: "config_error",
      message: "Slack does not know the redirect address of this app.",
      hint: "Add the address under OAuth & Permissions in the settings of the Slack app, exactly as it is used here.",
    },
    invalid_code: {
      code: "connect_invalid",
      message:
        "Slack does not accept the code: it was used, is older than ten minutes, or belongs to another app.",
      hint: "Start the connection again.",
    },
    invalid_code_verifier: {
      code: "connect_invalid",
      message: "Slack does not accept the code verifier.",
      hint: "Start the connection again, and finish it in the same program.",
    },
    pkce_not_allowed: {
      code: "config_error",
      message: "This Slack app does not allow PKCE.",
      hint: "Turn PKCE on in the settings of the Slack app, or pass its client secret.",
    },
    cannot_install_an_org_installed_app: {
      code: "connect_invalid",
      message:
        "This app is installed for a whole Enterprise organization, so it cannot be installed for one workspace.",
      hint: "Ask an administrator of the organization to add the app to the workspace.",
    },
  },
  needs: [
    "A Slack app. You can create one from a manifest at https://api.slack.com/apps.",
    "The right to install apps in your workspace.",
  ],
};

/** Reads the token in `holder`, which is the response or its field `authed_user`. */
function readGrant(
  holder: Dict,
  body: Dict,
  application: OAuthApplication,
  now: number,
): GrantedCredentials[] {
  const tokens = issuedTokens(holder);
  if (!tokens) return [];
  const { access_token, refresh_token, expires_in } = tokens;
  const { token_type, scope } = holder;
  const token = token_type === "user" || holder !== body ? "user" : "bot";
  const { client_id, client_secret } = application;
  const client = client_secret === undefined ? { client_id } : { client_id, client_secret };
  const place = isDict(body.team) ? body.team : isDict(body.enterprise) ? body.enterprise : {};
  const id = stringAt(place, "id");
  const user =
    token === "bot" ? stringAt(body, "bot_user_id") : (stringAt(holder, "id") ?? stringAt(holder, "user_id"));
  return [
    {
      token,
      auth:
        refresh_token === undefined
          ? { api_token: access_token }
          : { ...client, access_token, refresh_token },
      ...(refresh_token === undefined || expires_in === undefined
        ? {}
        : { expires_at: now + expires_in * 1000 }),
      scopes: typeof scope === "string" ? scope.split(/[ ,]+/).filter(Boolean) : [],
      account: id === undefined ? undefined : { id, name: stringAt(place, "name") },
      user,
    },
  ];
}
