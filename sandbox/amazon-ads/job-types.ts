import type { Fields } from "./types.ts";

/** Amazon prepares reports and exports in the background. */
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

/** The seconds from the creation of a report or an export to the status PROCESSING and to the status COMPLETED. */
export interface JobTimes {
  processing: number;
  completed: number;
}
