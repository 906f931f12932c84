import { quotePlatform } from "../../../../core/ground/quote-others.ts";
import { ConnectorError } from "../../../../core/ground/errors.ts";
import { type Dict, isDict } from "../../../../core/ground/json.ts";

/** A report or an export that Amazon prepares in the background. */
export interface Job {
  id: string;
  status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
  /** The signed address of the file. */
  url?: string | undefined;
  record: Dict;
  /** The currency of the profile. */
  currency?: unknown;
}

/** Reads the current state of a job from Amazon. */
export type ReadJob = (id: string) => Promise<Job>;

const statuses: Readonly<Record<string, Job["status"]>> = {
  PENDING: "PENDING",
  COMPLETED: "COMPLETED",
  SUCCESS: "COMPLETED",
  FAILED: "FAILED",
  FAILURE: "FAILED",
  CANCELLED: "FAILED",
};

/** Reads a job from Amazon's response. A job with an unknown status counts as running. */
export function jobOf(id: string, body: unknown): Job {
  const record = isDict(body) ? body : {};
  const status = statuses[String(record.status).toUpperCase()] ?? "PROCESSING";
  return { id, status, record, ...(typeof record.url === "string" ? { url: record.url } : {}) };
}

export const isFinished = ({ status }: Job): boolean => status === "COMPLETED" || status === "FAILED";

/** Removes the address of the file, because anyone who has the address can read the file. */
export function publicRecord({ status, record: { url: _url, ...record } }: Job): Dict {
  return { ...record, status };
}

/** @throws ConnectorError `upstream_rejected` with Amazon's reason if a job has failed */
export function refuseFailedJobs(jobs: readonly Job[]): void {
  const failed = jobs.find(({ status }) => status === "FAILED");
  if (!failed) return;
  const { failureReason, error } = failed.record;
  const reason = failureReason ?? (isDict(error) ? error.message : undefined);
  throw new ConnectorError(
    "upstream_rejected",
    `${failed.id} failed at Amazon${typeof reason === "string" ? `: ${quotePlatform(reason, { most: 300 })}` : ""}.`,
    {
      hint: "Create the report or export again. If it fails again, request fewer columns or days.",
      path: "params",
    },
  );
}
