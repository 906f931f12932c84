import { ConnectorError, type Clock } from "agent-connectors";
import type { Sealer } from "../credentials/sealing.ts";
import type { ServiceLimits } from "../limits/limit-values.ts";
import type { Audit } from "../operations/audit.ts";
import { timeOfStore } from "../operations/expiry.ts";
import type { Metrics } from "../operations/metrics.ts";
import type { PublicFetch } from "../platforms/public-fetch.ts";
import {
  claimDeliveries,
  endClaim,
  hurryDeliveries,
  type ClaimedDelivery,
} from "../store/queries/webhook-deliveries.ts";
import { findEndpoint } from "../store/queries/webhook-endpoints.ts";
import type { Store } from "../store/store.ts";
import type { WebhookDeliveryRow, WebhookEndpointRow } from "../store/tables.ts";
import { uuid } from "../store/uuid.ts";
import { disableEndpoint } from "./change-endpoint.ts";
import { secretsOf } from "./endpoint-secrets.ts";
import { longestWaitMs, pauseAfter, retryAfterMs } from "./retry-schedule.ts";
import { sendRequest, type Received } from "./send-request.ts";
import { signedHeaders } from "./signature.ts";

export interface Deliveries {
  /**
   * Sends the events that are due. Resolves when nothing is due that this process can send now. Several calls can run
   * at the same time, in one process or in several replicas.
   */
  deliverDue(): Promise<void>;
  /** Makes events due that wait longer than any event must, because a clock was ahead when they were stored or tried. */
  hurry(): Promise<void>;
  /** Stops claiming events. Resolves when no request is running. */
  stop(): Promise<void>;
}

export interface DeliveryOptions {
  store: Store;
  sealer: Sealer;
  audit: Audit;
  metrics: Metrics;
  clock: Clock;
  fetch: PublicFetch;
  places: ServiceLimits["webhooks"];
  timeoutMs: number;
  /** Receives a fault of the service during an attempt. The event is sent again later. */
  onFault: (error: unknown) => void;
}

/**
 * Creates the sender of webhooks. A replica claims an event before it sends the event, and stores the outcome
 * afterwards. If the replica is killed in between, the claim expires, and the event is sent again with the same id.
 */
export function createDeliveries(options: DeliveryOptions): Deliveries {
  const { store, clock, places, timeoutMs, onFault } = options;
  /** The requests that are running now, and their deliveries. */
  const running = new Map<Promise<void>, ClaimedDelivery>();
  let stopped = false;
  let claimed: Promise<unknown> = Promise.resolve();

  const claim = async (): Promise<Promise<void>[]> => {
    const free = places.process - running.size;
    if (stopped || free <= 0) return [];
    const now = clock.now();
    const sending = [...running.values()];
    const rows = await claimDeliveries(store.db, {
      claim: uuid(now),
      now,
      // A request takes at most `timeoutMs`, so only a killed or frozen replica lets its claim expire.
      until: now + 2 * timeoutMs,
      free,
      perEndpoint: places.endpoint,
      busy: [...new Set(sending.map(({ endpoint_id }) => endpoint_id))],
      perOrganization: places.organization,
      running: countsOf(sending.map(({ organization_id }) => organization_id)),
    });
    return rows.map((row) => {
      const work = attempt(row, options)
        .catch(onFault)
        .finally(() => running.delete(work));
      running.set(work, row);
      return work;
    });
  };
  /** Claims run one after the other, because each claim must know the requests that the previous claim has started. */
  const nextClaim = (): Promise<Promise<void>[]> => {
    const next = claimed.then(claim);
    claimed = next.catch(() => {});
    return next;
  };

  return {
    async deliverDue() {
      for (let started = await nextClaim(); started.length > 0; started = await nextClaim())
        await Promise.all(started);
    },
    async hurry() {
      const now = clock.now();
      // If the clock of this process is behind, the time of the database decides which events these are.
      await hurryDeliveries(store.db, now, Math.max(now, await timeOfStore(store)) + longestWaitMs);
    },
    async stop() {
      stopped = true;
      await claimed;
      await Promise.all(running.keys());
    },
  };
}

/** Returns how often each text occurs. */
function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

async function attempt(row: WebhookDeliveryRow, options: DeliveryOptions): Promise<void> {
  const { store } = options;
  let endpoint: WebhookEndpointRow | undefined;
  try {
    endpoint = await findEndpoint(store.db, row.endpoint_id);
  } catch (error) {
    if (!ConnectorError.is(error) || error.code !== "internal") throw error;
    options.onFault(error);
    await endClaim(store.db, row, {
      status: "failed",
      error: "The endpoint was changed outside the service.",
    });
    return;
  }
  if (endpoint?.status !== "enabled") {
    await endClaim(store.db, row, { status: "failed", error: "The endpoint is disabled." });
    return;
  }
  await storeOutcome(row, endpoint, await send(row, endpoint, options), options);
}

/** Signs and sends an event. If the secrets cannot be decrypted, the attempt counts as failed. */
async function send(
  { event_id: id, payload: body }: WebhookDeliveryRow,
  endpoint: WebhookEndpointRow,
  { sealer, clock, fetch, timeoutMs, onFault }: DeliveryOptions,
): Promise<Received> {
  const now = clock.now();
  let secrets: string[];
  try {
    secrets = secretsOf(sealer, endpoint, now);
  } catch (error) {
    onFault(error);
    return { status: null, error: "The service could not sign the request.", retryAfter: null };
  }
  const headers = signedHeaders(secrets, { id, seconds: Math.floor(now / 1000), body });
  return sendRequest(fetch, { url: endpoint.url, headers, body, timeoutMs });
}

async function storeOutcome(
  row: WebhookDeliveryRow,
  endpoint: WebhookEndpointRow,
  { status, error, retryAfter }: Received,
  { store, clock, audit, metrics }: DeliveryOptions,
): Promise<void> {
  const now = clock.now();
  const isDelivered = status !== null && status >= 200 && status <= 299;
  const isGone = status === 410;
  const pause = isDelivered || isGone ? undefined : pauseAfter(row.attempts, retryAfterMs(retryAfter, now));
  const change = {
    status: isDelivered ? ("delivered" as const) : pause === undefined ? ("failed" as const) : row.status,
    next_at: now + (pause ?? 0),
    response_status: status,
    error,
  };
  await store.transaction(async (db) => {
    if (!(await endClaim(db, row, change)) || !isGone) return;
    await disableEndpoint(db, endpoint, "gone", now);
    const actor = { organization: endpoint.organization_id, request: "webhook" };
    await audit.write(db, "webhook.disable", actor, undefined, { webhook_id: endpoint.id, reason: "gone" });
  });
  metrics.count("webhook_attempts_total", { outcome: pause === undefined ? change.status : "retry" });
}
