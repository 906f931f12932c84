import type { JobProgress } from "../../../../core/contract/job.ts";
import { type Job, type ReadJob, isFinished, refuseFailedJobs } from "./job.ts";

/**
 * Asks Amazon once for the state of each report or export.
 * @throws ConnectorError `upstream_rejected` with Amazon's reason if one has failed
 */
export async function askJobs(ids: readonly string[], readJob: ReadJob): Promise<Job[]> {
  const jobs: Job[] = [];
  for (const id of ids) jobs.push(await readJob(id));
  refuseFailedJobs(jobs);
  return jobs;
}

export function progressOf(jobs: readonly Job[]): JobProgress {
  const done = jobs.filter(isFinished).length;
  return {
    done,
    total: jobs.length,
    message: `${done} of ${jobs.length} files are ready.`,
    jobs: jobs.map(({ id, status }) => ({ id, status })),
  };
}
