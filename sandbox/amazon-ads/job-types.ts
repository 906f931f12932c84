import type { Fields } from "./types.ts";

/** A report or an export. Amazon prepares it in the background. */
export interface Job {
  id: string;
  kind: "report" | "export";
  /** The media type that created it. Only for exports. */
  media?: string;
  request: Fields;
  createdAt: number;
  /** The times at which PROCESSING starts and ends. */
  startsAt: number;
  endsAt: number;
  failure?: string;
  /** The rows of the file. */
  rows: () => Fields[];
  bytes?: Uint8Array<ArrayBuffer>;
}

export type JobStatus = "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";

/** Seconds from the creation of a report or an export to PROCESSING and to COMPLETED. */
export interface JobTimes {
  processing: number;
  completed: number;
}
