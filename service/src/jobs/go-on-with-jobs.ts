import { ConnectorError, jobsOf } from "agent-connectors";
import { isDue, readJob, removeMark, takeTurn, type StoredJob } from "agent-connectors/toolkit";
import { isStillAllowed } from "../access/still-allowed.ts";
import { visibleConnector } from "../access/visible-connectors.ts";
import { type CallServices, ownerOf } from "../calls/perform-call.ts";
import type { CallContext } from "../calls/open-connectors.ts";
import type { ConnectorStores } from "../credentials/connector-stores.ts";
import { openRecord } from "../credentials/record-stores.ts";
import { toConnectorError } from "../operations/errors-for-callers.ts";
import { openJobRows, placeOf, type CallPlace } from "../store/queries/waiting-calls.ts";
import type { UsableConnector } from "../store/queries/connectors.ts";
import { aboutOf, endJobOf, jobsIn, type JobServices } from "./job-services.ts";

type Services = Omit<CallServices, keyof JobServices> &
  JobServices &
  Pick<CallServices, "audit"> & { connectorStores: ConnectorStores };

const pageSize = 200;

/** The number of platforms that one replica asks at the same time. */
const atOnce = 8;

/** The milliseconds for which another replica leaves a job alone that this one asks about. Longer than one question takes. */
const turnMs = 60_000;

/**
 * Asks the platforms about the jobs that are due, and stores how they have ended. Of several replicas, one asks about a job. If it
 * is killed, another one goes on.
 */
export async function goOnWithJobs(services: Services): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const rows = await openJobRows(services.store, undefined, { after, limit: pageSize });
    const due = rows.filter((row) => {
      const { value } = JSON.parse(openRecord(services.sealer, row)) as { value: { next: number } };
      return isDue(value, services.clock.now());
    });
    const next = due.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const row of next) await goOn(services, placeOf(row));
      }),
    );
    if (rows.length < pageSize) return;
    after = placeOf(rows.at(-1)!).id;
  }
}

async function goOn(services: Services, place: CallPlace): Promise<void> {
  const { clock } = services;
  const here = jobsIn(services, place);
  try {
    const now = clock.now();
    if (!(await takeTurn(here, place.id, { now, next: now + turnMs }))) return;
    const job = await readJob(here, place.id);
    if (!job || job.ended) return await removeMark(here, place.id);
    await askPlatform(services, place, job);
  } catch (thrown) {
    const error = toConnectorError(thrown);
    // The platform, the store or a limit is in the way now, so a later turn goes on.
    if (error.retryable || error.code === "aborted") return;
    await endJobOf(services, place, { status: "failed", at: clock.now(), error: error.toJSON() }).catch(
      () => {},
    );
  }
}

async function askPlatform(services: Services, place: CallPlace, job: StoredJob): Promise<void> {
  const { clock, openConnectors, concurrencyLimits, limits } = services;
  const { claims } = aboutOf(job);
  const row = await connectorOf(services, place, job);
  if (!row) {
    const by = "The service, because the token of the call was revoked or its user or connector is gone,";
    return void (await endJobOf(services, place, { status: "cancelled", at: clock.now(), by }));
  }
  // Who has stopped an agent expects that nothing of it goes on. The job goes on after the stop.
  if (await services.connectorStores.of(row).store.read("stops/this")) return;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), limits.executeTimeoutMs);
  const end = concurrencyLimits.beginCall(ownerOf(row));
  try {
    const context: CallContext = { onEvent() {} };
    const connector = await openConnectors.get(row, claims.effects);
    await jobsOf(connector).get(place.id, { signal: timeout.signal, context });
  } finally {
    clearTimeout(timer);
    end();
  }
}

/** Returns the connector of a job, if the token of the call may still use it. */
async function connectorOf(
  { store }: Services,
  place: CallPlace,
  job: StoredJob,
): Promise<UsableConnector | undefined> {
  const { claims } = aboutOf(job);
  if (!(await isStillAllowed(store.db, claims))) return undefined;
  return visibleConnector(store.db, claims, place.connector_id).catch((error: unknown) => {
    if (ConnectorError.is(error) && error.code === "connector_not_found") return undefined;
    throw error;
  });
}
