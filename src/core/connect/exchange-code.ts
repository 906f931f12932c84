import type { Application, ConnectFlow, Grant } from "../contract/connect-flow.ts";
import type { Http } from "../contract/wire/http-types.ts";
import { ConnectorError } from "../ground/errors.ts";
import { isDict } from "../ground/json.ts";
import { parseJson } from "../ground/parse-json.ts";
import { basicOfClient } from "../wire/basic-authentication.ts";
import { startAgain } from "./read-callback.ts";

interface Exchange {
  title: string;
  flow: ConnectFlow;
  url: string;
  application: Application;
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
export async function exchangeCode(http: Http, exchange: Exchange): Promise<readonly Grant[]> {
  const { title, flow, url, application, code, redirectUri, verifier, now, signal } = exchange;
  const { client_id, client_secret } = application;
  const basic = flow.clientAuth === "basic" && client_secret !== undefined;
  const body = new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: redirectUri });
  if (verifier !== undefined) body.set("code_verifier", verifier);
  if (!basic) body.set("client_id", client_id);
  if (!basic && client_secret !== undefined) body.set("client_secret", client_secret);
  return http({
    what: `The connection of an account to ${title}`,
    method: "POST",
    url,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
      ...(basic ? { authorization: basicOfClient(client_id, client_secret) } : {}),
    },
    body: body.toString(),
    repeatable: false,
    retry: () => false,
    signal,
    read: ({ status, text }) => {
      const reply = parseJson(text);
      const answer = isDict(reply) ? reply : {};
      if (status !== 200 || typeof answer.error === "string") throw refusalOf(answer.error, status, exchange);
      const grants = flow.read(answer, application, now);
      if (grants.length === 0)
        throw new ConnectorError("upstream_invalid_response", `${title} returned no credentials.`, {
          hint: startAgain,
          platform: { status },
          retryable: false,
        });
      return grants;
    },
  });
}

function refusalOf(error: unknown, status: number, { title, flow }: Exchange): ConnectorError {
  const code = typeof error === "string" && /^[a-z_]{1,60}$/.test(error) ? error : undefined;
  const platform = code === undefined ? { status } : { status, code };
  if (code !== undefined && Object.hasOwn(flow.refusals, code)) {
    const { code: kind, message, hint } = flow.refusals[code]!;
    return new ConnectorError(kind, message, { hint, platform });
  }
  const named = code === undefined ? `HTTP ${status}` : code;
  return new ConnectorError("connect_invalid", `${title} did not issue credentials: ${named}.`, {
    hint: startAgain,
    platform,
  });
}
