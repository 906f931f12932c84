import { redeemCode } from "./consent.ts";
import type { Reply } from "./http/responses.ts";
import type { World } from "./world-types.ts";

const LIFETIME = 3600;

export async function respondWithToken(world: World, headers: Headers, body: string): Promise<Reply> {
  const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    return refused(400, "invalid_request", "The Content-Type must be application/x-www-form-urlencoded");
  const form = new URLSearchParams(body);
  const basic = readBasic(headers.get("authorization"));
  const client_id = form.get("client_id") ?? basic?.id;
  const client_secret = form.get("client_secret") ?? basic?.secret;
  const grant = form.get("grant_type");
  const refresh_token = form.get("refresh_token");

  if (!grant) return missing("grant_type");
  if (grant !== "refresh_token" && grant !== "authorization_code")
    return refused(
      400,
      "unsupported_grant_type",
      "The authorization grant type is not supported by the authorization server",
    );
  if (!client_id) return missing("client_id");
  if (!client_secret) return missing("client_secret");
  if (grant === "refresh_token" && !refresh_token) return missing("refresh_token");
  if (grant === "authorization_code" && !form.get("code")) return missing("code");

  const client = world.logins.find((login) => login.client_id === client_id);
  if (!client || client.client_secret !== client_secret)
    return refused(401, "invalid_client", "Client authentication failed");
  const login =
    grant === "authorization_code"
      ? await redeemCode(world, client, form)
      : world.logins.find((each) => each.refresh_token === refresh_token);
  if (!login || login.client_id !== client_id || login.revoked) {
    return refused(
      400,
      "invalid_grant",
      `The request has an invalid grant parameter : ${grant === "refresh_token" ? grant : "code"}. User may have revoked or didn't grant the permission.`,
    );
  }
  if (login.permitted === false)
    return refused(
      400,
      "unauthorized_client",
      "The client is not authorized to request an authorization code using this method",
    );

  const access_token = `Atza|sandbox-${world.tokens.size + 1}`;
  const expires = world.clock.now() + LIFETIME * 1000;
  world.tokens.set(access_token, { client_id, expires, profiles: login.profiles });
  return {
    status: 200,
    body: { access_token, refresh_token: login.refresh_token, token_type: "bearer", expires_in: LIFETIME },
    headers: { "cache-control": "no-store", pragma: "no-cache" },
  };
}

const refused = (status: number, error: string, error_description: string): Reply => ({
  status,
  body: { error_description, error },
  headers: { "cache-control": "no-store" },
});

const missing = (name: string): Reply =>
  refused(400, "invalid_request", `The request is missing a required parameter : ${name}`);

function readBasic(header: string | null): { id: string; secret: string } | undefined {
  const coded = /^Basic\s+(\S+)$/i.exec(header ?? "")?.[1];
  if (coded === undefined) return undefined;
  try {
    const [id = "", ...secret] = atob(coded).split(":");
    return { id, secret: secret.join(":") };
  } catch {
    return undefined;
  }
}
