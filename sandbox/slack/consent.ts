import { consentPage, isRedirectUri, redirectBack, refusalPage } from "../consent-page.ts";
import type { Consent } from "./oauth-app.ts";
import { sandboxTokens } from "./seed/index.ts";
import type { Workspace } from "./workspace.ts";

// The page on which a person installs the app.
// https://docs.slack.dev/authentication/installing-with-oauth
// https://docs.slack.dev/authentication/using-pkce

const lifetime = 600_000;

export const consentPath = "/oauth/v2/authorize";

/** Shows the page after a GET request. After a POST request, carries out the person's decision. */
export async function answerConsent(workspace: Workspace, request: Request): Promise<Response> {
  const posted = request.method === "POST";
  const params = posted ? new URLSearchParams(await request.text()) : new URL(request.url).searchParams;
  const consent = readConsent(workspace, params);
  if (typeof consent === "string") return refusalPage("Slack", consent);
  const { redirect_uri, bot, user } = consent;
  const state = params.get("state");
  if (!posted)
    return consentPage({
      platform: "Slack",
      application: "assistant",
      account: workspace.enterprise
        ? `the organization ${workspace.enterprise.name}`
        : `the workspace ${workspace.team.name}`,
      scopes: [...bot.map((scope) => `${scope} (bot)`), ...user.map((scope) => `${scope} (user)`)],
      fields: new Map(params),
    });
  if (params.get("decision") !== "allow")
    return redirectBack(redirect_uri, { error: "access_denied", state });
  const declined = new Set(workspace.app.declined);
  const granted = (scopes: readonly string[]) => scopes.filter((scope) => !declined.has(scope));
  const code = `${workspace.newId("C")}.${crypto.randomUUID()}`;
  workspace.app.codes.set(code, { ...consent, bot: granted(bot), user: granted(user) });
  return redirectBack(redirect_uri, { code, state });
}

/** Reads the consent that an app asks for. Returns an error code if Slack refuses the request on its own page. */
function readConsent({ app, clock }: Workspace, params: URLSearchParams): Consent | string {
  const client_id = params.get("client_id") ?? "";
  const isPublic = client_id === app.public_client_id;
  if (!isPublic && client_id !== app.client_id) return "invalid_client_id";
  const redirect_uri = params.get("redirect_uri") ?? "";
  if (!isRedirectUri(redirect_uri)) return "bad_redirect_uri";
  const bot = scopesOf(params.get("scope"));
  const user = scopesOf(params.get("user_scope"));
  if (bot.length + user.length === 0) return "no_scopes";
  if ([...bot, ...user].some((scope) => !/^[a-z][a-z._:]+$/.test(scope))) return "invalid_scope";
  const challenge = params.get("code_challenge") ?? undefined;
  if (challenge !== undefined && !isPublic) return "pkce_not_allowed";
  if (isPublic && (challenge === undefined || params.get("code_challenge_method") !== "S256"))
    return "invalid_code_challenge";
  // For a PKCE redirect over http, Slack accepts only the host `localhost`, and refuses bot scopes.
  const { protocol, hostname } = new URL(redirect_uri);
  if (isPublic && protocol === "http:" && (hostname !== "localhost" || bot.length > 0))
    return "bad_redirect_uri";
  return { client_id, redirect_uri, bot, user, challenge, expires: clock.now() + lifetime };
}

const scopesOf = (text: string | null): string[] =>
  (text ?? "").split(/[ ,]+/).filter((scope) => scope !== "");

/** Returns the bot user, and the person who installs the app. */
export const installedBy = ({ tokens }: Workspace): { bot: string; person: string } => ({
  bot: tokens.get(sandboxTokens.bot)?.user ?? "",
  person: tokens.get(sandboxTokens.user)?.user ?? "",
});
