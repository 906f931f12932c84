import { systemClock } from "agent-connectors/toolkit";
import { version, type Clock } from "agent-connectors";
import { createAccessTokens } from "./access/access-tokens.ts";
import { readPublicUrl } from "./connect/public-url.ts";
import { runWaitingApprovals } from "./approvals/run-approved.ts";
import { createOpenConnectors } from "./calls/open-connectors.ts";
import type { KeyRing } from "./credentials/key-ring.ts";
import { createConnectorStores } from "./credentials/connector-stores.ts";
import { createRecordStores } from "./credentials/record-stores.ts";
import { protectRows } from "./credentials/row-keys.ts";
import { createSealer } from "./credentials/sealing.ts";
import { createTypesOf } from "./definitions/create-types-of.ts";
import { createApp } from "./http/app.ts";
import type { Context } from "./http/context.ts";
import { requestIdOf } from "./http/request-id.ts";
import type { ServiceTracing } from "./http/service-tracing.ts";
import { createIdempotencyKeys } from "./idempotency/idempotency-keys.ts";
import { createConcurrencyLimits } from "./limits/concurrency-limits.ts";
import { defaultLimits, type ServiceLimits } from "./limits/limit-values.ts";
import { goOnWithJobs } from "./jobs/go-on-with-jobs.ts";
import { jobHooksOf } from "./jobs/job-services.ts";
import { createRateLimits } from "./limits/rate-limits.ts";
import { createCheckpoints } from "./audit/checkpoints.ts";
import { createAudit } from "./operations/audit.ts";
import { isOfStore, placeOf } from "./operations/errors-for-callers.ts";
import { deleteExpired } from "./operations/expiry.ts";
import type { Log, LogLine } from "./operations/log.ts";
import { createMetrics } from "./operations/metrics.ts";
import { createIdentityProvider, type IdentityProviderSettings } from "./operators/identity-provider.ts";
import { createPeople } from "./people/create-people.ts";
import type { PeopleSettings } from "./people/people-settings.ts";
import {
  createConnectorTypes,
  openableType,
  type ConnectorClass,
  type ConnectorType,
} from "./platforms/connector-types.ts";
import { guardedFetch } from "./platforms/egress-guard.ts";
import { publicFetch } from "./platforms/public-fetch.ts";
import { routes } from "./routes/index.ts";
import type { Store } from "./store/store.ts";
import { createDeliveries } from "./webhooks/deliveries.ts";

export interface ServiceOptions {
  connectors: readonly ConnectorType[];
  /** A store that is already migrated. `openService` opens and migrates a store by itself. */
  store: Store;
  keys: KeyRing;
  limits?: Partial<ServiceLimits>;
  clock?: Clock;
  /**
   * The address at which people's browsers reach the service, such as `https://connectors.example.com`. The address
   * must use https, or http on loopback. Without this address, people cannot connect accounts.
   */
  publicUrl?: string | undefined;
  /**
   * The origins that can receive webhooks even if they use http or have a private address, such as
   * `http://127.0.0.1:3000`. Default: none.
   */
  webhookOrigins?: readonly string[] | undefined;
  /** The OpenID provider at which operators can sign in. Without a provider, operators can sign in only with links. */
  identityProvider?: IdentityProviderSettings | undefined;
  /** What the operator decides about people who sign in from MCP clients, which needs `publicUrl`. */
  people?: PeopleSettings | undefined;
  /**
   * Lets organizations upload definitions of connectors, whose hosts the operator confirms. `code`: the operator's options for
   * these connectors, such as a policy. Default: organizations cannot upload definitions.
   */
  definitions?: Pick<ConnectorType, "code"> | undefined;
  /** Follows requests and calls: `openTelemetry()` of `agent-connectors/opentelemetry`. Default: nothing is traced. */
  tracing?: ServiceTracing | undefined;
  /** Receives each log line, for example one line for each request. Default: nothing is logged. */
  log?: Log;
}

/**
 * A function that returns the response to a request. `address`: the client's network address. The service limits how
 * often one address can send a wrong secret.
 */
export interface Service {
  (request: Request, from?: { address?: string | undefined }): Promise<Response>;
  /**
   * Prepares to stop the service. From now on, /readyz returns 503, and every response closes its connection. Resolves
   * when no request, no webhook and no token refresh is running, and the audit is written.
   */
  drain(): Promise<void>;
  /** Returns the metrics in the text format of Prometheus. */
  metrics(): string;
  /**
   * Runs approved calls whose process has ended before it ran them, and deletes expired rows from the store. Call this
   * method every few minutes.
   */
  sweep(): Promise<void>;
  /** Asks the platforms about the jobs that are due. Call this method every few seconds, one call after another. */
  goOnWithJobs(): Promise<void>;
  /**
   * Sends the webhooks that are due. Call this method every second, even if an earlier call is still running. Resolves
   * when no more webhooks can be sent now.
   */
  deliverWebhooks(): Promise<void>;
}

