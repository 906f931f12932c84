import { ConnectorError } from "agent-connectors";
import { endJob, jobOf, type JobEnd, type JobHooks, type StoredJob } from "agent-connectors/toolkit";
import { askingActor, type AskedBy } from "../calls/asked-by.ts";
import type { CallContext } from "../calls/open-connectors.ts";
import { recordStore } from "../credentials/record-stores.ts";
import type { Sealer } from "../credentials/sealing.ts";
import type { Audit } from "../operations/audit.ts";
import type { UsableConnector } from "../store/queries/connectors.ts";
import type { CallPlace } from "../store/queries/waiting-calls.ts";
import type { Db, Store } from "../store/store.ts";
import { addEvent } from "../webhooks/events.ts";

/** The parts of the service that store the end of a job. */
export interface JobServices {
  store: Store;
  sealer: Sealer;
  audit: Pick<Audit, "write">;
  clock: { now(): number };
}

export const aboutOf = ({ about }: StoredJob): AskedBy => about as unknown as AskedBy;

/** Returns the place of the jobs of a connector in the store. `db`: a transaction with which the changes are committed. */
export const jobsIn = (
  { store, sealer }: Pick<JobServices, "store" | "sealer">,
  { organization_id, connector_id }: Omit<CallPlace, "id">,
  db?: Db,
) => {
  const driver = recordStore(db ? { ...store, db } : store, sealer, { organization_id, connector_id });
  return { store: db ? { ...driver, retry: false } : driver, prefix: "" };
};

/** Stores the end of a job with its audit row and its event. The first end stays, so each job has one event. */
export const endJobOf = (
  { store, sealer, audit, clock }: JobServices,
  place: CallPlace,
  end: JobEnd,
): Promise<StoredJob> =>
  store.transaction(async (db) => {
    const job = await endJob(jobsIn({ store, sealer }, place, db), place.id, end);
    if (job.ended !== end) return job;
    const { connector } = aboutOf(job);
    const { id, entity, action, asked_at } = jobOf(place.id, job);
    await audit.write(db, "job.end", askingActor(aboutOf(job)), place.connector_id, {
      job: id,
      status: end.status,
      ...(end.error ? { code: end.error.code } : {}),
      ...(end.by === undefined ? {} : { by: end.by }),
    });
    await addEvent(
      db,
      {
        type: `job.${end.status}`,
        organization_id: place.organization_id,
        workspace_id: connector.workspace_id,
        data: {
          job_id: id,
          connector_id: place.connector_id,
          connector_type: connector.type,
          external_user_id: connector.user,
          entity,
          action,
          asked_at,
          ...(job.run === undefined ? {} : { run: job.run }),
          ...(end.error ? { error_code: end.error.code } : {}),
        },
      },
      clock.now(),
    );
    return job;
  }, place.organization_id);

/** Returns what the connectors of the service do with jobs. */
export const jobHooksOf =
  (services: JobServices) =>
  ({ id, organization_id, workspace_id, type, name, workspace }: UsableConnector): JobHooks => ({
    about(context) {
      const { asker } = context as CallContext;
      if (!asker) throw new ConnectorError("internal", "A job needs to know who has asked.");
      return { ...asker, connector: { type, name, workspace_id, user: workspace } };
    },
    end: (job, end) => endJobOf(services, { id: job, organization_id, connector_id: id }, end),
  });
