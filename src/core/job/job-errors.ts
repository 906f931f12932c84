import type { Job, StoredJob } from "../contract/job.ts";
import { ConnectorError } from "../ground/errors.ts";
import { cut } from "../ground/json.ts";

/** Returns whether an id is that of a job, and not of an approval. */
export const isIdOfJob = (id: string): boolean => /^job_[0-9a-f]{32}$/.test(id);

export function jobOf(id: string, stored: StoredJob): Job {
  const { call, asks, goesOn, run, asked, expires, progress, ended } = stored;
  return {
    id,
    status: ended?.status ?? "pending",
    ...(run === undefined ? {} : { run }),
    entity: call.entity,
    action: call.action,
    asks,
    ...(progress ? { progress } : {}),
    asked_at: isoOf(asked),
    expires_at: isoOf(expires),
    ...(ended ? { ended_at: isoOf(ended.at) } : {}),
    ...(ended?.error ? { error: ended.error } : {}),
    ...(ended?.by === undefined ? {} : { cancelled_by: ended.by }),
    ...(ended?.status === "cancelled" ? { note: goesOn } : {}),
  };
}

export const isoOf = (time: number): string => new Date(time).toISOString();

/** Says how an agent gets the outcome of a job later. `forgets`: the job is lost when this process ends. */
export const readLater = (id: string, forgets: boolean): string =>
  `Go on with other work. To read the outcome later, send the same call again, which starts nothing new. With a tool, you can also call the action outcome of the entity connector with the params {"id": "${id}"}.${forgets ? " The job is kept only until this process ends." : ""}`;

/** The error of a job that is not ready. `seconds`: after how many seconds it is worth asking again. */
export function jobPending(
  { id, asks, progress, expires_at }: Job,
  { forgets, seconds }: { forgets: boolean; seconds: number },
): ConnectorError {
  const ready = progress ? ` (${progress.done} of ${progress.total} parts are)` : "";
  return new ConnectorError(
    "job_pending",
    `${asks} is not ready yet${ready}. The connector asks for it until ${expires_at}.`,
    {
      pending: { id, asks, until: expires_at, ...(progress ? { progress } : {}) },
      retry_after: seconds,
      hint: readLater(id, forgets),
    },
  );
}

/** Returns the error of a job that has ended, or undefined if it has succeeded. */
export function jobError({ error, status, asks, cancelled_by, note }: Job): ConnectorError | undefined {
  if (status === "cancelled")
    return new ConnectorError("job_cancelled", `${cancelled_by ?? "Somebody"} has cancelled ${asks}.`, {
      hint: `${note ?? ""} Do not call again, unless the user wants it.`.trim(),
    });
  return error && ConnectorError.fromJSON(error);
}

/** The error of an unknown id. */
export const noJob = (id: string): ConnectorError =>
  new ConnectorError("not_found", `There is no job ${cut(id, 80)}.`, {
    path: "id",
    hint: "It may have been forgotten: jobs are kept for 7 days, and without a store only until the process ends.",
  });

/** The error of a job that has succeeded, and whose result the platform does not keep any more. */
export const noResult = (id: string, asks: string): ConnectorError =>
  new ConnectorError("not_found", `The platform does not keep the result of ${asks} any more.`, {
    path: "id",
    hint: `The job ${id} has succeeded. Send its call again to start a new job.`,
  });

/** The error of a job that the platform did not finish in time. */
export const tooLate = (asks: string, expires: number): ConnectorError =>
  new ConnectorError("upstream_timeout", `The platform did not finish ${asks} by ${isoOf(expires)}.`, {
    retryable: false,
    hint: "Send the call again to start a new job, with less data.",
  });
