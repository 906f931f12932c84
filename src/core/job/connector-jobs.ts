import type { JobOptions, Jobs } from "../contract/job.ts";
import type { Result } from "../contract/result.ts";
import { rejectOnAbort } from "../ground/abort.ts";
import type { Clock } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";
import { optionError } from "../ground/read-options.ts";
import { isIdOfJob, jobOf, noJob } from "./job-errors.ts";
import { endJob, idsOfOpenJobs, readJob } from "./job-records.ts";
import { type JobKeeper, pauseOf, placeOf, type ResumedJob } from "./run-job.ts";

/** Runs the call of a job again, under the policies of the connector, so that it goes on with the job. */
export type Resume = (job: ResumedJob, options: JobOptions) => Promise<Result>;

const most = 1000;

/** Returns the jobs that a connector of this process keeps. */
export function createConnectorJobs(keeper: JobKeeper, clock: Clock, resume: Resume): Jobs {
  const stored = async (id: string) => {
    const job = isIdOfJob(id) ? await readJob(await placeOf(keeper), id) : undefined;
    if (!job) throw noJob(String(id));
    return job;
  };
  const get: Jobs["get"] = async (id, options = {}) => {
    const job = await stored(id);
    if (job.ended) return jobOf(id, job);
    try {
      await resume({ id, looks: true }, options);
    } catch (error) {
      // The job says whether it waits or has failed.
      if (!ConnectorError.is(error) || (error.code !== "job_pending" && !(await stored(id)).ended))
        throw error;
    }
    return jobOf(id, await stored(id));
  };
  return {
    async list() {
      const place = await placeOf(keeper);
      const found = [];
      for (const id of await idsOfOpenJobs(place, most)) {
        const job = await readJob(place, id);
        if (job && !job.ended) found.push(jobOf(id, job));
      }
      return found.toSorted((a, b) => a.asked_at.localeCompare(b.asked_at));
    },
    get,
    async result(id, options = {}) {
      await stored(id);
      return resume({ id }, options);
    },
    async waitFor(id, options = {}) {
      const { signal } = options;
      for (;;) {
        const job = await get(id, options).catch((error: unknown) => {
          if (!ConnectorError.is(error) || !error.retryable) throw error;
          return undefined;
        });
        if (job && job.status !== "pending") return job;
        const pause = pauseOf(await stored(id), clock.now());
        await rejectOnAbort(clock.sleep(pause, signal), signal);
      }
    },
    async cancel(id, by) {
      const who = checkPerson(by);
      await stored(id);
      const end = { status: "cancelled" as const, at: clock.now(), by: who };
      return jobOf(id, await (keeper.hooks?.end(id, end) ?? endJob(await placeOf(keeper), id, end)));
    },
  };
}

function checkPerson(by: unknown): string {
  if (typeof by === "string" && by.trim() !== "" && by.length <= 200) return by;
  throw optionError("by", "by must be who cancels, as a text of 1 to 200 characters.");
}
