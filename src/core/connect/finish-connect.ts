import type { ConnectFlow, GrantedCredentials, OAuthApplication } from "../contract/connect-flow.ts";
import type { Http } from "../contract/wire/http-types.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { FinishConnectOptions } from "./connect-options.ts";
import { readCallback, startAgain } from "./read-callback.ts";
import { requestTokens } from "../wire/token-request.ts";

export interface FinishPlace {
  name: string;
  title: string;
  flow: ConnectFlow;
  tokenUrl: string;
  http: Http;
}

/**
 * Exchanges the code in the address `callback` for credentials.
 * @throws ConnectorError `connect_invalid`, `connect_denied`, `credential_rejected`, or an error of the request
 */
export async function finishConnect(
  { name, title, flow, tokenUrl, http }: FinishPlace,
  { application, pending, callback, signal }: FinishConnectOptions,
  now: number,
): Promise<readonly GrantedCredentials[]> {
  const invalid = (message: string) => new ConnectorError("connect_invalid", message, { hint: startAgain });
  if (pending.connector !== name) throw invalid(`This attempt is for ${pending.connector}, not for ${name}.`);
  if (pending.client_id !== application.client_id) throw invalid("This attempt is for another application.");
  if (now >= pending.expires_at) throw invalid("The attempt is older than ten minutes.");
  const address = URL.canParse(callback) ? new URL(callback) : undefined;
  if (
    !address ||
    address.hash !== "" ||
    withoutQuery(address) !== withoutQuery(new URL(pending.redirect_uri))
  )
    throw invalid("The callback went to another address than the attempt's redirectUri.");
  const code = readCallback(address.searchParams, pending, title);
  const exchange = { title, flow, url: tokenUrl, application, code, verifier: pending.verifier, now, signal };
  try {
    return await exchangeCode(http, { ...exchange, redirectUri: pending.redirect_uri });
  } catch (error) {
    if (!ConnectorError.is(error) || error.outcome !== "unknown") throw error;
    // A code can be used only once. The platform may already have received this code, so it must not be sent again.
    const { code: kind, message, platform } = error;
    throw new ConnectorError(kind, message, {
      hint: startAgain,
      platform,
      outcome: "unknown",
    });
  }
}

const withoutQuery = ({ origin, pathname }: URL): string => origin + pathname;

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
async function exchangeCode(http: Http, exchange: Exchange): Promise<readonly GrantedCredentials[]> {
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
