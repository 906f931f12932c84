import type { Fields } from "./types.ts";

/** A report or an export, which takes its time. */
export interface Job {
  id: string;
  kind: "report" | "export";
  /** The media type that asks for it, of exports. */
  media?: string;
  request: Fields;
  createdAt: number;
  /** When PROCESSING starts, and when it ends. */
  startsAt: number;
  endsAt: number;
  failure?: string;
  /** Rows of the file, made when they are first looked at. */
  rows: () => Fields[];
  bytes?: Uint8Array<ArrayBuffer>;
}

export type JobStatus = "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";

/** Seconds after the creation at which a report is being made, and at which it is done. */
export interface JobTimes {
  processing: number;
  completed: number;
}
