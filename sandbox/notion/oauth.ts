import { consentPage, isRedirectUri, redirectBack, refusalPage } from "../consent-page.ts";
import { type Dict, isDict } from "../../src/core/ground/json.ts";
import { userView } from "./records/user.ts";
import type { Capability, World } from "./world-types.ts";

// https://developers.notion.com/docs/authorization
// https://developers.notion.com/reference/create-a-token
// https://developers.notion.com/reference/refresh-a-token

export const application = {
  client_id: "5d3c0000-0000-4000-8000-00000000a11c",
  client_secret: "secret_sandbox_Zq81mXw2kPv6TtBd",
} as const;

/** How long a code of the consent page is valid. */
const lifetime = 600_000;

export const allCapabilities: ReadonlySet<Capability> = new Set<Capability>([
  "read content",
  "update content",
  "insert content",
  "read comments",
  "insert comments",
  "read users",
]);

/** Shows the page on which a person gives access, or carries out the person's decision. */
export function answerConsent(world: World, request: Request, text: string): Response {
  const posted = request.method === "POST";
  const params = posted ? new URLSearchParams(text) : new URL(request.url).searchParams;
  const redirect_uri = params.get("redirect_uri") ?? "";
  if (params.get("client_id") !== application.client_id) return refusalPage("Notion", "unknown client_id");
  if (!isRedirectUri(redirect_uri)) return refusalPage("Notion", "redirect_uri is not allowed");
  if (params.get("response_type") !== "code") return refusalPage("Notion", "unsupported response_type");
  if (params.get("owner") !== "user") return refusalPage("Notion", "owner must be user");
  const state = params.get("state");
  if (!posted)
    return consentPage({
      platform: "Notion",
      application: world.bot.name,
      account: `the workspace ${world.workspace.name}`,
      scopes: [...allCapabilities],
      fields: new Map(params),
    });
  if (params.get("decision") !== "allow")
    return redirectBack(redirect_uri, { error: "access_denied", state });
  const code = crypto.randomUUID();
  world.codes.set(code, { redirect_uri, expires: world.clock.now() + lifetime });
  return redirectBack(redirect_uri, { code, state });
}

/**
 * Issues tokens for a code or a refresh token. The client authenticates with HTTP Basic. Notion documents a JSON body, and
 * gets a form, as in OAuth's standard, from clients such as Auth.js and golang.org/x/oauth2. The sandbox reads both.
 */
export function answerToken(world: World, request: Request, text: string): Response {
  const form = readForm(request, text);
  const basic = `Basic ${btoa(`${application.client_id}:${application.client_secret}`)}`;
  if (request.headers.get("authorization") !== basic)
    return refuse(401, "invalid_client", "The client id or the client secret is wrong.");
  if (form.grant_type === "refresh_token") {
    const old = world.refreshTokens.get(String(form.refresh_token));
    if (old === undefined) return refuse(400, "invalid_grant", "The refresh token is not valid.");
    // A refresh token works once.
    world.refreshTokens.delete(String(form.refresh_token));
    world.tokens.delete(old);
    return issue(world);
  }
  if (form.grant_type !== "authorization_code")
    return refuse(400, "unsupported_grant_type", "grant_type should be authorization_code or refresh_token.");
  const code = world.codes.get(String(form.code));
  world.codes.delete(String(form.code));
  if (!code || code.expires <= world.clock.now() || code.redirect_uri !== form.redirect_uri)
    return refuse(400, "invalid_grant", "The code is not valid, or the redirect_uri differs.");
  return issue(world);
}

function readForm(request: Request, text: string): Dict {
  if (!request.headers.get("content-type")?.startsWith("application/json"))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    const body: unknown = JSON.parse(text);
    return isDict(body) ? body : {};
  } catch {
    return {};
  }
}

function issue(world: World): Response {
  const access_token = `ntn_${crypto.randomUUID().replaceAll("-", "")}`;
  const refresh_token = `nrt_${crypto.randomUUID().replaceAll("-", "")}`;
  world.tokens.set(access_token, allCapabilities);
  world.refreshTokens.set(refresh_token, access_token);
  const [owner] = world.users.keys();
  return Response.json(
    {
      access_token,
      token_type: "bearer",
      refresh_token,
      bot_id: world.bot.id,
      workspace_icon: null,
      workspace_name: world.workspace.name,
      workspace_id: world.workspace.id,
      owner: owner === undefined ? { type: "workspace", workspace: true } : { type: "user", user: userView(world, owner) },
      duplicated_template_id: null,
      request_id: crypto.randomUUID(),
    },
    { headers: { "cache-control": "no-store" } },
  );
} // prettier-ignore

const refuse = (status: number, error: string, error_description: string): Response =>
  Response.json({ error, error_description }, { status, headers: { "cache-control": "no-store" } });
