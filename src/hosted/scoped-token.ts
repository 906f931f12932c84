import { effects } from "../core/contract/effect.ts";
import type { Clock } from "../core/ground/clock.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { at, stringAt } from "../core/ground/json.ts";
import { failOnAbort } from "../core/ground/abort.ts";
import type { Api } from "./service-api.ts";
import type { Identity } from "./hosted-options.ts";

/** The tokens for one user. A scoped token is an access token of the service that is valid for only one user. */
export interface Session {
  /**
   * Returns a scoped token of the user, which is kept until shortly before its expiry. Calls that wait for a new
   * token at the same time share one request.
   */
  bearer(signal: AbortSignal | undefined): Promise<string>;
  /** Returns the user's id. If the options contain a scoped token instead of an id, the service returns the id. */
  externalUserId(signal: AbortSignal | undefined): Promise<string>;
  /** Returns a token that is not limited to one user. */
  applicationToken(): Promise<string>;
  /**
   * Drops a token that the service has refused, so that the next call gets a new token. A token from the options is not
   * dropped.
   */
  forget(token: string): void;
}

/** A token that expires in fewer milliseconds is not used, because it could expire during a call. */
const marginMs = 60_000;

export function createSession(api: Api, identity: Identity, clock: Clock): Session {
  const { externalUserId, isToken, clientId, clientSecret } = identity;
  let cached: { token: string; until: number } | undefined;
  let fetching: Promise<string> | undefined;
  let owner: Promise<string> | undefined;

  const applicationToken = async (): Promise<string> => {
    const application = await api({
      what: "Getting the application's token",
      method: "POST",
      path: "/api/v1/account/applications/token",
      body: { client_id: clientId, client_secret: clientSecret },
      changes: false,
    });
    return tokenIn(application, "access_token");
  };

  const fetchToken = async (): Promise<string> => {
    const scoped = await api({
      what: "Getting the user's token",
      method: "POST",
      path: "/api/v1/account/applications/scoped-token",
      bearer: await applicationToken(),
      // The policies of the connector and of the service decide what a call of this client can do. The
      // client sends the rule `external` with every write.
      body: { external_user_id: externalUserId, effects, external: true },
      changes: false,
    });
    const token = tokenIn(scoped, "token");
    const lifetime = at(scoped, "expires_in");
    cached = { token, until: clock.now() + (typeof lifetime === "number" ? lifetime * 1000 : 0) - marginMs };
    return token;
  };

  const session: Session = {
    async bearer(signal) {
      if (isToken) return externalUserId;
      if (cached && clock.now() < cached.until) return cached.token;
      // Other calls may be waiting for the same token, so the caller's signal must not abort this request.
      fetching ??= fetchToken().finally(() => (fetching = undefined));
      return failOnAbort("Getting the user's token", fetching, signal);
    },
    async externalUserId(signal) {
      if (!isToken) return externalUserId;
      owner ??= api({
        what: "Looking up the user of the token",
        method: "GET",
        path: "/api/v1/account/applications/scoped-token/info",
        bearer: externalUserId,
        changes: false,
      }).then((info) => tokenIn(info, "external_user_id"));
      owner.catch(() => (owner = undefined));
      return failOnAbort("Looking up the user of the token", owner, signal);
    },
    applicationToken,
    forget(token) {
      if (cached?.token === token) cached = undefined;
    },
  };
  return session;
}

function tokenIn(answer: unknown, name: string): string {
  const token = stringAt(answer, name);
  if (token !== undefined) return token;
  throw new ConnectorError("upstream_invalid_response", `The response of the service has no ${name}.`, {
    hint: "Check base_url: is it the address of the service?",
    retryable: false,
  });
}
