import type { RefreshedToken } from "../../../core/contract/credential-store.ts";
import type { Http } from "../../../core/contract/wire/http-types.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { isDict } from "../../../core/ground/json.ts";
import { parseJson } from "../../../core/ground/parse-json.ts";

export interface LoginCredentials {
  client_id: string;
  client_secret: string;
  refresh_token: string;
}

const what = "Login with Amazon";

/** These texts replace Amazon's error texts, because Amazon's texts do not say what to do. */
export const refusals = {
  invalid_grant: {
    code: "reauth_required",
    message: `${what} does not accept the refresh token: it was revoked, mistyped, or issued to another client_id.`,
    hint: "Ask the user to connect Amazon Ads again, and replace refresh_token with the new one.",
  },
  invalid_client: {
    code: "credential_rejected",
    message: `${what} does not accept the client: client_id or client_secret is wrong.`,
    hint: "Copy client_id and client_secret again from the security profile of the application in the Amazon developer console.",
  },
  unauthorized_client: {
    code: "credential_rejected",
    message: `${what} accepts the client, but the client may not use the Amazon Ads API.`,
    hint: "The application needs Amazon's approval for the Amazon Ads API. The refresh token must be issued to this application.",
  },
} as const;

/** https://developer.amazon.com/docs/login-with-amazon/refresh-token.html */
export function refreshAccessToken(
  http: Http,
  origin: string,
  credentials: LoginCredentials,
): Promise<RefreshedToken> {
  return http({
    what,
    method: "POST",
    url: `${origin}/auth/o2/token`,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams({ grant_type: "refresh_token", ...credentials }).toString(),
    repeatable: true,
    read({ status, text }) {
      const body = parseJson(text);
      if (status >= 400) throw refusalOf(status, body);
      const { access_token, refresh_token, expires_in } = isDict(body) ? body : {};
      if (!isToken(access_token))
        throw new ConnectorError("upstream_invalid_response", `${what} returned no access token.`, {
          hint: "Try again later.",
          platform: { status },
        });
      return {
        access_token,
        refresh_token: isToken(refresh_token) ? refresh_token : undefined,
        expires_in: Number(expires_in) > 0 ? Number(expires_in) : 3600,
      };
    },
  });
}

const isToken = (value: unknown): value is string =>
  typeof value === "string" && /^[\x21-\x7e]+$/.test(value);

function refusalOf(status: number, body: unknown): ConnectorError {
  const code = isDict(body) && typeof body.error === "string" ? body.error : "";
  if (Object.hasOwn(refusals, code)) {
    const refusal = refusals[code as keyof typeof refusals];
    return new ConnectorError(refusal.code, refusal.message, {
      hint: refusal.hint,
      platform: { status, code },
    });
  }
  return new ConnectorError("credential_rejected", `${what} refused the request (HTTP ${status}).`, {
    hint: "Check client_id, client_secret and refresh_token.",
    platform: /^[a-z_]{1,40}$/.test(code) ? { status, code } : { status },
  });
}
