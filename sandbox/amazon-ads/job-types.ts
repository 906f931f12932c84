import type { Fields } from "./types.ts";

/** A report or an export, which Amazon prepares in the background. */
export interface Job {
  id: string;
  kind: "report" | "export";
  /** The media type of the request that created an export. Absent for reports. */
  media?: string;
  request: Fields;
  createdAt: number;
  /** The times at which the status PROCESSING starts and ends, in milliseconds since 1970. */
  startsAt: number;
  endsAt: number;
  failure?: string;
  /** Returns the rows of the file. */
  rows: () => Fields[];
  bytes?: Uint8Array<ArrayBuffer>;
}

export type JobStatus = "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";

/** The seconds from the creation of a report or an export to the status PROCESSING and to the status COMPLETED. */
export interface JobTimes {
  processing: number;
  completed: number;
}
