import { challengeOf, consentPage, isRedirectUri, redirectBack, refusalPage } from "../consent-page.ts";
import type { Login } from "./types.ts";
import type { Consent, World } from "./world-types.ts";

// The page of Login with Amazon on which a person allows access.
// https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html

const lifetime = 300_000;

const knownScopes: ReadonlySet<string> = new Set([
  "advertising::campaign_management",
  "cpc_advertising:campaign_management",
  "advertising::audiences",
  "advertising::test:create_account",
  "profile",
]);

/** Shows the page for a GET request. Carries out the person's decision for a POST request. */
export async function answerConsent(world: World, request: Request, text: string): Promise<Response> {
  const posted = request.method === "POST";
  const params = posted ? new URLSearchParams(text) : new URL(request.url).searchParams;
  const consent = readConsent(world, params);
  if (typeof consent === "string") return refusalPage("Login with Amazon", consent);
  const { redirect_uri, scope } = consent;
  const state = params.get("state");
  if (!posted)
    return consentPage({
      platform: "Login with Amazon",
      application: "assistant",
      account: "your advertising accounts",
      scopes: scope.split(" "),
      fields: new Map(params),
    });
  if (params.get("decision") !== "allow")
    return redirectBack(redirect_uri, { error: "access_denied", state });
  const code = `AN${crypto.randomUUID().replaceAll("-", "")}`;
  world.codes.set(code, consent);
  return redirectBack(redirect_uri, { code, scope, state });
}

/** Reads a request for access. If Amazon would refuse the request on its own page, returns the reason as text. */
function readConsent({ logins, clock }: World, params: URLSearchParams): Consent | string {
  const client_id = params.get("client_id") ?? "";
  if (!logins.some((login) => login.client_id === client_id)) return "unknown client_id";
  const redirect_uri = params.get("redirect_uri") ?? "";
  if (!isRedirectUri(redirect_uri)) return "redirect_uri is not allowed";
  if (params.get("response_type") !== "code") return "unsupported_response_type";
  const scope = params.get("scope") ?? "";
  if (!scope.split(" ").every((one) => knownScopes.has(one))) return "invalid_scope";
  const challenge = params.get("code_challenge") ?? undefined;
  if (challenge !== undefined && params.get("code_challenge_method") !== "S256") return "invalid_request";
  return { client_id, redirect_uri, scope, challenge, expires: clock.now() + lifetime };
}

/** Creates a login for a valid code. Each code can be used once. */
export async function redeemCode(
  world: World,
  client: Login,
  form: URLSearchParams,
): Promise<Login | undefined> {
  const code = form.get("code") ?? "";
  const consent = world.codes.get(code);
  world.codes.delete(code);
  if (!consent || consent.expires <= world.clock.now() || consent.client_id !== client.client_id)
    return undefined;
  if (form.get("redirect_uri") !== consent.redirect_uri) return undefined;
  const verifier = form.get("code_verifier") ?? "";
  if (consent.challenge !== undefined && (await challengeOf(verifier)) !== consent.challenge)
    return undefined;
  const login: Login = { ...client, refresh_token: `Atzr|${world.newUuid()}` };
  world.logins.push(login);
  return login;
}
