import type { RefreshedToken } from "../../../core/contract/access-token.ts";
import type { Http } from "../../../core/contract/http-types.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { isDict } from "../../../core/ground/json.ts";

export interface LoginCredentials {
  client_id: string;
  client_secret: string;
  refresh_token: string;
}

const what = "Login with Amazon";

/** What is wrong with the credentials, by the code of the answer. Amazon's own texts tell a user little. */
const refusals = {
  invalid_grant: {
    code: "reauth_required",
    message: `${what} does not accept the refresh token: it was revoked, mistyped, or issued to another client_id.`,
    hint: "Ask the user to connect Amazon Ads again, and put the new refresh_token in place.",
  },
  invalid_client: {
    code: "credential_rejected",
    message: `${what} does not accept the client: client_id or client_secret is wrong.`,
    hint: "Copy both again from the security profile of the application in the Amazon developer console.",
  },
  unauthorized_client: {
    code: "credential_rejected",
    message: `${what} knows the client, but it may not use the Amazon Ads API.`,
    hint: "The application has to be approved for the Amazon Ads API, and the refresh token has to be its own.",
  },
} as const;

/** A new access token. https://developer.amazon.com/docs/login-with-amazon/refresh-token.html */
export function refreshToken(
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
      const body = parse(text);
      const platform = { status };
      if (status >= 400) {
        const code = isDict(body) && typeof body.error === "string" ? body.error : "";
        const refusal = Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals] : undefined;
        if (refusal)
          throw new ConnectorError(refusal.code, refusal.message, {
            hint: refusal.hint,
            platform: { ...platform, code },
          });
        throw new ConnectorError("credential_rejected", `${what} refused the request (HTTP ${status}).`, {
          hint: "Check client_id, client_secret and refresh_token.",
          platform: /^[a-z_]{1,40}$/.test(code) ? { ...platform, code } : platform,
        });
      }
      const { access_token, expires_in } = isDict(body) ? body : {};
      if (typeof access_token !== "string" || !/^[\x21-\x7e]+$/.test(access_token))
        throw new ConnectorError("upstream_invalid_response", `${what} answered without an access token.`, {
          hint: "Try again later.",
          platform,
        });
      return { access_token, expires_in: Number(expires_in) > 0 ? Number(expires_in) : 3600 };
    },
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
