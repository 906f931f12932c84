import { createInProcessTransport } from "../call/in-process-transport.ts";
import type { Backend } from "../call/transport.ts";
import { type CodeOptions, defaultTotalWaitMs } from "../contract/call-options.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import type { Clock } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import { unavailable as unavailableActions } from "../policy/unavailable-actions.ts";
import { createDownload } from "../wire/download.ts";
import { createHttp } from "../wire/retries.ts";
import { credentialId, memoryTokenStore, tokenStoreOf } from "../wire/token-store.ts";
import { readEndpoint } from "./endpoint.ts";
import { readConfig } from "./config.ts";
import { readCredentials } from "./check-credentials.ts";

/** Opens a connector in open source mode. The credentials stay in this process and are sent only to the platform. */
export function openInProcess(
  connector: ConnectorDefinition,
  options: Dict,
  code: CodeOptions & { clock: Clock },
): Backend {
  const { clock, fetch, endpoint, totalWaitMs = defaultTotalWaitMs } = code;
  const { requestIdHeader, title, auth, unavailable, connect } = connector;
  const timeoutMs = code.timeoutMs ?? connector.timeoutMs ?? 30_000;
  const config = readConfig(connector.config ?? {}, options.config);
  const defaultEndpoint =
    typeof connector.endpoint === "string" ? connector.endpoint : connector.endpoint(config);
  // Only this closure holds the credentials. No property contains them, so a printed connector does not show them.
  const credentials = readCredentials(title, auth, options.auth, unavailable);
  const client = connect(credentials as never, {
    http: createHttp({ fetch, clock, timeoutMs, totalWaitMs, requestIdHeader }),
    clock,
    totalWaitMs,
    config,
    endpoint: endpoint === undefined ? defaultEndpoint : readEndpoint(endpoint),
    replaced: endpoint !== undefined,
    download: createDownload({ fetch, timeoutMs }),
    tokenStore: code.credentialStore
      ? tokenStoreOf(code.credentialStore, () => credentialId(connector.name, credentials))
      : memoryTokenStore(),
  });
  return {
    transport: createInProcessTransport(client, clock, code),
    remote: false,
    async check(signal) {
      try {
        const { identity, scopes, kind } = await client.identify({ repeatable: true, signal });
        return {
          status: "healthy",
          identity,
          ...(scopes ? { scopes } : {}),
          ...(kind === undefined ? {} : { unavailable: unavailableActions(connector, kind, scopes) }),
        };
      } catch (error) {
        if (!ConnectorError.is(error) || error.code === "aborted") throw error;
        return { status: "unhealthy", error: error.toJSON() };
      }
    },
  };
}
