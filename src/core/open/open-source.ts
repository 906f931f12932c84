import { createInProcessTransport } from "../call/in-process-transport.ts";
import { createOncePerKey } from "../call/once/once-per-key.ts";
import type { Backend } from "../call/transport.ts";
import { type ConnectorOptions, defaultTotalWaitMs } from "../contract/call-options.ts";
import type { PlatformClientOptions } from "../contract/client.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import type { Clock } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";
import { hashOf } from "../ground/hash.ts";
import { lazy } from "../ground/lazy.ts";
import { unavailable as unavailableActions } from "../policy/unavailable-actions.ts";
import { memoryStore } from "../store/memory-store.ts";
import { statesOf } from "../store/states.ts";
import { createDownload } from "../wire/download.ts";
import { createHttp } from "../wire/retries.ts";
import { requestsTo } from "../wire/requests-to.ts";
import { credentialId, tokenStoreOf } from "../credentials/token-store.ts";
import { declaredOrigins, guardDownload, guardHttp } from "./declared-origins.ts";
import { consentOf } from "./consent.ts";
import { credentialsIn, type InProcessOptions } from "./in-process-options.ts";
import { createRenewedClient, type OpenedClient } from "./renewed-client.ts";

export type OpenDefinition = ConnectorDefinition & Required<Pick<ConnectorDefinition, "connect">>;

/** The maximum number of idempotency keys that one connector keeps in memory. The oldest are forgotten first. */
const maxKeysInMemory = 1000;

/** Opens a connector in this process. The credentials stay here and are sent only to the platform. */
export async function openInProcess(
  connector: OpenDefinition,
  { config, endpoint, replaced, auth }: InProcessOptions,
  code: ConnectorOptions & { clock: Clock },
): Promise<Backend> {
  const { clock, fetch, totalWaitMs = defaultTotalWaitMs } = code;
  const tracing = requestsTo("platform", code.tracing);
  const { requestIdHeader = "x-request-id", title, connect } = connector;
  const timeoutMs = code.timeoutMs ?? connector.timeoutMs ?? 30_000;
  const declared = declaredOrigins(connector, endpoint, replaced);
  const store = code.store ?? memoryStore(clock);
  const shared: Omit<PlatformClientOptions, "tokenStore"> = {
    http: guardHttp(createHttp({ fetch, clock, timeoutMs, totalWaitMs, requestIdHeader, tracing }), declared),
    clock,
    timeoutMs,
    totalWaitMs,
    config,
    endpoint,
    replaced,
    fetch,
    download: guardDownload(createDownload({ fetch, timeoutMs, tracing }), declared),
  };
  const open = async (credentials: Readonly<Record<string, string>>): Promise<OpenedClient> => {
    const id = lazy(() => credentialId(connector.name, credentials));
    const tokenStore = tokenStoreOf(store, id, code.onRefresh);
    return { id, client: await connect(credentials as never, { ...shared, tokenStore }) };
  };
  const { client, id } =
    typeof auth === "function"
      ? createRenewedClient({ title, read: auth, check: (given) => credentialsIn(connector, given), open })
      : await open(auth);
  // A function can return newer credentials of the same account, whose calls must find the earlier keys and states.
  let first: string | undefined;
  const owner = async () => (first ??= await id());
  // A process that writes for months must not keep every outcome of a day in memory.
  const keys = code.store ?? memoryStore(clock, maxKeysInMemory);
  const keyOwner = async () => `${await owner()}/${await hashOf(JSON.stringify(config))}`;
  const keeper = { title, store, owner, forgets: !code.store, hooks: code.jobs };
  return {
    transport: createInProcessTransport(client, clock, {
      beforeWrite: code.beforeWrite,
      states: statesOf(store, owner),
      keeper,
    }),
    keeper,
    once: code.keepIdempotency === false ? undefined : createOncePerKey(keys, keyOwner, clock),
    remote: false,
    client,
    async check(signal) {
      const consent = consentOf(connector.connectFlow, code.connectedAt, clock.now());
      const consents = {
        ...(consent ? { consent } : {}),
        ...(consent?.warning === undefined ? {} : { warnings: [consent.warning] }),
      };
      try {
        const { identity, scopes, kind, checked } = await client.identify({ repeatable: true, signal });
        return {
          status: checked === false ? "unchecked" : "healthy",
          identity,
          ...(scopes ? { scopes } : {}),
          ...(kind === undefined
            ? {}
            : { token_kind: kind, unavailable: unavailableActions(connector, kind, scopes) }),
          ...consents,
        };
      } catch (error) {
        if (!ConnectorError.is(error) || error.code === "aborted") throw error;
        return { status: "unhealthy", ...consents, error: error.toJSON() };
      }
    },
  };
}
