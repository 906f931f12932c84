import { type ConnectorOptions, defaultTotalWaitMs } from "../core/contract/call-options.ts";
import type { Clock } from "../core/ground/clock.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { requestsTo } from "../core/wire/requests-to.ts";
import { createHttp } from "../core/wire/retries.ts";
import { type Api, createApi } from "./service-api.ts";
import type { Identity } from "./hosted-options.ts";
import { type Session, createSession } from "./scoped-token.ts";

export interface Connection {
  identity: Identity;
  session: Session;
  /** Sends a request with the user's token. If the service refuses the token, the next request gets a new one. */
  request: Api;
  /** Sends a request with a token of the application. */
  requestAsApplication: Api;
}

export function connect(
  identity: Identity,
  {
    fetch,
    clock,
    tracing,
    timeoutMs = 65_000,
    totalWaitMs = defaultTotalWaitMs,
  }: ConnectorOptions & { clock: Clock },
): Connection {
  const http = createHttp({
    fetch,
    clock,
    timeoutMs,
    totalWaitMs,
    requestIdHeader: "x-request-id",
    tracing: requestsTo("service", tracing),
  });
  const api = createApi(http, identity.baseUrl);
  const session = createSession(api, identity, clock);
  return {
    identity,
    session,
    requestAsApplication: async (request) => api({ ...request, bearer: await session.applicationToken() }),
    async request(request) {
      const bearer = await session.bearer(request.signal);
      try {
        return await api({ ...request, bearer });
      } catch (error) {
        if (ConnectorError.is(error) && error.code === "invalid_token") session.forget(bearer);
        throw error;
      }
    },
  };
}
