import { isIdOfJob, noJob, readJob, type StoredJob } from "agent-connectors/toolkit";
import { findCall, type CallPlace } from "../store/queries/waiting-calls.ts";
import type { Tenant } from "../store/queries/tenant.ts";
import { jobsIn, type JobServices } from "./job-services.ts";

export interface FoundJob {
  place: CallPlace;
  job: StoredJob;
}

/**
 * Finds a job. A job that the tenant cannot see leads to the same error as an unknown id.
 * @throws ConnectorError `not_found`
 */
export async function visibleJob(
  services: Pick<JobServices, "store" | "sealer">,
  tenant: Tenant,
  id = "",
): Promise<FoundJob> {
  const place = isIdOfJob(id) ? await findCall(services.store, tenant, "jobs", id) : undefined;
  const job = place && (await readJob(jobsIn(services, place), id));
  if (!place || !job) throw noJob(id);
  return { place, job };
}
