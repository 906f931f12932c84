import type { RefreshedToken } from "../../../core/contract/tokens.ts";
import type { Http } from "../../../core/contract/wire/http-types.ts";
import { issuedTokens, requestTokens } from "../../../core/wire/token-request.ts";

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
  const { refresh_token } = credentials;
  return requestTokens(http, {
    what,
    url: `${origin}/auth/o2/token`,
    form: { grant_type: "refresh_token", refresh_token },
    client: credentials,
    clientAuth: "body",
    repeatable: true,
    refusals,
    refused: { code: "credential_rejected", hint: "Check client_id, client_secret and refresh_token." },
    missing: "Try again later.",
    read: (body) => {
      const tokens = issuedTokens(body);
      return tokens && { ...tokens, expires_in: tokens.expires_in ?? 3600 };
    },
  });
}
