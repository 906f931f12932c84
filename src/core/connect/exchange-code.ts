import type { OAuthApplication, ConnectFlow, GrantedCredentials } from "../contract/connect-flow.ts";
import type { Http } from "../contract/wire/http-types.ts";
import { requestTokens } from "../wire/token-request.ts";
import { startAgain } from "./read-callback.ts";

interface Exchange {
  title: string;
  flow: ConnectFlow;
  url: string;
  application: OAuthApplication;
  code: string;
  redirectUri: string;
  verifier: string | undefined;
  now: number;
  signal: AbortSignal | undefined;
}

/**
 * Exchanges an authorization code for credentials. The request is never repeated, because a platform can revoke the
 * tokens of a code that arrives twice.
 * @throws ConnectorError `connect_invalid` if the code is wrong, used or expired
 */
export async function exchangeCode(http: Http, exchange: Exchange): Promise<readonly GrantedCredentials[]> {
  const { title, flow, url, application, code, redirectUri, verifier, now, signal } = exchange;
  return requestTokens(http, {
    what: `The connection of an account to ${title}`,
    url,
    form: {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      ...(verifier === undefined ? {} : { code_verifier: verifier }),
    },
    client: application,
    clientAuth: flow.clientAuth,
    repeatable: false,
    retry: () => false,
    signal,
    refusals: flow.refusals,
    refused: { code: "connect_invalid", hint: startAgain },
    missing: startAgain,
    read: (body) => {
      const grants = flow.read(body, application, now);
      return grants.length === 0 ? undefined : grants;
    },
  });
}
