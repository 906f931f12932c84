import type { StoredJob } from "../contract/job.ts";
import { isDict } from "../ground/json.ts";
import type { Kind } from "../store/records.ts";

const day = 86_400;

/** The seconds for which a platform is asked about a job. */
export const longestJobSeconds = day;

/** The calls whose work a platform does, with what was requested. The result stays at the platform. */
export const jobs: Kind<StoredJob> = {
  name: "jobs",
  ttlSeconds: 7 * day,
  is: (value): value is StoredJob =>
    isDict(value) &&
    isDict(value.call) &&
    isDict(value.call.params) &&
    [value.call.entity, value.call.action, value.hash, value.asks, value.goesOn, value.state].every(
      (text) => typeof text === "string",
    ) &&
    [value.asked, value.expires].every((time) => typeof time === "number") &&
    (value.ended === undefined || isDict(value.ended)),
};

/** A mark of a job that has not ended. `next`: when the platform is asked next, in milliseconds since the epoch. */
export interface OpenJob {
  next: number;
}

/** One mark for each job that has not ended, so that who looks for work to go on with does not read the others. */
export const openJobs: Kind<OpenJob> = {
  name: "open-jobs",
  ttlSeconds: 2 * longestJobSeconds,
  is: (value): value is OpenJob => isDict(value) && typeof value.next === "number",
};

/** The last job of each call, by the hash of the call. The lease of its key lets one process at a time start the job. */
export const lastJobs: Kind<{ id: string }> = {
  name: "last-jobs",
  ttlSeconds: 2 * longestJobSeconds,
  is: (value): value is { id: string } => isDict(value) && typeof value.id === "string",
};