export function createService({
  connectors,
  store,
  keys,
  limits: changedLimits = {},
  clock = systemClock,
  publicUrl,
  webhookOrigins = [],
  identityProvider,
  people = {},
  definitions,
  tracing,
  log = () => {},
}: ServiceOptions): Service {
  const limits: ServiceLimits = { ...defaultLimits, ...changedLimits };
  const metrics = createMetrics();
  const onLimited = (by: string) => metrics.count("rate_limited_total", { by });
  const sealer = createSealer(keys);
  protectRows(store, keys, {
    now: () => clock.now(),
    onRefused({ name, organization, reason }) {
      metrics.count("refused_rows_total");
      log({ event: "refused_row", organization, message: `${name} ${reason}` });
    },
  });
  const types = createConnectorTypes(connectors, guardedFetch, tracing);
  const make = definitions && ((connector: ConnectorClass) => openableType({ ...definitions, connector }, guardedFetch, tracing)); // prettier-ignore
  const typesOf = createTypesOf(store, types, make);
  const concurrencyLimits = createConcurrencyLimits(limits, onLimited);
  const connectorStores = createConnectorStores(createRecordStores(store, sealer), {
    begin: concurrencyLimits.beginRefresh,
    onEnd: (outcome) => metrics.count("token_refresh_total", { outcome }),
  });
  /** Logs a fault. A store that fails is reported by its calls, and the work is done again later. */
  const faultOf = (what: string) => (error: unknown) =>
    void (isOfStore(error) || log({ event: "fault", message: `${what}: ${placeOf(error)}` }));
  const checkpoints = createCheckpoints(store, keys, clock, faultOf("checkpoint of the audit"));
  const onLost = (rows: number) => {
    metrics.count("audit_rows_lost_total", {}, rows);
    log({ event: "fault", message: `${rows} audit rows could not be written` });
  };
  const audit = createAudit(store, clock, onLost, checkpoints.expect);
  const jobHooks = jobHooksOf({ store, sealer, audit, clock });
  let draining = false;
  let inFlight = 0;
  const running = new Set<Promise<unknown>>();
  let onIdle = () => {};
  metrics.gauge("requests_in_flight", () => inFlight);
  metrics.gauge("calls_in_flight", () => concurrencyLimits.runningCalls);
  const context: Context = {
    store,
    sealer,
    connectorStores,
    types,
    typesOf,
    acceptsDefinitions: definitions !== undefined,
    limits,
    concurrencyLimits,
    audit,
    metrics,
    clock,
    tokens: createAccessTokens(keys, clock),
    rateLimits: createRateLimits(store, clock, limits, onLimited),
    openConnectors: createOpenConnectors(typesOf, connectorStores, sealer, jobHooks),
    publicUrl: publicUrl === undefined ? undefined : readPublicUrl(publicUrl),
    webhookOrigins,
    people: undefined,
    identityProvider: identityProvider && createIdentityProvider(identityProvider, clock),
    idempotencyKeys: createIdempotencyKeys(store, sealer, keys, clock, limits),
    isDraining: () => draining,
    waitFor(work) {
      running.add(work);
      void work.catch(() => {}).finally(() => running.delete(work));
      return work;
    },
  };
  if (context.publicUrl !== undefined)
    context.people = createPeople(people, { ...context, publicUrl: context.publicUrl }, keys, (error) => {
      metrics.count("faults_total");
      log({ event: "fault", message: `sign-in: ${placeOf(error)}` });
    });
  const deliveries = createDeliveries({
    store,
    sealer,
    audit,
    metrics,
    clock,
    fetch: publicFetch((url) => webhookOrigins.includes(url.origin)),
    places: limits.webhooks,
    timeoutMs: limits.webhookTimeoutMs,
    onFault: faultOf("webhook"),
  });
  const app = createApp(routes, context, (request_id, message) => {
    metrics.count("faults_total");
    log({ event: "fault", request_id, message });
  });

  const service: (...given: Parameters<Service>) => Promise<Response> = (request, { address = "" } = {}) => {
    const requestId = requestIdOf(request, clock);
    const line: LogLine = { event: "request", request_id: requestId, method: request.method };
    const work = () => answer(request, address, requestId, line);
    return tracing ? tracing.received(request, { route: () => line.route, requestId }, work) : work();
  };
  const answer = async (request: Request, address: string, requestId: string, line: LogLine) => {
    const started = performance.now();
    inFlight++;
    try {
      const note = (more: Partial<LogLine>) => void Object.assign(line, more);
      const response = await app(request, { requestId, address, note });
      const { headers } = response;
      headers.set("x-request-id", requestId);
      headers.set("api-version", version);
      if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
      if (context.publicUrl?.startsWith("https:"))
        headers.set("strict-transport-security", "max-age=31536000");
      if (draining) headers.set("connection", "close");
      line.status = response.status;
      return response;
    } finally {
      line.ms = Math.round(performance.now() - started);
      const { method = "", route = "unknown", status = 500, code = "ok" } = line;
      metrics.count("http_requests_total", { method, route, status: String(status), code });
      metrics.time("http_request_duration_seconds", { route }, line.ms);
      log(line);
      if (--inFlight === 0) onIdle();
    }
  };
  return Object.assign(service, {
    metrics: metrics.text,
    async sweep() {
      await runWaitingApprovals(context);
      await checkpoints.sweep();
      await deleteExpired(store, clock.now(), limits.auditDays);
      await deliveries.hurry();
    },
    goOnWithJobs: () => context.waitFor(goOnWithJobs(context)),
    deliverWebhooks: deliveries.deliverDue,
    async drain() {
      draining = true;
      if (inFlight > 0) await new Promise<void>((resolve) => (onIdle = resolve));
      await Promise.allSettled(running);
      await deliveries.stop();
      await connectorStores.settled();
      await audit.flush();
      await checkpoints.close();
    },
  });
}
