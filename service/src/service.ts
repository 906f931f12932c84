import { Hono } from "hono";
import { ConnectorError, systemClock, version, type Clock } from "agent-connectors";
import { createAudit } from "./operations/audit.ts";
import type { Context } from "./http/context.ts";
import { guardedFetch } from "./platforms/egress.ts";
import { createIdempotency } from "./calls/idempotency.ts";
import { uuid } from "./store/ids.ts";
import { createInstances } from "./calls/open-connectors.ts";
import type { KeyRing } from "./credentials/keyring.ts";
import { createLimits } from "./calls/limits.ts";
import type { Log, LogLine } from "./operations/log.ts";
import { createMetrics } from "./operations/metrics.ts";
import { openApiDocument } from "./http/openapi.ts";
import { defaults, type Options } from "./operations/options.ts";
import { knownError, problemResponse } from "./http/problem.ts";
import { runRoute, type Reply, type Route } from "./http/route.ts";
import { connectorRoutes } from "./routes/connectors.ts";
import { executeRoutes } from "./routes/execute.ts";
import { healthRoutes } from "./routes/health.ts";
import { tokenRoutes } from "./routes/tokens.ts";
import { typeRoutes } from "./routes/types.ts";
import { createRefreshes } from "./credentials/refresh.ts";
import { createSealer } from "./credentials/seal.ts";
import { dropAccessTokens } from "./store/access-tokens.ts";
import { dropAudit } from "./store/audit.ts";
import { dropCounters } from "./store/counters.ts";
import { dropKeys } from "./store/idempotency.ts";
import type { Store } from "./store/store.ts";
import { dropRevoked } from "./store/tokens.ts";
import { createTokens } from "./access/tokens.ts";
import { createTypes, type ConnectorType } from "./platforms/connector-types.ts";

export interface ServiceOptions {
  connectors: readonly ConnectorType[];
  /** Migrated; `openService` does that, and all that a process needs besides. */
  store: Store;
  keys: KeyRing;
  limits?: Partial<Options>;
  clock?: Clock;
  /** Told of every request; nothing by default. */
  log?: Log;
}

/** Answers requests; `address` is where one came from, for the limit on refused ones. */
export interface Service {
  (request: Request, from?: { address?: string | undefined }): Promise<Response>;
  /** From now on /readyz answers 503 and connections are closed after their answer; resolves when no request runs. */
  drain(): Promise<void>;
  /** In the text format of Prometheus. */
  metrics(): string;
  /** Deletes what has expired. A process that runs for long calls it now and then. */
  sweep(): Promise<void>;
}

const routes: readonly Route[] = [
  ...tokenRoutes,
  ...connectorRoutes,
  ...executeRoutes,
  ...typeRoutes,
  ...healthRoutes,
];

