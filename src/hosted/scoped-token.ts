import type { Clock } from "../core/ground/clock.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { at, stringAt } from "../core/ground/json.ts";
import { failOnAbort } from "../core/ground/abort.ts";
import type { Api } from "./service-api.ts";
import type { Identity } from "./hosted-options.ts";

/** The tokens of one user. */
export interface Session {
  /** Returns a scoped token of the user. All waiting calls share one request, and the token is kept until it expires. */
  bearer(signal: AbortSignal | undefined): Promise<string>;
  /** Returns the user's id. If the options contain a scoped token instead of an id, the service is asked for the id. */
  externalUserId(signal: AbortSignal | undefined): Promise<string>;
  /** Drops a refused token, so that the next call fetches a new token. A token from the options cannot be replaced. */
  forget(token: string): void;
}

/** A token is not used in the last minute before it expires, so that it does not expire during a call. */
const marginMs = 60_000;

export function createSession(api: Api, identity: Identity, clock: Clock): Session {
  const { externalUserId, isToken, clientId, clientSecret } = identity;
  let cached: { token: string; until: number } | undefined;
  let fetching: Promise<string> | undefined;
  let owner: Promise<string> | undefined;

  const fetchToken = async (): Promise<string> => {
    const application = await api({
      what: "Getting the application's token",
      method: "POST",
      path: "/api/v1/account/applications/token",
      body: { client_id: clientId, client_secret: clientSecret },
      changes: false,
    });
    const scoped = await api({
      what: "Getting the user's token",
      method: "POST",
      path: "/api/v1/account/applications/scoped-token",
      bearer: tokenIn(application, "access_token"),
      body: { external_user_id: externalUserId },
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
      // Do not pass the caller's signal, because other calls can wait for the same token.
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
