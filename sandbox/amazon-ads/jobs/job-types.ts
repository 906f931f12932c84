import type { Fields } from "../types.ts";

/** A report or an export, which Amazon prepares in the background. */
export interface Job {
  id: string;
  kind: "report" | "export";
  /** The media type of the request that created an export. Absent for reports. */
  media?: string;
  request: Fields;
  createdAt: number;
  /** The status is PROCESSING between these times, in milliseconds since 1970. */
  startsAt: number;
  endsAt: number;
  failure?: string;
  rows: () => Fields[];
  bytes?: Uint8Array<ArrayBuffer>;
}

export type JobStatus = "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";

/**
 * The seconds until a new report has the status PROCESSING, and until a new report or export has the status COMPLETED.
 * A new export has the status PROCESSING at once.
 */
export interface JobTimes {
  processing: number;
  completed: number;
}