export function createService({
  connectors,
  store,
  keys,
  limits: limitOptions = {},
  clock = systemClock,
  log = () => {},
}: ServiceOptions): Service {
  const options: Options = { ...defaults, ...limitOptions };
  const metrics = createMetrics(help);
  const sealer = createSealer(keys);
  const types = createTypes(connectors, guardedFetch, clock);
  const refreshes = createRefreshes(store, sealer, (outcome) =>
    metrics.count("token_refresh_total", { outcome }),
  );
  const limits = createLimits(store, clock, options, (by) => metrics.count("rate_limited_total", { by }));
  const audit = createAudit(store, clock, (rows) => {
    metrics.count("audit_rows_lost_total", {}, rows);
    log({ event: "fault", message: `${rows} audit rows could not be written` });
  });
  let draining = false;
  let inFlight = 0;
  let onIdle = () => {};
  metrics.gauge("requests_in_flight", () => inFlight);
  metrics.gauge("calls_in_flight", () => limits.running);
  const context: Context = {
    store,
    sealer,
    types,
    limits,
    audit,
    metrics,
    clock,
    options,
    tokens: createTokens(keys, clock),
    instances: createInstances(types, sealer, refreshes, { store, clock }),
    idempotency: createIdempotency(store, sealer, keys, clock, options.idempotencySeconds),
    isDraining: () => draining,
  };

  const app = new Hono<{ Bindings: Bindings }>();
  for (const definition of routes) {
    for (const path of definition.paths)
      app.on(definition.method.toUpperCase(), path.replace(/\{(\w+)\}/g, ":$1"), async (c) => {
        const { requestId, address, note } = c.env;
        note({ route: path });
        const answer = await runRoute(
          definition,
          { request: c.req.raw, requestId, address, note, params: c.req.param() as Record<string, string> },
          context,
        );
        return answer instanceof Response ? answer : jsonResponse(answer);
      });
  }
  let document: object | undefined;
  app.get("/openapi.json", (c) => {
    c.env.note({ route: "/openapi.json" });
    return jsonResponse({ body: (document ??= openApiDocument(routes, version)) });
  });
  const methods = methodsByPath(routes);
  app.notFound((c) => {
    const allowed = methods(new URL(c.req.url).pathname);
    if (allowed === undefined)
      throw new ConnectorError("not_found", "There is no such path.", {
        path: "path",
        hint: "See /openapi.json.",
      });
    const error = new ConnectorError("method_not_allowed", `This path takes ${allowed}.`, { path: "method" });
    return problemResponse(error, c.env.requestId, { allow: allowed });
  });
  app.onError((error, c) => {
    const known = knownError(error);
    c.env.note({ code: known.code });
    if (known.code === "internal") {
      metrics.count("faults_total");
      log({ event: "fault", request_id: c.env.requestId, message: whereFrom(error) });
    }
    return problemResponse(known, c.env.requestId);
  });

  const service = async (request: Request, { address = "" }: { address?: string | undefined } = {}) => {
    const started = performance.now();
    const requestId = requestIdOf(request, clock);
    const line: LogLine = { event: "request", request_id: requestId, method: request.method };
    inFlight++;
    try {
      const bindings: Bindings = { requestId, address, note: (more) => void Object.assign(line, more) };
      const response = await app.fetch(request, bindings);
      const headers = new Headers(response.headers);
      headers.set("x-request-id", requestId);
      headers.set("api-version", version);
      if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
      if (draining) headers.set("connection", "close");
      line.status = response.status;
      return new Response(response.body, { status: response.status, headers });
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
      const now = clock.now();
      await dropRevoked(store.db, now);
      await dropAccessTokens(store.db, now);
      await dropKeys(store.db, now);
      await dropCounters(store.db, Math.floor(now / 60_000) - 2);
      await dropAudit(store.db, now - options.auditDays * 86_400_000);
    },
    async drain() {
      draining = true;
      if (inFlight > 0) await new Promise<void>((resolve) => (onIdle = resolve));
      await refreshes.settled();
      await audit.flush();
    },
  });
}

interface Bindings {
  requestId: string;
  address: string;
  note(line: Partial<LogLine>): void;
}

const help = {
  http_requests_total: "Requests, by route and answer.",
  http_request_duration_seconds: "Time to the answer.",
  upstream_requests_total: "Calls of actions, by outcome.",
  upstream_duration_seconds: "Time that the platform took.",
  rate_limited_total: "Requests that a limit refused.",
  file_transfers_total: "Files that were passed on, by how it ended; aborted: the client left.",
  token_refresh_total: "Refreshes of access tokens at the platform, by outcome; shared: another had done it.",
  faults_total: "Requests that failed by a fault of the service.",
  audit_rows_lost_total: "Audit rows that could not be written.",
  requests_in_flight: "Requests that run now.",
  calls_in_flight: "Calls of actions that run now.",
};

const jsonResponse = ({ status = 200, body, text = JSON.stringify(body), headers = {} }: Reply): Response =>
  new Response(text, { status, headers: { "content-type": "application/json", ...headers } });

const requestIdOf = (request: Request, clock: Clock): string => {
  const given = request.headers.get("x-request-id");
  return given !== null && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : `req_${uuid(clock.now())}`;
};

/** For 405: the methods that a path has under any of its routes. */
function methodsByPath(all: readonly Route[]): (path: string) => string | undefined {
  const patterns = all.flatMap(({ method, paths }) =>
    paths.map(
      (path) => [new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`), method.toUpperCase()] as const,
    ),
  );
  return (path) => {
    const found = patterns.filter(([pattern]) => pattern.test(path)).map(([, method]) => method);
    if (path === "/openapi.json") found.push("GET");
    return found.length > 0 ? [...new Set(found)].join(", ") : undefined;
  };
}

/** The place in our code, without the message: that could hold anything. */
function whereFrom(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, 4).map((frame) => frame.trim())].join(" ");
}
